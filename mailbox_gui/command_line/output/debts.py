"""Debts in a list, in a line, and as the morning's digest in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from mailbox_gui.command_line.output.moments import age, short
from mailbox_gui.command_line.output.table import Cell, draw_table
from mailbox_gui.core.debts.answer import members_of
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.debt_lists import Owes
from mailbox_gui.core.read_models.rows import MessageRow

_TOPIC = 6
_MARKDOWN = re.compile(r"([\\`*_\[\]<>&~|])")


def draw_debts(debts: Sequence[Debt], now: datetime) -> None:
    """A line for each debt: who owes what to whom, how long, until when, and by which name it is waived."""
    table: list[list[str | Cell]] = [
        [
            debt.debtor,
            debt.kind,
            debt.creditor,
            age((debt.closed_at or now) - debt.opened_at),
            _due(debt, now),
            state_words(debt),
            what_of(debt),
            debt.ref,
        ]
        for debt in debts
    ]
    draw_table(["WHO", "OWES", "TO", "AGE", "DUE", "STATE", "WHAT", "NAME"], table, flexible=_TOPIC)


def debts_of_rows(
    rows: Iterable[MessageRow], opened: Sequence[Debt], closed: Sequence[Debt], now: datetime
) -> dict[int, str]:
    """Words for what each message opened and closed, by its height; nothing for one that did neither."""
    words: dict[int, str] = {}
    for row in rows:
        heights = {row.height, row.decided_height}
        said = [f"opened {debt.kind} ({_state(debt, now)})" for debt in opened if debt.opened in heights]
        said += [f"closed {debt.kind} of {debt.debtor}" for debt in closed if debt.closed in heights]
        if said:
            words[row.height] = ", ".join(said)
    return words


def debts_beside(opened: Iterable[Debt], closed: Iterable[Debt], height: int, now: datetime) -> dict[str, object]:
    """For programs: the members beside a line of the journal that say which debts it opened and closed."""
    lists = {
        "debts_opened": [members_of(debt, now) for debt in opened if debt.opened == height],
        "debts_closed": [members_of(debt, now) for debt in closed if debt.closed == height],
    }
    return {name: debts for name, debts in lists.items() if debts}


def what_of(debt: Debt) -> str:
    """What it is about: the topic, the marker with its place, or the commits; foreign text is not escaped yet."""
    if debt.commits is not None:
        since = f" since {debt.since}" if debt.since else ""
        return f"{debt.commits} {'commit' if debt.commits == 1 else 'commits'}{since}, newest: {debt.newest}"
    if debt.marker:
        return f"{debt.topic}  ({debt.path}:{debt.line})"
    return f"{debt.topic}  (answered by {debt.probable}?)" if debt.probable else debt.topic


def state_words(debt: Debt) -> str:
    """The state, and what makes it so."""
    match debt.state:
        case "waiting":
            return f"waits on {debt.waiting_on}"
        case "closed":
            return debt.how
        case state:
            return state


def _state(debt: Debt, now: datetime) -> str:
    return f"{state_words(debt)}, overdue" if debt.overdue(now) else state_words(debt)


def debt_line(debt: Debt, now: datetime) -> str:
    """One debt in a sentence, for the fate of a message."""
    due = f", overdue by {age(now - debt.due)}" if debt.due is not None and debt.overdue(now) else ""
    how = f"{state_words(debt)} at height {debt.closed}" if debt.closed is not None else state_words(debt)
    owes = "owed" if debt.closed is not None else "owes"
    return f"{debt.debtor} {owes} {debt.creditor} a {debt.kind} ({how}{due}): {what_of(debt)}"


def digest(debts: Sequence[Debt], counts: Sequence[Owes], now: datetime) -> Iterator[str]:
    """The lines of the digest: by debtor, who owes longest first; of each the oldest debt first."""
    late = sum(debt.overdue(now) for debt in debts)
    yield f"# What is owed, {short(now)}"
    yield ""
    yield f"{_number(len(debts), 'debt')}, {late} overdue." if debts else "Nothing is owed."
    for kind in ("reply", "report", "decision", "workaround"):
        of_kind = [debt for debt in debts if debt.kind == kind]
        if of_kind:
            yield f"- {kind}: {len(of_kind)}, {_late_words(of_kind, now)}"
    by_debtor: dict[str, list[Debt]] = {}
    for debt in debts:
        by_debtor.setdefault(debt.debtor, []).append(debt)
    for debtor, owed in by_debtor.items():
        yield ""
        yield f"## {_plain(debtor)} owes {len(owed)}, {_late_words(owed, now)}"
        yield ""
        yield from (_digest_line(debt, now) for debt in owed)
    baseline = [owes for owes in counts if owes.baseline]
    if baseline:
        yield ""
        named = ", ".join(f"{owes.debtor} {owes.baseline}" for owes in baseline)
        yield f"Not owed, since they were there from the beginning: {_plain(named)} (markers of workarounds)."


def _digest_line(debt: Debt, now: datetime) -> str:
    late = f"**overdue by {age(now - debt.due)}** · " if debt.due is not None and debt.overdue(now) else ""
    waits = f" · waits on {_plain(debt.waiting_on)}" if debt.waiting_on else ""
    opened = f"{age(now - debt.opened_at)} old, height {debt.opened}"
    return (
        f"- {late}{debt.kind} to {_plain(debt.creditor)}: {_plain(what_of(debt))}{waits} · {opened} · {_code(debt.ref)}"
    )


def _late_words(debts: Iterable[Debt], now: datetime) -> str:
    """How many are overdue, and by how many hours all together."""
    spans = [now - debt.due for debt in debts if debt.due is not None and debt.overdue(now)]
    if not spans:
        return "none overdue"
    hours = sum(span.total_seconds() for span in spans) / 3600
    return f"{len(spans)} overdue by {hours:,.0f} h in all"


def _due(debt: Debt, now: datetime) -> str | Cell:
    if debt.due is None or debt.closed is not None:
        return ""
    if debt.overdue(now):
        return Cell(f"{age(now - debt.due)} ago", "red")
    return f"in {age(debt.due - now)}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _plain(text: str) -> str:
    """Foreign text in Markdown: shown as it is, never as marks."""
    return _MARKDOWN.sub(r"\\\1", visible(text))


def _code(text: str) -> str:
    return f"`{visible(text).replace('`', 'ˋ')}`"
