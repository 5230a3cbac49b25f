"""What closes the debt of a message: an answer that names it, an answer to what was escalated, the owner's word."""

from __future__ import annotations

from dataclasses import replace

from mailbox_gui.core.debts.answering import may_answer
from mailbox_gui.core.debts.book import Book
from mailbox_gui.core.debts.debt import WORK, Debt, How
from mailbox_gui.core.debts.letter import Letter, topic_key
from mailbox_gui.core.debts.line import Line
from mailbox_gui.core.journal.records import Decided
from mailbox_gui.core.message.ids import is_id

_ANSWERS = ("reply", "report")


def answer(letter: Letter, line: Line, book: Book) -> None:
    """An answer closes what it names; one that names nothing is kept beside the debts that it may be meant for."""
    if letter.kind not in _ANSWERS:
        return
    if not letter.ref:
        for debt in book.between(letter.sender, letter.recipient, topic_key(letter.topic)):
            if may_answer(debt, letter.kind, letter.sender, letter.recipient):
                book.change(replace(debt, probable=letter.id))
        return
    answered = [
        debt for debt in book.of_message(letter.ref) if may_answer(debt, letter.kind, letter.sender, letter.recipient)
    ]
    for debt in answered:
        _end(debt, line, "answered", letter.id, book)
    if answered:
        _settle_escalations(letter.ref, letter.sender, line, letter.id, book)


def decide(record: Decided, line: Line, book: Book) -> None:
    """The owner approved or declined a held message."""
    for debt in book.of_message(record.ref):
        if debt.held:
            _end(debt, line, "decided", record.id, book)


def waive(record: Decided, line: Line, book: Book) -> None:
    """The owner does without what is called `ref`."""
    for debt in waivable(record.ref, record.header.get("to", ""), book):
        _end(debt, line, "waived", record.id, book)
        if debt.marker:
            marker = book.marker(debt.debtor, debt.marker)
            if marker is not None:
                book.put_marker(replace(marker, standing="waived"))
        elif debt.commits is not None:
            workspace = book.workspace(debt.debtor)
            if workspace is not None:
                # What was counted is waived; commits after it are counted anew.
                book.put_workspace(replace(workspace, base=workspace.head, based=line.height))


def waivable(name: str, recipient: str, book: Book) -> list[Debt]:
    """The live debts of that name: of a message, or, where `recipient` is the debtor, of a marker or of commits.

    What is held is not waived but decided.
    """
    if is_id(name):
        return [debt for debt in book.of_message(name) if not debt.held]
    debt = book.of_work(name.removeprefix(WORK)) if name.startswith(WORK) else book.of_marker(recipient, name)
    return [debt] if debt is not None and debt.live and debt.debtor == recipient else []


def _settle_escalations(message_id: str, debtor: str, line: Line, by: str, book: Book) -> None:
    """When the last that was owed for a message is answered, nobody owes an answer to its escalation any more."""
    if any(debt.debtor == debtor for debt in book.of_message(message_id)):
        return
    for debt in book.of_escalations(message_id):
        if debt.creditor == debtor:
            _end(debt, line, "original answered", by, book)
            _settle_escalations(debt.ref, debt.debtor, line, by, book)


def _end(debt: Debt, line: Line, how: How, by: str, book: Book) -> None:
    book.change(debt.end(line.height, line.at, how, by))
    if debt.origin:
        _wait_for_others(debt.origin, debt.creditor, book)


def _wait_for_others(message_id: str, debtor: str, book: Book) -> None:
    """What waited on an escalation waits on the newest one that is still open, or is simply open again."""
    asked = [debt.debtor for debt in book.of_escalations(message_id) if debt.creditor == debtor]
    waits_for = asked[-1] if asked else ""
    for debt in book.of_message(message_id):
        if debt.debtor == debtor and debt.waiting_on != waits_for and not debt.held:
            book.change(debt.wait_for(waits_for))
