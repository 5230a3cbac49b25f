"""An append is one write and one sync; what the disk refuses leaves a journal that opening mends."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Checkpoint, Started, Stopped, Unknown
from mailbox_gui.core.journal.writer import Journal, JournalFailed
from tests.core.journal.history import KEY, NOON, DyingDisk, History, Killed, QuickDisk, SteppingClock, message


def test_the_first_append_makes_a_durable_segment_before_it_writes(history: History) -> None:
    journal = history.open()
    history.disk.calls.clear()
    entries = journal.append([message(1)])
    assert history.disk.calls == ["write_new 000000000001.jsonl", "sync_folder journal", "append", "sync_data"]
    assert [entry.height for entry in entries] == [1]
    assert journal.height == 1
    journal.close()


def test_many_records_are_one_write_and_one_sync(history: History) -> None:
    journal = history.open()
    journal.append([message(0)])
    history.disk.calls.clear()
    entries = journal.append([message(number) for number in range(1, 65)])
    assert history.disk.calls == ["append", "sync_data"]
    assert [entry.height for entry in entries] == list(range(2, 66))
    assert {entry.at for entry in entries} == {journal.last_at}
    journal.close()


def test_no_records_are_no_write(history: History) -> None:
    journal = history.open()
    history.disk.calls.clear()
    assert journal.append([]) == ()
    assert history.disk.calls == []
    journal.close()


def test_entries_come_back_as_they_are_read(history: History) -> None:
    journal = history.open(segment_bytes=2000, checkpoint_every=5)
    written = [
        entry
        for number in range(20)
        for entry in journal.append([message(number), message(number + 100)][: number % 3])
    ]
    journal.close()
    assert written == history.entries()
    reader = JournalReader(history.folder)
    assert [reader.entry_at(entry.place) for entry in written] == written
    assert len(history.segments()) > 2


def test_a_journal_without_folder_gets_one(tmp_path: Path) -> None:
    disk = QuickDisk()
    journal = Journal.open(tmp_path / "journal", disk, KEY, SteppingClock())
    assert disk.calls == [f"sync_folder {tmp_path.name}"]
    assert (tmp_path / "journal").stat().st_mode & 0o777 == 0o700
    journal.append([message(1)])
    assert (tmp_path / "journal" / "000000000001.jsonl").stat().st_mode & 0o777 == 0o600
    journal.close()


def test_a_batch_lies_wholly_in_one_segment(history: History) -> None:
    journal = history.open(segment_bytes=2000)
    for number in range(6):
        journal.append([message(number), message(number + 100), message(number + 200)])
    journal.close()
    assert [path.stem for path in history.segments()] == [f"{first:012d}" for first in (1, 4, 7, 10, 13, 16)]


def test_checkpoints_stand_at_every_nth_height_and_at_a_clean_stop(history: History) -> None:
    journal = history.open(checkpoint_every=5)
    journal.append([message(number) for number in range(11)])
    journal.close("asked to")
    entries = history.entries()
    assert [e.height for e in entries if isinstance(e.record, Checkpoint)] == [5, 10, 15]
    assert entries[-2].record == Stopped("asked to")
    assert history.verify().checkpoints == 3


def test_a_checkpoint_stands_at_every_thousandth_height(history: History) -> None:
    journal = history.open()
    journal.append([message(number, "") for number in range(2100)])
    journal.close()
    assert [e.height for e in history.entries() if isinstance(e.record, Checkpoint)] == [1000, 2000]


def test_closing_without_a_reason_writes_nothing(history: History) -> None:
    journal = history.open()
    journal.append([Started(None, "mailbox relay", 1)])
    journal.close()
    journal.close("twice")
    assert len(history.entries()) == 1
    with pytest.raises(JournalFailed):
        journal.append([message(1)])


def test_a_record_that_cannot_be_written_writes_nothing_and_harms_nothing(history: History) -> None:
    journal = history.open()
    with pytest.raises(TypeError):
        journal.append([message(1), Unknown("posted", {"more": {1, 2}})])
    assert journal.height == 0
    assert journal.append([message(2)])[0].height == 1
    journal.close("asked to")
    assert history.verify().broken_at is None


def test_lines_carry_the_moment_of_their_verdict(history: History) -> None:
    journal = history.open()
    (first,) = journal.append([message(1)], NOON + timedelta(hours=1, microseconds=1999))
    assert first.at == journal.last_at == NOON + timedelta(hours=1, milliseconds=1)
    # Never earlier than the line before, whatever the caller's clock said.
    (second,) = journal.append([message(2)], NOON)
    assert second.at == first.at
    journal.close()
    assert history.open().last_at == first.at


def test_a_clock_set_back_repeats_the_last_moment_and_is_told(history: History) -> None:
    journal = history.open()
    first = journal.append([message(1)])[0]
    assert journal.clock_behind is None
    history.clock.now -= timedelta(hours=1, seconds=1)
    second = journal.append([message(2)])[0]
    assert second.at == first.at
    assert journal.clock_behind == timedelta(hours=1)
    history.clock.now += timedelta(hours=2)
    assert journal.append([message(3)])[0].at > first.at
    assert journal.clock_behind is None
    journal.close()
    assert history.verify().broken_at is None


def test_a_clock_set_back_while_stopped_is_told_at_opening(history: History) -> None:
    history.fill(2)
    history.clock.now = NOON - timedelta(days=1)
    journal = history.open()
    assert journal.opening.clock_set_back is not None
    assert timedelta(days=1) < journal.opening.clock_set_back < timedelta(days=1, minutes=1)
    journal.close()


class FullDisk(QuickDisk):
    """Takes `room` more bytes of appends, then has no space left; `sync_error` fails the next sync."""

    def __init__(self) -> None:
        super().__init__()
        self.room = 1 << 40
        self.sync_error: int | None = None

    def append(self, descriptor: int, content: bytes) -> None:
        super().append(descriptor, content[: self.room])
        if len(content) > self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def sync_data(self, descriptor: int) -> None:
        super().sync_data(descriptor)
        if self.sync_error is not None:
            raise OSError(self.sync_error, os.strerror(self.sync_error))


@pytest.mark.parametrize("room", [0, 1, 200, 500, 1000, 1300, 1500])
def test_a_full_disk_leaves_whole_lines_and_a_tail_that_opening_cuts(history: History, room: int) -> None:
    disk = history.disk = FullDisk()
    journal = history.open()
    journal.append([message(1)])
    size = history.segments()[0].stat().st_size
    disk.room = room
    with pytest.raises(OSError, match="No space left"):
        journal.append([message(number) for number in range(2, 6)])
    assert journal.failed
    with pytest.raises(JournalFailed):
        journal.append([message(7)])
    journal.close("asked to")
    assert history.segments()[0].stat().st_size == size + room
    whole = history.lines()
    torn = b"" if whole[-1].endswith(b"\n") else whole.pop()

    disk.room = 1 << 40
    journal = history.open()
    assert journal.opening.torn_bytes == len(torn)
    assert journal.height == len(whole)
    assert history.lines() == whole
    journal.append([message(9)])
    journal.close("asked to")
    assert history.verify().broken_at is None


def test_an_append_whose_sync_failed_is_written_again_before_it_is_relied_on(history: History) -> None:
    disk = history.disk = FullDisk()
    journal = history.open(checkpoint_every=4)
    journal.append([message(1)])
    size = history.segments()[0].stat().st_size
    disk.sync_error = errno.EIO
    with pytest.raises(OSError, match="Input/output"):
        journal.append([message(number) for number in range(2, 8)])
    assert journal.failed
    journal.close()
    before = history.lines()

    disk.sync_error = None
    disk.calls.clear()
    journal = history.open()
    length = history.segments()[0].stat().st_size - size
    assert disk.calls == [f"write_again {size}+{length}", "sync_file 000000000001.jsonl", "sync_folder journal"]
    assert history.lines() == before
    assert (journal.height, journal.opening.torn_bytes) == (9, 0)
    journal.close()


def test_a_segment_that_could_not_be_made_durable_is_taken_up_at_the_next_opening(history: History) -> None:
    class NoFolderSync(QuickDisk):
        def sync_folder(self, path: str | Path) -> None:
            if (Path(path) / "000000000001.jsonl").exists():
                raise OSError(errno.EIO, os.strerror(errno.EIO))

    quick, history.disk = history.disk, NoFolderSync()
    journal = history.open()
    with pytest.raises(OSError, match="Input/output"):
        journal.append([message(1)])
    assert journal.failed
    journal.close()
    assert history.lines() == []

    history.disk = quick
    journal = history.open()
    assert "sync_folder journal" in quick.calls
    assert journal.append([message(2)])[0].height == 1
    journal.close("asked to")
    assert history.verify().broken_at is None


def test_the_real_disk_takes_it_all(history: History) -> None:
    journal = Journal.open(history.folder, Disk(), KEY, history.clock)
    journal.append([message(1)])
    journal.close("asked to")
    again = Journal.open(history.folder, Disk(), KEY, history.clock)
    assert again.height == 3
    again.close()


def test_a_closing_that_fails_still_closes(history: History) -> None:
    disk = history.disk = FullDisk()
    journal = history.open()
    journal.append([message(1)])
    descriptors = Path("/proc/self/fd")
    before = len(list(descriptors.iterdir())) if descriptors.exists() else 0
    disk.room = 10
    with pytest.raises(OSError, match="No space left"):
        journal.close("asked to")
    if descriptors.exists():
        assert len(list(descriptors.iterdir())) == before - 2  # the segment and the folder


def test_a_run_that_dies_before_any_call_loses_nothing_it_answered_for(new_history: Callable[[], History]) -> None:
    """Two runs, the second of which finds a torn tail; each dies at every one of its calls in turn."""
    for at in range(200):
        history = new_history()
        answered: list[Entry] = []
        died = False
        opened: list[Journal] = []
        disk = history.disk = DyingDisk(at)
        try:
            for torn in (b"", b"torn tail"):
                if torn:
                    with history.segments()[-1].open("ab") as file:
                        file.write(torn)
                opened.append(journal := history.open(segment_bytes=1500, checkpoint_every=4))
                for number in range(4):
                    answered += journal.append([message(number), message(number + 50)])
                journal.close("asked to")
        except Killed:
            died = True
            # As the end of a process would: the lock on the journal's folder goes with it.
            for journal in opened:
                journal.close()
        kept = b"".join(path.read_bytes() for path in history.segments())
        history.disk = QuickDisk()
        for _ in range(2):
            history.open().close()
        entries = history.entries()
        assert [entry for entry in entries if entry.height in {known.height for known in answered}] == answered
        report = history.verify()
        assert (report.broken_at, report.torn_bytes, report.height) == (None, 0, len(entries))
        aside = [path.read_bytes() for path in (history.folder / "torn").glob("*")]
        assert set(aside) <= {b"torn tail"}
        assert aside or b"torn tail" not in kept
        if not died:
            assert len(disk.calls) == at
            return
    pytest.fail("it never ended")
