"""Settling: what is still being written is never offered; what arrived whole is offered at once."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from mailbox_gui.core.folders.outbox import Outbox, is_ignored
from tests.support.machine import needs_any_names

SETTLE = 0.3
# A wall clock long before any file was written: then only what the outbox has seen itself counts.
LONG_AGO = 1_000_000.0


class Watched:
    """An outbox with both clocks in the test's hand."""

    def __init__(self, folder: Path, renamed: set[str] | None = None) -> None:
        self.folder = folder
        self.renamed = renamed if renamed is not None else set()
        self.outbox = Outbox("builder", str(folder), lambda path: Path(path).name in self.renamed)
        self.now = 50.0
        self.wall = LONG_AGO

    def look(self, after: float = 0.0, *, force: bool = True) -> float | None:
        self.now += after
        return self.outbox.look(SETTLE, self.wall, self.now, force=force)

    def names(self) -> list[str]:
        return [candidate.name for candidate in self.outbox.take(1000)]


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def test_a_draft_is_offered_when_it_was_still_for_the_settle_time(watched: Watched) -> None:
    (watched.folder / "a.md").write_text("x")

    assert watched.look() == pytest.approx(SETTLE)
    assert watched.look(0.2) == pytest.approx(0.1)
    assert watched.names() == []
    assert watched.look(0.11) == 0.0
    assert watched.names() == ["a.md"]


def test_a_draft_that_grows_in_place_is_never_offered_before_it_is_still(watched: Watched) -> None:
    path = watched.folder / "a.md"
    with path.open("wb", buffering=0) as file:
        for _ in range(20):
            file.write(b"more\n")
            assert watched.look(0.29) != 0.0
            assert watched.names() == []
    assert watched.look(0.31) == 0.0


@pytest.mark.parametrize("change", ["touch", "same size", "replaced"])
def test_any_change_starts_the_settle_time_again(watched: Watched, change: str) -> None:
    path = watched.folder / "a.md"
    path.write_text("one")
    watched.look()
    if change == "touch":
        os.utime(path, ns=(5, 5))
    elif change == "same size":
        path.write_text("two")
    else:
        other = watched.folder / "b.tmp"
        other.write_text("one")
        other.replace(path)

    assert watched.look(0.31) == pytest.approx(SETTLE)
    assert watched.names() == []


def test_what_was_seen_to_arrive_by_rename_is_offered_at_once(watched: Watched) -> None:
    watched.renamed.add("a.md")
    (watched.folder / "a.md").write_text("x")
    (watched.folder / "b.md").write_text("x")

    assert watched.look() == 0.0
    assert watched.names() == ["a.md"]


def test_a_draft_older_than_the_settle_time_needs_no_second_look(watched: Watched) -> None:
    path = watched.folder / "a.md"
    path.write_text("x")
    watched.wall = path.stat().st_ctime + 0.31

    assert watched.look() == 0.0


def test_a_time_set_back_by_the_sender_proves_nothing(watched: Watched) -> None:
    path = watched.folder / "a.md"
    path.write_text("x")
    os.utime(path, (1.0, 1.0))
    watched.wall = path.stat().st_ctime + 0.01

    assert watched.look() is not None
    assert watched.names() == []


def test_drafts_are_offered_in_the_order_in_which_they_were_written(watched: Watched) -> None:
    for number, name in enumerate(["c.md", "a.md", "b.md"]):
        (watched.folder / name).write_text("x")
        os.utime(watched.folder / name, (100.0 + number, 100.0 + number))
    watched.look()
    watched.look(0.31)

    assert watched.names() == ["c.md", "a.md", "b.md"]


@pytest.mark.parametrize("name", [".hidden.md", "a.md.tmp", "a.tmp", "a.md.part", "a.md~", "a.md.swp", ".a.md.swp"])
def test_work_in_progress_is_neither_mail_nor_listed(watched: Watched, name: str) -> None:
    (watched.folder / name).write_text("x")
    watched.look()

    assert watched.look(1.0) is None
    assert watched.outbox.not_mail == ()
    assert is_ignored(name)


@pytest.mark.parametrize("name", ["note.txt", "NOTE.MD", "note.Md", "note", "note.md.txt", "md"])
def test_what_does_not_end_in_md_stays_and_is_listed(watched: Watched, name: str) -> None:
    (watched.folder / name).write_text("x")
    watched.look()

    assert watched.look(1.0) is None
    assert watched.outbox.not_mail == (name,)


@pytest.mark.parametrize("name", ["agent-add.act.json", "agent-add.act.json.receipt"])
def test_acts_are_no_drafts(watched: Watched, name: str) -> None:
    (watched.folder / name).write_text("{}")

    assert watched.look(1.0) is None
    assert watched.outbox.not_mail == ()


def test_what_is_no_plain_file_is_offered_at_once_to_be_refused(watched: Watched) -> None:
    (watched.folder / "link.md").symlink_to("/nowhere")
    os.mkfifo(watched.folder / "pipe.md")
    (watched.folder / "folder.md").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        # The name of a socket is short; the test's folder need not be.
        home = Path.cwd()
        os.chdir(watched.folder)
        server.bind("socket.md")
        os.chdir(home)

    assert watched.look() == 0.0
    assert sorted(watched.names()) == ["folder.md", "link.md", "pipe.md", "socket.md"]


@needs_any_names
def test_names_that_are_no_text_are_drafts_too(watched: Watched) -> None:
    Path(os.fsdecode(os.fsencode(watched.folder) + b"/caf\xe9.md")).write_text("x")
    watched.look()
    watched.look(0.31)

    assert watched.names() == ["caf\udce9.md"]


def test_what_was_put_back_is_left_alone_for_the_pause(watched: Watched) -> None:
    (watched.folder / "a.md").write_text("x")
    watched.look()
    watched.look(0.31)
    watched.names()
    watched.outbox.put_back("a.md", watched.now, 2.0)

    assert watched.look() == pytest.approx(2.0)
    assert watched.look(1.0) == pytest.approx(1.0)
    assert watched.look(1.01) == 0.0


def test_at_most_so_many_are_taken_and_the_rest_is_the_backlog(watched: Watched) -> None:
    for number in range(5):
        (watched.folder / f"{number}.md").write_text("x")
    watched.look()
    watched.look(0.31)

    assert len(watched.outbox.take(3)) == 3
    assert watched.outbox.backlog == 2
    assert watched.look() == 0.0


def test_an_unchanged_folder_is_not_scanned_again_but_on_a_rescan(watched: Watched) -> None:
    (watched.folder / "a.md").write_text("x")
    mtime = watched.folder.stat().st_mtime
    watched.wall = mtime + 10.0
    assert watched.look() == 0.0
    watched.names()

    assert watched.look(1.0, force=False) is None
    assert watched.look(1.0, force=True) == 0.0


def test_a_folder_that_changed_a_moment_ago_is_scanned_again(watched: Watched) -> None:
    """A folder's time has the file system's grain: a second change in the same grain cannot be told."""
    (watched.folder / "a.md").write_text("x")
    watched.wall = watched.folder.stat().st_mtime + 1.0
    watched.look()
    watched.names()

    assert watched.look(1.0, force=False) == 0.0


def test_what_is_forgotten_is_found_again(watched: Watched) -> None:
    (watched.folder / "a.md").write_text("x")
    watched.look()
    watched.look(0.31)
    watched.outbox.forget()

    assert watched.outbox.backlog == 0
    assert watched.look(force=False) == pytest.approx(SETTLE)
    assert watched.look(0.31, force=False) == 0.0
    assert watched.names() == ["a.md"]


def test_a_missing_folder_is_an_error_of_the_machine(watched: Watched) -> None:
    watched.folder.rmdir()

    with pytest.raises(FileNotFoundError):
        watched.look()
