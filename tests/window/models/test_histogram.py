"""Bars out of counts by the hour: where they begin, which of them a query's range touches, and the range as a query."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from mailbox_gui.core.message.query import parse_query
from mailbox_gui.window.models.histogram import MOST_BARS, HistogramView, histogram_view, range_text

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
HOUR = 3_600_000


def at(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def view_of(days: float, text: str = "", counts: dict[tuple[int, str], int] | None = None) -> HistogramView:
    start = NOW - timedelta(days=days)
    hours = counts if counts is not None else {(at(start) // HOUR, "accepted"): 3, (at(NOW) // HOUR, "rejected"): 2}
    return histogram_view(hours, (at(start), at(NOW)), text, NOW)


@pytest.mark.parametrize("days", [0, 0.01, 1, 3, 30, 90, 365, 3650, 36500])
def test_a_hundred_bars_at_most_and_nothing_is_lost(days: float) -> None:
    view = view_of(days)
    assert 1 <= len(view.bars) <= MOST_BARS
    assert sum(bar.ok for bar in view.bars) == 3
    assert sum(bar.bad for bar in view.bars) == 2
    assert view.bars[0].start <= (NOW - timedelta(days=days)).astimezone() < view.edge(1)
    assert view.bars[-1].start <= NOW < view.edge(len(view.bars))
    assert not view.ranged


def test_without_messages_there_are_no_bars() -> None:
    view = histogram_view({}, None, "", NOW)
    assert view.bars == ()
    assert view.words(NOW) == "No messages in this histogram"


def test_days_begin_at_midnight() -> None:
    assert {bar.start.astimezone().hour for bar in view_of(90).bars} == {0}


def test_the_querys_range_is_that_of_the_bars_it_touches() -> None:
    view = view_of(90, "after:2026-11-01 before:2026-11-11")
    assert view.edge(view.first).date().isoformat() == "2026-11-01"
    assert view.edge(view.beyond).date().isoformat() == "2026-11-11"
    assert view.ranged


def test_a_range_beside_all_bars_is_still_one() -> None:
    for text in ("after:2030-01-01", "before:2001-01-01"):
        view = view_of(90, text)
        assert 0 <= view.first < view.beyond <= len(view.bars)


def test_the_range_goes_into_the_query_and_comes_back() -> None:
    for days in (2, 90):
        view = view_of(days, "from:builder after:1d pears")
        text = range_text("from:builder after:1d pears", view, 1, len(view.bars) - 1)
        assert text.startswith("from:builder after:")
        assert text.endswith(" pears")
        again = view_of(days, text)
        assert (again.first, again.beyond) == (1, len(view.bars) - 1)
        assert range_text(text, view, 0, len(view.bars)) == "from:builder pears"
        assert len(parse_query(text).terms) == 4


def test_a_verdict_fades_the_others() -> None:
    assert view_of(1, "verdict:rejected").lit == {"bad"}
    assert view_of(1, "-verdict:rejected").lit == {"ok", "hold"}
    assert view_of(1).lit == {"ok", "hold", "bad"}


def test_one_sentence_says_it_all() -> None:
    said = view_of(90, "after:2026-11-30").words(NOW)
    assert said == "Messages from 30 Nov to 30 Nov: 0 accepted, 0 held, 2 rejected; most, 2, in the bar of 30 Nov"
