"""The sending book: a window of 24 hours that slides, for what was sent and for what was too much."""

from __future__ import annotations

from datetime import timedelta

from mailbox_gui.core.relay.sending_book import DAY, PAUSE_AFTER, SendingBook
from tests.support.clock import NOON

A_MOMENT = timedelta(milliseconds=1)


def test_what_was_sent_counts_for_a_day() -> None:
    book = SendingBook()
    book.sent("builder", NOON)
    book.sent("builder", NOON + timedelta(hours=1))
    book.sent("site", NOON)

    assert book.sent_last_day("builder", NOON + timedelta(hours=1)) == 2
    assert book.sent_last_day("builder", NOON + DAY - A_MOMENT) == 2
    assert book.sent_last_day("builder", NOON + DAY) == 1
    assert book.sent_last_day("nobody", NOON) == 0


def test_a_flood_is_twenty_refusals_within_a_day() -> None:
    book = SendingBook()
    for number in range(PAUSE_AFTER - 1):
        book.over_limit("builder", NOON + number * A_MOMENT)
    assert not book.is_flood("builder", NOON + timedelta(minutes=1))
    book.over_limit("builder", NOON + timedelta(minutes=1))
    assert book.is_flood("builder", NOON + timedelta(minutes=1))
    assert not book.is_flood("builder", NOON + DAY)
    assert not book.is_flood("site", NOON)


def test_forgiven_refusals_count_no_more_but_what_was_sent_does() -> None:
    book = SendingBook()
    book.sent("builder", NOON)
    for _ in range(PAUSE_AFTER):
        book.over_limit("builder", NOON)
    book.forgive("builder")

    assert not book.is_flood("builder", NOON)
    assert book.sent_last_day("builder", NOON) == 1


def test_a_forgotten_sender_begins_anew() -> None:
    book = SendingBook()
    book.sent("builder", NOON)
    book.over_limit("builder", NOON)
    book.forget("builder")

    assert book.sent_last_day("builder", NOON) == 0
