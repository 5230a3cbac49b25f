"""One relay per post office: the lock is the system's, its holder is named, and looking disturbs nobody."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.lock import Holder, LockHeld, LockUnusable, RelayLock, holder

HOLD = """
import sys
from pathlib import Path
from mailbox_gui.core.journal.lock import RelayLock
lock = RelayLock(Path(sys.argv[1]))
lock.acquire("mailbox relay")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".relay").mkdir()
    return tmp_path


@contextmanager
def _other_process(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until its stdin closes."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_the_lock_is_taken_named_and_given_back(root: Path) -> None:
    lock = RelayLock(root)
    assert holder(root) is None
    lock.acquire("the window")
    assert lock.held
    found = holder(root)
    assert found is not None
    assert (found.pid, found.program) == (os.getpid(), "the window")
    assert found.since is not None
    assert abs(datetime.now(UTC) - found.since) < timedelta(minutes=1)
    lock.release()
    assert not lock.held
    assert holder(root) is None
    assert not (root / ".relay" / "holder.json").exists()
    lock.release()


def test_a_second_relay_in_the_same_process_is_refused(root: Path) -> None:
    first = RelayLock(root)
    first.acquire("the window")
    second = RelayLock(root)
    with pytest.raises(LockHeld) as caught:
        second.acquire("mailbox relay")
    assert caught.value.holder.program == "the window"
    assert not second.held
    second.release()
    assert holder(root) is not None
    first.release()
    second.acquire("mailbox relay")
    second.release()


def test_a_second_process_is_told_who_holds_it_and_a_killed_one_frees_it(root: Path) -> None:
    lock = RelayLock(root)
    with _other_process(root) as process:
        with pytest.raises(LockHeld, match=rf"mailbox relay, process {process.pid}\)"):
            lock.acquire("the window")
        for _ in range(3):
            found = holder(root)
            assert found is not None
            assert found.pid == process.pid
        process.send_signal(signal.SIGKILL)
        process.wait()
        # The note of the dead one still lies there and means nothing.
        assert (root / ".relay" / "holder.json").exists()
        assert holder(root) is None
        lock.acquire("the window")
    found = holder(root)
    assert found is not None
    assert found.program == "the window"
    lock.release()


def test_looking_never_keeps_a_relay_from_starting(root: Path) -> None:
    first = RelayLock(root)
    first.acquire("mailbox relay")
    first.release()
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            holder(root)

    lookers = [threading.Thread(target=look) for _ in range(3)]
    for looker in lookers:
        looker.start()
    try:
        for _ in range(50):
            lock = RelayLock(root)
            lock.acquire("mailbox relay")
            lock.release()
    finally:
        stop.set()
        for looker in lookers:
            looker.join()


def test_looking_makes_no_file(root: Path) -> None:
    assert holder(root) is None
    assert list((root / ".relay").iterdir()) == []
    assert holder(root / "missing") is None


@pytest.mark.parametrize(
    "note",
    [
        None,
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"pid": "x", "program": 1, "since": 2}',
        b"\xff" * 9000,
        b'{"pid": true}',
        b"[" * 4096,
    ],
)
def test_a_holder_that_cannot_be_named_is_still_a_holder(root: Path, note: bytes | None) -> None:
    lock = RelayLock(root)
    lock.acquire("mailbox relay")
    path = root / ".relay" / "holder.json"
    path.unlink()
    if note is not None:
        path.write_bytes(note)
    assert holder(root) == Holder()
    with pytest.raises(LockHeld, match="another program"):
        RelayLock(root).acquire("the window")
    lock.release()


def test_a_full_disk_does_not_keep_the_relay_away_and_names_nobody_else(root: Path) -> None:
    class Full(Disk):
        def write_new(self, path: str | Path, content: bytes) -> None:
            raise OSError(28, os.strerror(28))

    stale = {"pid": 1, "program": "an old one", "since": "2026-11-30T12:00:00+00:00"}
    (root / ".relay" / "holder.json").write_text(json.dumps(stale))
    lock = RelayLock(root, Full())
    lock.acquire("mailbox relay")
    assert holder(root) == Holder()
    lock.release()


@pytest.mark.parametrize("spoil", ["no root", "a file", "a link"])
def test_a_lock_that_cannot_be_taken_says_so(tmp_path: Path, spoil: str) -> None:
    relay = tmp_path / ".relay"
    root = tmp_path
    if spoil == "no root":
        root = tmp_path / "missing"
    elif spoil == "a file":
        relay.write_text("x")
    elif spoil == "a link":
        relay.mkdir()
        (tmp_path / "elsewhere").touch()
        (relay / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LockUnusable, match="cannot be locked"):
        RelayLock(root).acquire("mailbox relay")
    assert not (tmp_path / "missing").exists()


def test_a_missing_relay_folder_is_made(tmp_path: Path) -> None:
    lock = RelayLock(tmp_path)
    lock.acquire("mailbox relay")
    assert (tmp_path / ".relay").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / ".relay" / "lock").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / ".relay" / "holder.json").stat().st_mode & 0o777 == 0o600
    lock.release()


READ_ONLY = """
import os, sys
from pathlib import Path
from mailbox_gui.core.journal.lock import LockUnusable, RelayLock, holder
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
root = Path(sys.argv[1])
found = holder(root)
print(found.program if found else "nobody")
try:
    RelayLock(root).acquire("mailbox relay")
except LockUnusable as error:
    print(error)
"""


@pytest.mark.parametrize("taken", [False, True], ids=["free", "held"])
def test_in_a_read_only_folder_one_can_look_and_is_told_why_not_take(root: Path, taken: bool) -> None:
    lock = RelayLock(root)
    lock.acquire("the window")
    if not taken:
        lock.release()
    relay = root / ".relay"
    (relay / "lock").chmod(0o444)
    for folder in (relay, *relay.parents):
        if folder.stat().st_uid == os.geteuid() and folder.stat().st_mode & 0o555 != 0o555:
            folder.chmod(folder.stat().st_mode | 0o555)
    if taken:
        (relay / "holder.json").chmod(0o444)
    relay.chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(root)],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[3],
        )
    finally:
        relay.chmod(0o755)
        lock.release()
    who, why = done.stdout.splitlines()
    assert who == ("the window" if taken else "nobody")
    assert "cannot be locked (Permission denied); make the folder writable" in why
