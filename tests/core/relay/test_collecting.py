"""Collecting: turns, slices, what cannot be claimed or read, and what nobody may follow."""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.relay.collecting import BATCH
from mailbox_gui.core.relay.finishing import HIDDEN_NAME
from tests.support.disks import FailingDisk
from tests.support.life import life, one_life
from tests.support.machine import needs_any_names
from tests.support.post_office import Dropped, TestOffice, found
from tests.support.scanner import MARKER
from tests.support.truth import Wanted, faults_of, lines_of


def _link(path: Path) -> None:
    path.symlink_to("/etc/hostname")


def _dangling(path: Path) -> None:
    path.symlink_to("/nowhere/at/all")


def _link_to_folder(path: Path) -> None:
    path.symlink_to(path.parent)


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "inside.md").write_text("x")


def _hard_link(path: Path) -> None:
    path.write_text("x")
    path.with_name(".second").hardlink_to(path)


def _socket(path: Path) -> None:
    home = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(home)


def _device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFBLK | 0o600, os.makedev(7, 200))
    except OSError:
        pytest.skip("this user can make no devices")


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (_link, "symbolic link"),
        (_dangling, "symbolic link"),
        (_link_to_folder, "symbolic link"),
        (os.mkfifo, "named pipe"),
        (_folder, "folder"),
        (_hard_link, "hard link"),
        (_socket, "socket"),
        (_device, "device"),
    ],
)
def test_what_is_no_plain_file_is_refused_as_it_is(
    made: TestOffice, make: Callable[[Path], None], what: str
) -> None:
    path = made.box("builder", "outbox") / "odd.md"
    make(path)

    one_life(made.office)

    rejected = made.box("builder", "rejected")
    assert what in (rejected / "odd.md.reason").read_text()
    assert os.path.lexists(rejected / "odd.md")
    assert faults_of(made, [Wanted(Dropped(path, b"", "", "builder", "", ""), "identity")]) == []


@pytest.mark.parametrize("name", ["n" * 252 + ".md", "ё" * 126 + ".md", "n" * 246 + ".md"])
def test_a_name_as_long_as_can_be_is_accepted_and_refused_alike(made: TestOffice, name: str) -> None:
    wanted = [
        Wanted(made.drop("builder", name=name), "accepted"),
        Wanted(made.drop("site", name=name, to="builder"), "route"),
    ]

    one_life(made.office)

    assert faults_of(made, wanted) == []


@needs_any_names
@pytest.mark.parametrize(
    "raw", [b"caf\xe9.md", b"\xff\xfe.md", b"line\nbreak.md", b"\x1b[31mred.md", b"'.md", b"-rf.md"]
)
def test_any_name_that_a_file_can_have_is_carried_to_the_letter(made: TestOffice, raw: bytes) -> None:
    name = os.fsdecode(raw)
    wanted = [
        Wanted(made.drop("builder", name=name), "accepted"),
        Wanted(made.drop("site", name=name, to="builder"), "route"),
    ]

    one_life(made.office)

    assert faults_of(made, wanted) == []


def test_a_secret_in_a_name_is_written_nowhere(made: TestOffice) -> None:
    draft = made.drop("builder", name=f"{MARKER}.md")

    with life(made.office) as lived:
        lived.work_off()
        said = repr(lived.problems) + repr(lived.events)

    assert MARKER not in said
    for path in made.root.rglob("*"):
        assert MARKER not in path.name
        if path.is_file() and path.suffix in (".jsonl", ".reason", ".json", ".sqlite3"):
            assert MARKER.encode() not in path.read_bytes()
    assert faults_of(made, [Wanted(draft, "secrets")]) == []
    assert HIDDEN_NAME in {line.get("file") for line in lines_of(made)}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_draft_stays_is_said_and_is_tried_again(made: TestOffice) -> None:
    draft = made.drop("builder")
    draft.path.chmod(0)
    with life(made.office) as lived:
        lived.work_off()
        assert lived.said == {"unreadable-draft"}
        assert draft.path.exists()
        draft.path.chmod(0o600)
        lived.wait(3.0)
        lived.work_off()
        assert lived.problems == ()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def _fails_in(outbox: Path, call: str) -> Callable[[int, str, tuple[Any, ...]], bool]:
    return lambda _at, name, arguments: name == call and str(arguments[0]).startswith(str(outbox))


@pytest.mark.parametrize("error", [errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO])
def test_an_outbox_that_lets_nothing_be_taken_out_is_said_and_stops_nobody_else(made: TestOffice, error: int) -> None:
    stuck = made.drop("builder", topic="stuck")
    free = made.drop("site", topic="free")
    disk = FailingDisk(_fails_in(made.box("builder", "outbox"), "rename_new"), error)
    with life(made.office, disk=disk) as lived:
        lived.work_off()
        assert [event.sender for event in lived.events if event.verdict == "accepted"] == ["site"]
        assert [problem.where for problem in lived.problems] == [str(made.box("builder", "outbox"))]
        lived.wait(1.0)
        lived.work_off()
        assert "outbox of builder" in lived.problems[0].text
        disk.heal()
        lived.wait(3.0)
        lived.work_off()
        assert not lived.said

    assert faults_of(made, [Wanted(stuck, "accepted"), Wanted(free, "accepted")]) == []


def test_one_batch_is_bounded_and_everybody_has_a_turn_in_it(tmp_path: Path) -> None:
    made = found(tmp_path / "office", limits={"messages_per_day": 1000})
    for sender in ("builder", "researcher", "site"):
        for number in range(60):
            made.drop(sender, name=f"{number:03}.md", topic=f"{sender} {number}")

    with life(made.office) as lived:
        lived.step()
        waiting = {outbox.sender: outbox.backlog for outbox in lived.engine.collector.outboxes if outbox.backlog}

    assert sum(60 - backlog for backlog in waiting.values()) == BATCH
    assert set(waiting) == {"builder", "researcher", "site"}


def test_what_is_not_mail_is_listed_and_stays(made: TestOffice) -> None:
    (made.box("builder", "outbox") / "plan.txt").write_text("x")
    with life(made.office) as lived:
        lived.work_off()
        listed = {outbox.sender: outbox.not_mail for outbox in lived.engine.collector.outboxes}

    assert listed["builder"] == ("plan.txt",)
    assert made.files("builder", "outbox") == ["plan.txt"]
