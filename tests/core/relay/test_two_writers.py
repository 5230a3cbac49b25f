"""Two relays at once, also where `.relay` with its lock was cleared away: the journal has one writer."""

from __future__ import annotations

import shutil

import pytest

from mailbox_gui.core.journal.chain import verify_chain
from mailbox_gui.core.journal.lock import LockHeld, RelayLock
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice


def test_a_second_writer_is_kept_from_the_journal(made: TestOffice) -> None:
    made.drop("builder", topic="first")
    with life(made.office) as lived:
        lived.work_off()
        shutil.rmtree(made.office.relay)
        with pytest.raises(LockHeld):
            one_life(made.office)
    made.drop("builder", topic="second")
    one_life(made.office)

    assert verify_chain(made.office.journal, None).broken_at is None
    assert len(made.files("hub", "inbox")) == 2


def test_a_lock_that_was_cleared_away_is_no_longer_in_place(made: TestOffice) -> None:
    one_life(made.office)
    lock = RelayLock(made.office.root)
    lock.acquire("one")
    assert lock.is_in_place
    shutil.rmtree(made.office.relay)
    assert not lock.is_in_place
    made.office.relay.mkdir()
    other = RelayLock(made.office.root)
    other.acquire("two")
    assert not lock.is_in_place
    assert other.is_in_place
    lock.release()
    other.release()
    assert not other.is_in_place
