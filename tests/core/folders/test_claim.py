"""Claiming and reading: out of the outbox before it is opened, read once, never through a link, never waiting."""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders, Read, StillOpen, read_claim
from mailbox_gui.core.folders.outbox import mark_of
from tests.support.disks import FailingDisk
from tests.support.machine import needs_leases


@pytest.fixture
def outbox(tmp_path: Path) -> Path:
    folder = tmp_path / "agents" / "builder" / "outbox"
    folder.mkdir(parents=True)
    (tmp_path / "claimed").mkdir()
    return folder


def test_a_claim_leaves_the_outbox_with_its_name(outbox: Path, tmp_path: Path) -> None:
    (outbox / "a.md").write_text("x")
    claims = ClaimFolders(Disk(), str(tmp_path / "claimed"))

    path = claims.claim("builder", str(outbox), "a.md")

    assert path == str(tmp_path / "claimed" / "builder" / "a.md")
    assert list(outbox.iterdir()) == []
    assert stat.S_IMODE((tmp_path / "claimed" / "builder").stat().st_mode) == 0o700


def test_an_older_claim_is_never_replaced(outbox: Path, tmp_path: Path) -> None:
    claims = ClaimFolders(Disk(), str(tmp_path / "claimed"))
    (outbox / "a.md").write_text("first")
    path = claims.claim("builder", str(outbox), "a.md")
    (outbox / "a.md").write_text("second")

    with pytest.raises(FileExistsError):
        claims.claim("builder", str(outbox), "a.md")

    assert Path(path).read_text() == "first"
    assert (outbox / "a.md").read_text() == "second"


def test_a_draft_that_its_agent_took_back_is_not_there(outbox: Path, tmp_path: Path) -> None:
    claims = ClaimFolders(Disk(), str(tmp_path / "claimed"))

    with pytest.raises(FileNotFoundError):
        claims.claim("builder", str(outbox), "a.md")


def test_a_claim_area_that_vanished_is_made_again(outbox: Path, tmp_path: Path) -> None:
    claims = ClaimFolders(Disk(), str(tmp_path / "claimed"))
    (outbox / "a.md").write_text("x")
    Path(claims.claim("builder", str(outbox), "a.md")).unlink()
    (tmp_path / "claimed" / "builder").rmdir()
    (outbox / "b.md").write_text("x")

    assert Path(claims.claim("builder", str(outbox), "b.md")).exists()


def test_an_outbox_on_another_file_system_is_claimed_beside_it(elsewhere: Path, tmp_path: Path) -> None:
    home = elsewhere / "builder"
    (home / "outbox").mkdir(parents=True)
    (home / "outbox" / "a.md").write_text("x")
    (tmp_path / "claimed").mkdir()
    claims = ClaimFolders(Disk(), str(tmp_path / "claimed"))

    path = claims.claim("builder", str(home / "outbox"), "a.md")

    assert path == str(home / ".relay" / "claimed" / "a.md")
    assert path in [f"{folder}/a.md" for folder in claims.candidates("builder", str(home / "outbox"))]


def test_no_rename_reaches_any_area(outbox: Path, tmp_path: Path) -> None:
    (outbox / "a.md").write_text("x")
    disk = FailingDisk(lambda _at, call, _arguments: call == "rename_new", errno.EXDEV)

    with pytest.raises(OSError, match="no folder"):
        ClaimFolders(disk, str(tmp_path / "claimed")).claim("builder", str(outbox), "a.md")


def test_a_claim_is_read_once_and_only_to_one_byte_over_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"0123456789")

    assert read_claim(str(path), 10) == Read(10, b"0123456789")
    assert read_claim(str(path), 4) == Read(10, b"01234")


def _link(path: Path) -> None:
    path.with_name("target").write_text("secret")
    path.symlink_to(path.with_name("target"))


def _hard_link(path: Path) -> None:
    path.write_text("x")
    path.with_name("second").hardlink_to(path)


def _socket(path: Path) -> None:
    home = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(home)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (_link, "a symbolic link"),
        (os.mkfifo, "a named pipe"),
        (Path.mkdir, "a folder"),
        (_socket, "a socket"),
        (_hard_link, "a file with more than one hard link"),
    ],
)
def test_what_is_no_plain_file_is_named_and_not_read(tmp_path: Path, make: Callable[[Path], None], what: str) -> None:
    path = tmp_path / "a.md"
    make(path)

    read = read_claim(str(path), 100)

    assert read.what == what
    assert read.raw == b""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
def test_a_device_is_not_opened(tmp_path: Path) -> None:
    try:
        os.mknod(tmp_path / "a.md", stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except OSError:
        pytest.skip("this machine allows no devices")

    assert read_claim(str(tmp_path / "a.md"), 100).what == "a device"


@needs_leases
def test_a_file_open_for_writing_is_not_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    with path.open("w") as file:
        file.write("half of it")
        file.flush()
        with pytest.raises(StillOpen):
            read_claim(str(path), 100)

    assert read_claim(str(path), 100).raw == b"half of it"


def test_a_file_open_for_reading_only_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("whole")
    with path.open("rb"):
        assert read_claim(str(path), 100).raw == b"whole"


def test_a_file_that_changed_since_it_had_settled_is_not_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("settled")
    mark = mark_of(path.stat())
    path.write_text("changed!")

    with pytest.raises(StillOpen):
        read_claim(str(path), 100, mark)


def test_the_rename_of_the_claim_itself_is_no_change(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("settled")
    mark = mark_of(path.stat())
    path.rename(tmp_path / "b.md")

    assert read_claim(str(tmp_path / "b.md"), 100, mark).raw == b"settled"


def test_a_lease_is_given_back(tmp_path: Path) -> None:
    """A kept lease would send this process a signal as soon as somebody opened the file for writing."""
    path = tmp_path / "a.md"
    path.write_text("x")
    read_claim(str(path), 100)

    with path.open("a") as file:
        file.write("y")
    assert path.read_text() == "xy"
