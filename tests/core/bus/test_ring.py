"""The ring: 64 at most, before or after and never between, readable at any instant, always of one size."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mailbox_gui.core.bus import ring as module
from mailbox_gui.core.bus.entry import BusEntry, wire
from mailbox_gui.core.bus.ring import (
    RING_BYTES,
    SLOTS,
    RingDamaged,
    RingView,
    RingWriter,
    empty_ring,
    read_ring,
    ring_file,
)
from mailbox_gui.core.disk import Disk
from tests.support.disks import WatchedDisk

AUTHOR = "a" * 64


def entry(seq: int, body: str = "", topic: str = "") -> BusEntry:
    return BusEntry(seq, seq * 2, "builder", topic or f"t{seq % 3}", "", "", body or f"post {seq}", AUTHOR)


def entries(first: int, last: int) -> tuple[BusEntry, ...]:
    return tuple(entry(seq) for seq in range(first, last + 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "ring").write_bytes(empty_ring())
    return tmp_path / "ring"


def write(path: Path, first: int, last: int) -> None:
    writer = RingWriter(path, Disk())
    for one in entries(first, last):
        writer.write(one)
    writer.close()


def test_an_empty_ring(path: Path) -> None:
    view = read_ring(path)

    assert (view.entries, view.seen, view.dropped(0), view.since(0), view.latest(0)) == ((), 0, 0, (), ())


@pytest.mark.parametrize("count", [1, 2, 63, 64, 65, 66, 69, 128, 200])
def test_it_holds_the_newest_64(path: Path, count: int) -> None:
    write(path, 1, count)
    view = read_ring(path)

    assert view.entries == entries(max(1, count - 63), count)
    assert view.seen == count
    assert path.stat().st_size == RING_BYTES == len(empty_ring())
    assert path.read_bytes() == ring_file(entries(1, count)) or count > SLOTS


def test_the_whole_file_is_equal_to_one_that_is_built(path: Path) -> None:
    write(path, 1, 69)
    built = path.with_name("built")
    built.write_bytes(ring_file(entries(1, 69)))

    assert read_ring(built) == read_ring(path)


def test_a_post_is_one_write(path: Path) -> None:
    disk = WatchedDisk()
    writer = RingWriter(path, disk)
    writer.write(entry(1))
    writer.close()

    assert disk.calls == ["overwrite"]


def test_since_topic_latest(path: Path) -> None:
    write(path, 1, 69)
    view = read_ring(path)

    assert view.since(0) == view.entries == view.since(5)
    assert view.since(6) == entries(7, 69)
    assert view.since(68) == (entry(69),)
    assert view.since(69) == view.since(1_000) == ()
    assert wire(view.since(69)) == b""
    assert [one.seq for one in view.topic("t0")] == [seq for seq in range(69, 5, -1) if seq % 3 == 0]
    assert view.topic("t") == ()
    assert [one.seq for one in view.latest(2)] == [69, 68]
    assert view.latest(0) == view.latest(-1) == view.latest(500) == tuple(reversed(view.entries))


@pytest.mark.parametrize(("since", "missed"), [(0, 5), (-3, 5), (4, 1), (5, 0), (6, 0), (69, 0), (100, 0)])
def test_a_reader_that_fell_behind_is_told_how_far(since: int, missed: int) -> None:
    assert RingView(entries(6, 69), 69).dropped(since) == missed


@pytest.mark.parametrize("held", [0, 1, 64, 65, 66, 130])
def test_a_write_cut_short_anywhere_leaves_the_ring_before_it(path: Path, held: int) -> None:
    write(path, 1, held)
    before, old = read_ring(path), path.read_bytes()
    write(path, held + 1, held + 1)
    after, new = read_ring(path), path.read_bytes()
    changed = [at for at in range(len(old)) if old[at] != new[at]]
    for cut in range(changed[0], changed[-1] + 2):
        path.write_bytes(new[:cut] + old[cut:])
        assert read_ring(path) in (before, after)
        # Some file systems leave zeros where bytes were not written yet.
        path.write_bytes(new[:cut] + bytes(changed[-1] + 1 - cut) + old[max(cut, changed[-1] + 1) :])
        assert read_ring(path) in (before, after)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "short": lambda content: content[:-1],
    "empty": lambda _content: b"",
    "another front": lambda content: b"x" + content[1:],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_file_that_is_no_ring_is_said(path: Path, damage: Callable[[bytes], bytes]) -> None:
    write(path, 1, 3)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(RingDamaged):
        read_ring(path)


def test_a_hole_in_the_ring_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TRIES", 2)
    write(path, 1, 9)
    content = bytearray(path.read_bytes())
    content[4096 + 17_408 * 4 + 30] ^= 1
    path.write_bytes(content)
    with pytest.raises(RingDamaged, match="misses"):
        read_ring(path)


def test_a_link_or_a_pipe_is_not_read(tmp_path: Path, path: Path) -> None:
    (tmp_path / "link").symlink_to(path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=r"."):
        read_ring(tmp_path / "link")
    with pytest.raises(RingDamaged):
        read_ring(tmp_path / "pipe")


def test_two_hundred_readers_see_one_instant_each(path: Path) -> None:
    """Contiguous numbers, at most 64, never back: whatever comes while they read."""
    last = 600
    stop = threading.Event()

    def read() -> list[str]:
        faults, newest = [], 0
        while True:
            ended = stop.is_set()
            view = read_ring(path)
            numbers = [one.seq for one in view.entries]
            if numbers != list(range(max(1, view.seen - 63), view.seen + 1)) or view.seen < newest:
                faults.append(f"{numbers} of {view.seen} after {newest}")
            if any(one != entry(one.seq) for one in view.entries):
                faults.append("an entry is another one")
            newest = view.seen
            if ended:
                return faults

    with ThreadPoolExecutor(200) as readers:
        running = [readers.submit(read) for _ in range(200)]
        writer = RingWriter(path, Disk())
        for seq in range(1, last + 1):
            writer.write(entry(seq))
        writer.close()
        stop.set()
        assert [fault for future in running for fault in future.result()] == []
    assert read_ring(path).seen == last
