"""`mailbox status`: what the relay said of itself counts as long as it is fresh and its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.relay.state import Problem, RelayState, utc_now, write_status
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice

FULL = Problem("disk-full", "here", "the disk is full", "free some space")


@pytest.fixture(autouse=True)
def running(office: TestOffice) -> Iterator[None]:
    """This very process as the one that runs the relay."""
    lock = RelayLock(office.root)
    lock.acquire("mailbox relay")
    yield
    lock.release()


def _say(office: TestOffice, pid: int) -> None:
    now = utc_now()
    write_status(office.office, Disk(), RelayState("running", "mailbox relay", pid, now, now, "events", 7, "", (FULL,)))


def test_what_it_said_just_now_is_told(office: TestOffice, mailbox: Mailbox) -> None:
    _say(office, os.getpid())
    told = mailbox("status")
    assert "watcher    events" in told.out
    assert "the disk is full; free some space" in told.out
    assert "heard of" not in told.out


def test_what_it_said_long_ago_is_told_with_its_age(
    office: TestOffice, mailbox: Mailbox, later: Callable[[timedelta], None]
) -> None:
    _say(office, os.getpid())
    (fresh,) = mailbox("status", "--json").objects
    later(timedelta(minutes=3))
    told = mailbox("status")
    assert "heard of   last 3 min ago (" in told.out
    assert "since then it could not say how it is" in told.out
    (old,) = mailbox("status", "--json").objects
    assert old["relay"]["heard"] == fresh["relay"]["heard"]


def test_what_an_earlier_relay_said_is_not_told(office: TestOffice, mailbox: Mailbox) -> None:
    _say(office, os.getpid() + 1)
    told = mailbox("status")
    assert "running in mailbox relay" in told.out
    assert "watcher" not in told.out
    assert "the disk is full" not in told.out
