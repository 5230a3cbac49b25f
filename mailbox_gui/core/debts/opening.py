"""What opens a debt: delivery of a message that asks for something, and holding one for the owner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from mailbox_gui.core.debts.book import Book
from mailbox_gui.core.debts.debt import Debt, Kind
from mailbox_gui.core.debts.letter import Letter
from mailbox_gui.core.debts.line import Line
from mailbox_gui.core.debts.terms import Terms
from mailbox_gui.core.message.names import OWNER

# What the owner has to decide when it is addressed to the owner.
_OWNERS: Final = frozenset({"question", "request", "escalation", "task"})
_ANSWERS: Final[tuple[Kind, ...]] = ("reply", "report")


def hold(letter: Letter, line: Line, book: Book) -> None:
    """A message waits in the owner's queue: the owner owes a decision."""
    book.add(replace(_debt("decision", OWNER, letter, line, book.terms()), held=True))


def deliver(letter: Letter, line: Line, book: Book) -> None:
    """A message is in its recipient's inbox: what it asks for is owed from now on."""
    terms = book.terms()
    passed_on = _passed_on(letter, terms, book)
    for kind in _asked_for(letter, terms, passed_on=bool(passed_on)):
        debt = _debt(kind, letter.recipient, letter, line, terms)
        answers_escalation = kind in ("reply", "decision") and passed_on
        book.add(replace(debt, origin=letter.ref) if answers_escalation else debt)
    for debt in passed_on:
        book.change(debt.wait_for(letter.recipient))


def _asked_for(letter: Letter, terms: Terms, *, passed_on: bool) -> Iterable[Kind]:
    """What is owed by the recipient, each once."""
    if letter.kind == "note":
        return ()
    if letter.recipient == OWNER:
        return ("decision",) if letter.kind in _OWNERS or letter.requires in _ANSWERS else ()
    asked = {letter.requires, terms.obligations.get(letter.kind)}
    if letter.kind == "task":
        # Whatever the rules say of tasks beside it.
        asked.add("report")
    if passed_on:
        asked.add("reply")
    return [kind for kind in _ANSWERS if kind in asked]


def _passed_on(letter: Letter, terms: Terms, book: Book) -> list[Debt]:
    """The sender's own debts that an escalation to the hub or the owner is about."""
    if letter.kind != "escalation" or not letter.ref or letter.recipient not in (terms.hub, OWNER):
        return []
    return [debt for debt in book.of_message(letter.ref) if debt.debtor == letter.sender and debt.kind in _ANSWERS]


def _debt(kind: Kind, debtor: str, letter: Letter, line: Line, terms: Terms) -> Debt:
    return Debt(
        number=0,
        kind=kind,
        debtor=debtor,
        creditor=letter.sender,
        ref=letter.id,
        topic=letter.topic,
        sha256=letter.sha256,
        opened=line.height,
        opened_at=line.at,
        due=letter.due or terms.due(kind, debtor, line.at),
    )
