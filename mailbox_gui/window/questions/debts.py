"""What the board of debts shows: its columns by pages, the summary by participant, and what a waiver would close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from mailbox_gui.core.acts.nudge import prepared
from mailbox_gui.core.debts.debt import KINDS, Debt, Kind
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models import debt_board, debt_lists
from mailbox_gui.core.read_models.debt_board import Count, Side, Sieve, Spot
from mailbox_gui.window.models.debt_board import BoardShape, BoardView, ColumnPage, Person, Window
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.moments import day, exact
from mailbox_gui.window.questions.source import Source

PAGE: Final = 60
# No column keeps more cards than this, however far it is scrolled.
MOST: Final = 240


def board(source: Source, shape: BoardShape, windows: Mapping[Kind, Window], now: datetime) -> BoardView:
    """The board as it is now, each column from where it was scrolled to."""
    connection = source.connection
    everything = debt_board.counts(connection, Sieve(), now)
    sifted = debt_board.counts(connection, sieve_of(shape, now), now) if shape.sifted else everything
    return BoardView(
        shape,
        tuple(_column(source, shape, kind, windows.get(kind, Window()), sifted, now) for kind in KINDS),
        tuple(_people(source, everything)),
        sum(count.owed for count in everything),
        sum(count.overdue for count in everything),
    )


def more(source: Source, shape: BoardShape, kind: Kind, spot: Spot, side: Side, now: datetime) -> ColumnPage:
    """The next page of a column on one side of a spot; `above` or `below` says whether more follows on that side."""
    found = debt_board.page(
        source.connection, kind, sieve_of(shape, now), shape.order, spot=spot, side=side, limit=PAGE + 1
    )
    further = len(found) > PAGE
    found = found[-PAGE:] if side == "before" else found[:PAGE]
    rows = tuple(debt_row(debt, now) for debt in found)
    return ColumnPage(kind, rows, above=further and side == "before", below=further and side == "after")


def waived_with(source: Source, debt: Debt) -> str:
    """What a waiver of this debt closes, in words: a message may have opened several."""
    found = [debt]
    if not debt.marker and debt.commits is None:
        found = [each for each in debt_lists.named(source.connection, debt.ref) if not each.held] or found
    return ", ".join(f"the {each.kind} of {_name(each.debtor)}" for each in found)


def prepared_nudge(debt: Debt, now: datetime) -> str:
    """The words of a nudge as they are shown, changed and sent."""
    return visible(prepared(debt, now), keep_newlines=True)


def debt_row(debt: Debt, now: datetime) -> DebtRow:
    """The card of a debt."""
    debtor, creditor = _name(debt.debtor), _name(debt.creditor)
    verb = "owe" if debt.debtor == OWNER else "owes"
    owes = f"{verb} {creditor} a {debt.kind}"
    if debt.waiting_on:
        owes += f", waits on {_name(debt.waiting_on)}"
    title, detail = visible(debt.topic), ""
    if debt.commits is not None:
        many = "1 commit" if debt.commits == 1 else f"{debt.commits} commits"
        title = visible(debt.newest) or many
        detail = f"{many} since {day(debt.opened_at, now)}"
    elif debt.marker:
        detail = visible(f"{debt.path}:{debt.line}" if debt.line is not None else debt.path)
    tip = [title, detail, f"owed since {exact(debt.opened_at)}, height {debt.opened}"]
    if debt.due is not None:
        tip.append(f"due {exact(debt.due)}")
    tip.append(visible(debt.ref))
    if debt.probable:
        tip.append(f"perhaps answered by {visible(debt.probable)}, which names nothing")
    return DebtRow(
        debt=debt,
        debtor=debtor,
        creditor=creditor,
        title=title or visible(debt.ref),
        owes=owes,
        detail=detail,
        hint="perhaps answered" if debt.probable else "",
        tip="\n".join(line for line in tip if line),
        by_owner=debt.debtor == OWNER,
    )


def _column(
    source: Source, shape: BoardShape, kind: Kind, window: Window, counted: Iterable[Count], now: datetime
) -> ColumnPage:
    sieve, wanted = sieve_of(shape, now), min(max(window.rows, PAGE), MOST)
    found = debt_board.page(
        source.connection, kind, sieve, shape.order, spot=window.first, inclusive=True, limit=wanted + 1
    )
    if window.first is not None and not found:
        # What was scrolled to is gone: begin at the top.
        return _column(source, shape, kind, Window(), counted, now)
    above = window.first is not None and bool(
        debt_board.page(source.connection, kind, sieve, shape.order, spot=window.first, side="before", limit=1)
    )
    mine = [count for count in counted if count.kind == kind]
    return ColumnPage(
        kind,
        tuple(debt_row(debt, now) for debt in found[:wanted]),
        above,
        len(found) > wanted,
        sum(count.owed for count in mine),
        sum(count.overdue for count in mine),
    )


def _people(source: Source, counted: Iterable[Count]) -> Iterable[Person]:
    """Everybody who takes part, the hub first and the owner last, and who owes something still."""
    counted = list(counted)
    rules = source.rules
    here = [rules.hub, *(name for name in rules.agents if name != rules.hub)] if rules is not None else []
    gone = sorted({count.debtor for count in counted} - {*here, OWNER})
    for name in (*here, *gone, OWNER):
        mine = [count for count in counted if count.debtor == name]
        by_kind = ((kind, sum(count.owed for count in mine if count.kind == kind)) for kind in KINDS)
        yield Person(
            name,
            tuple((kind, owed) for kind, owed in by_kind if owed),
            sum(count.overdue for count in mine),
            sum(count.owed for count in counted if count.creditor == name),
            name == OWNER,
        )


def sieve_of(shape: BoardShape, now: datetime) -> Sieve:
    """Which debts the board shows when it is looked at so."""
    return Sieve(shape.debtor or None, now if shape.overdue_only else None, shape.words)


def _name(name: str) -> str:
    return "you" if name == OWNER else visible(name)
