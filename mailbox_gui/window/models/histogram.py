"""The histogram over the journal as bars: how many messages of which tone from when to when, and the chosen range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from mailbox_gui.core.message.query import FieldIs, When, parse_query
from mailbox_gui.window.draw.verdicts import Tone
from mailbox_gui.window.models.query_text import with_range
from mailbox_gui.window.moments import day

MOST_BARS: Final = 100
_STEPS: Final = (1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 672, 1344, 2688, 5376)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
# Days begin at midnight, weeks on a Monday: 1 January 1970 was a Thursday.
_MONDAY: Final = 72
TONES: Final[Mapping[str, Tone]] = {
    "accepted": "ok",
    "approved": "ok",
    "decision": "ok",
    "held": "hold",
    "rejected": "bad",
    "declined": "bad",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: messages that came from `start` to before the next bar's."""

    start: datetime
    ok: int = 0
    hold: int = 0
    bad: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.ok + self.hold + self.bad


@dataclass(frozen=True, slots=True)
class HistogramView:
    """Bars, each `hours` long, oldest first. The range is from the bar `first` to before the bar `beyond`.

    `lit` are the tones that the query's verdict leaves; the others are faded. `inside`: by verdict, in the range.
    """

    bars: tuple[Bar, ...] = ()
    hours: int = 24
    first: int = 0
    beyond: int = 0
    lit: frozenset[Tone] = frozenset({"ok", "hold", "bad"})
    inside: Mapping[str, int] | None = None
    complete: bool = True

    @property
    def ranged(self) -> bool:
        """Whether a part of the bars is chosen."""
        return (self.first, self.beyond) != (0, len(self.bars))

    def edge(self, place: int) -> datetime:
        """When the bar at `place` begins; the end of the last one behind it."""
        if place < len(self.bars):
            return self.bars[place].start
        return self.bars[-1].start + timedelta(hours=self.hours)

    def words(self, now: datetime) -> str:
        """The whole in one sentence."""
        if not self.bars:
            return "No messages in this histogram"
        chosen = self.bars[self.first : self.beyond]
        said = ", ".join(
            f"{sum(getattr(bar, tone) for bar in chosen):,} {name}"
            for tone, name in (("ok", "accepted"), ("hold", "held"), ("bad", "rejected"))
        )
        last = self.edge(self.beyond) - timedelta(minutes=1)
        most = max(chosen, key=lambda bar: bar.total, default=None)
        peak = f"; most, {most.total:,}, in the bar of {self.stamp(most.start, now)}" if most and most.total else ""
        return f"Messages from {self.stamp(self.edge(self.first), now)} to {self.stamp(last, now)}: {said}{peak}"

    def stamp(self, moment: datetime, now: datetime) -> str:
        """A moment as precise as the bars are."""
        return day(moment, now) if self.hours >= 24 else f"{day(moment, now)} {moment:%H:%M}"


def histogram_view(
    hours: Mapping[tuple[int, str], int], span: tuple[int, int] | None, text: str, now: datetime
) -> HistogramView:
    """The bars of counts by the hour (since 1970, UTC) and verdict, over the span in milliseconds, for a query."""
    if span is None:
        return HistogramView()
    local = now.astimezone()
    shift = _shift(local)
    first = span[0] // 3_600_000 + shift
    last = max(span[1] // 3_600_000 + shift, first)
    step = next((each for each in _STEPS if (last // each) - (first // each) < MOST_BARS - 1), _STEPS[-1])
    while (last // step) - (first // step) >= MOST_BARS - 1:
        step *= 2
    align = _MONDAY if step % 168 == 0 else 0
    low, high = (first + align) // step, (last + align) // step
    counts = [[0, 0, 0] for _ in range(low, high + 1)]
    column = {"ok": 0, "hold": 1, "bad": 2}
    for (hour, verdict), count in hours.items():
        place = (hour + shift + align) // step - low
        if 0 <= place < len(counts):
            counts[place][column[TONES[verdict]]] += count
    starts = [_moment((low + place) * step - align - shift, local) for place in range(len(counts) + 1)]
    bars = tuple(Bar(start, *found) for start, found in zip(starts, counts, strict=False))
    begin, end = _range(text, starts, now)
    return HistogramView(bars, step, begin, end, _lit(text))


def range_text(text: str, view: HistogramView, first: int, beyond: int) -> str:
    """The query with the range from one bar to before another, as `after:` and `before:`; the whole needs neither."""
    after = _written(view, view.edge(first)) if first > 0 else ""
    before = _written(view, view.edge(beyond)) if beyond < len(view.bars) else ""
    return with_range(text, after, before)


def _written(view: HistogramView, edge: datetime) -> str:
    if view.hours >= 24:
        return f"{edge:%Y-%m-%d}"
    return f"{edge.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _range(text: str, starts: list[datetime], now: datetime) -> tuple[int, int]:
    """Which bars the query's range touches."""
    begin, end = 0, len(starts) - 1
    for term in parse_query(text).terms:
        if isinstance(term, When):
            at = term.point.at(now.astimezone())
            if (term.side == "after") is not term.negated:
                begin = max(begin, sum(start <= at for start in starts) - 1)
            else:
                end = min(end, sum(start < at for start in starts))
    begin = min(max(begin, 0), len(starts) - 2)
    return begin, max(begin + 1, end)


def _lit(text: str) -> frozenset[Tone]:
    lit = frozenset[Tone](("ok", "hold", "bad"))
    for term in parse_query(text).terms:
        if isinstance(term, FieldIs) and term.field == "verdict":
            tone = TONES.get(term.value.casefold())
            found = frozenset[Tone]() if tone is None else frozenset((tone,))
            lit = lit - found if term.negated else lit & found
    return lit


def _shift(local: datetime) -> int:
    """Whole hours of the zone; where it is half an hour more, bars begin half an hour beside the clock's hour."""
    offset = local.utcoffset()
    return 0 if offset is None else int(offset.total_seconds() // 3600)


def _moment(hour: int, local: datetime) -> datetime:
    # In the zone's own time, so that a bar of days begins at midnight on both sides of a change of the clocks.
    return (_EPOCH + timedelta(hours=hour)).astimezone(local.tzinfo)
