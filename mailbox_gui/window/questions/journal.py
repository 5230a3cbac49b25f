"""What the journal's table shows: which lines, their cells, and whether the chain holds."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.segments import lines_from, list_segments
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.query import Query, State, parse_query
from mailbox_gui.core.read_models.conditions import Surroundings
from mailbox_gui.core.read_models.histogram import Tally, histogram, span
from mailbox_gui.core.read_models.journal_lines import LineRow, last_height, lines
from mailbox_gui.core.read_models.mailboxes import inbox
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.search import matching_heights, rows_at
from mailbox_gui.window.models.chain_view import ChainView
from mailbox_gui.window.models.histogram import HistogramView, histogram_view
from mailbox_gui.window.models.journal_row import JournalRow
from mailbox_gui.window.moments import clock, exact, table_stamp
from mailbox_gui.window.questions.rows import NO_RECIPIENT, row_key, shown_verdict
from mailbox_gui.window.questions.signatures import is_owners
from mailbox_gui.window.questions.source import Source

FIRST, CHUNK = 2_000, 20_000
# Parts of a histogram between two drawings of it.
DRAWN_EVERY = 10
# Some milliseconds of a walk along the chain.
_LOOK_EVERY = 1_000


@dataclass(frozen=True, slots=True)
class JournalBars:
    """The histogram so far: `tally` is the reader thread's own, `view` None between two drawings."""

    query: str
    tally: Tally
    parts: int
    view: HistogramView | None


def journal_bars(source: Source, text: str, now: datetime, so_far: JournalBars | None = None) -> JournalBars:
    """The histogram of a query; one more part of it where `so_far` lacks some. Drawn now and then and when whole."""
    connection, query = source.connection, parse_query(text)
    surroundings = _surroundings(source, query, now)
    if so_far is None:
        tally, parts = histogram(connection, query, surroundings), 1
    else:
        tally, parts = so_far.tally, so_far.parts + 1
        tally.add(histogram(connection, query, surroundings, tally.before))
    complete = tally.before is None
    if not complete and parts % DRAWN_EVERY != 1:
        return JournalBars(text, tally, parts, None)
    view = histogram_view(tally.hours, span(connection), text, now)
    return JournalBars(text, tally, parts, replace(view, inside=dict(tally.inside), complete=complete))


@dataclass(frozen=True, slots=True)
class JournalStart:
    """The beginning of an answer: heights, newest first, and whether they are all. `total` is the whole journal."""

    query: str
    heights: Sequence[int]
    total: int
    milliseconds: int
    complete: bool


def journal_start(source: Source, text: str, now: datetime) -> JournalStart:
    """Which lines a query finds; without a query every line."""
    began = time.perf_counter()
    total = last_height(source.connection)
    query = parse_query(text)
    if not query.terms:
        return JournalStart(text, array("q", range(total, 0, -1)), total, _since(began), complete=True)
    found = matching_heights(source.connection, query, _surroundings(source, query, now), limit=FIRST)
    return JournalStart(text, array("q", found), total, _since(began), complete=len(found) < FIRST)


def journal_more(source: Source, text: str, before: int, now: datetime) -> tuple[str, Sequence[int], bool]:
    """Further heights of an answer below `before`, and whether they are the last."""
    query = parse_query(text)
    surroundings = _surroundings(source, query, now)
    found = matching_heights(source.connection, query, surroundings, before=before, limit=CHUNK)
    return text, found, len(found) < CHUNK


def journal_newer(source: Source, text: str, after: int, now: datetime) -> tuple[str, Sequence[int], int]:
    """The heights above `after` that belong to an answer, newest first, and the length of the journal."""
    total = last_height(source.connection)
    query = parse_query(text)
    if not query.terms:
        return text, range(total, after, -1), total
    found = matching_heights(source.connection, query, _surroundings(source, query, now), after=after, limit=FIRST)
    return text, found, total


def journal_rows(source: Source, heights: Sequence[int], now: datetime) -> list[JournalRow]:
    """The cells of the lines at these heights, newest first."""
    if not heights:
        return []
    if heights[0] - heights[-1] + 1 == len(heights):
        found = lines(source.connection, heights[0] + 1, len(heights))
        return [_line(source, row, now) for row in found]
    return [_message(source, row, now) for row in rows_at(source.connection, list(heights))]


class GivenUpError(Exception):
    """Nobody waits for the answer any more."""


def chain_view(source: Source, given_up: Callable[[], bool] = lambda: False, now: datetime | None = None) -> ChainView:
    """Follow the whole chain; takes some seconds for a million lines. Raises GivenUpError soon after `given_up`."""
    try:
        public = relay_public(source.office.keys)
    except Exception:  # noqa: BLE001 - without the relay's public key checkpoints are checked by the keys they name
        public = None
    folder = source.office.journal
    walk = ChainWalk(folder, public)
    segments = list_segments(folder)
    lines_on = walk.along(lines_from(folder, segments[0], 0)) if segments else iter(())
    for passed, _line in enumerate(lines_on):
        if passed % _LOOK_EVERY == 0 and given_up():
            raise GivenUpError
    at = f" at {clock(now)}" if now is not None else ""
    if walk.broken_at is not None:
        told = f"{walk.reason or 'the chain is broken'}; looked{at}"
        words = f"chain breaks at #{_number(walk.broken_at)}"
        return ChainView(words, "warning-circle-fill", "bad", told, walk.broken_at)
    told = f"Every line up to #{_number(walk.height)} was followed{at}"
    return ChainView(f"chain verified to #{_number(walk.height)}", "shield-check-fill", "ok", told)


def _since(began: float) -> int:
    return round((time.perf_counter() - began) * 1000)


def _surroundings(source: Source, query: Query, now: datetime) -> Surroundings:
    """The unread messages are looked up only where the query asks for them."""
    if not any(isinstance(term, State) and term.state == "unread" for term in query.terms):
        return Surroundings(now.astimezone())
    heights: set[int] = set()
    for name in source.participants():
        heights |= {row.height for row in inbox(source.connection, source.inbox_folder(name), name).mail}
    return Surroundings(now.astimezone(), heights)


def _message(source: Source, row: MessageRow, now: datetime) -> JournalRow:
    refused = row.verdict == "rejected"
    signature = source.signature(row)
    signer = signature.session or signature.author
    broken = signature.state == "broken"
    return JournalRow(
        height=row.height,
        key=row_key(row),
        number=_number(row.height),
        time=table_stamp(row.at, now),
        verdict=shown_verdict(source, row),
        sender=visible(row.sender),
        recipient=visible(row.recipient) or NO_RECIPIENT,
        kind=visible(row.kind) or "no kind",
        topic=visible(row.topic) or visible(row.file),
        check=visible(row.check) if refused else "signature" if broken else "",
        text=visible(row.reason if refused else signature.reason if broken else row.note or row.excerpt),
        signer="broken" if broken else signer[:4],
        signed=bool(signer),
        by_owner=is_owners(row, signature, source.owner_key),
        exact=exact(row.at),
    )


def _line(source: Source, line: LineRow, now: datetime) -> JournalRow:
    if line.message is not None:
        return _message(source, line.message, now)
    return JournalRow(
        height=line.height,
        key="",
        number=_number(line.height),
        time=table_stamp(line.at, now),
        verdict="",
        sender="",
        recipient="",
        kind=visible(line.type).replace("_", " "),
        topic=visible(line.about) or _ABOUT.get(line.type, ""),
        check="",
        text=visible(line.said),
        signer="",
        signed=False,
        exact=exact(line.at),
    )


_ABOUT = {"checkpoint": "the relay signed the chain", "started": "the relay", "stopped": "the relay"}


def _number(height: int) -> str:
    return f"{height:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
