"""The fold: one line of the journal after the other into the book of debts. Pure; what it costs does not grow."""

from __future__ import annotations

from mailbox_gui.core.debts import closing, opening, workspaces
from mailbox_gui.core.debts.book import Book
from mailbox_gui.core.debts.letter import Letter, letter_of, notice_of
from mailbox_gui.core.debts.line import Line
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rules, Work, Workaround


def fold(entry: Entry, book: Book) -> None:
    """Let one line of the journal open and close debts in `book`. Lines are to come in their order, each once."""
    line = Line(entry.height, entry.at, entry.hash)
    record = entry.record
    match record:
        case Accepted():
            _deliver(letter_of(record), line, book)
        case Held():
            letter = letter_of(record)
            book.hold(letter)
            opening.hold(letter, line, book)
        case Decided():
            _decide(record, line, book)
        case Rules() if record.text is not None:
            book.use_terms(record.text)
        case Work():
            workspaces.find_work(record, line, book)
        case Workaround():
            workspaces.find_marker(record, line, book)
        case _:
            pass


def _deliver(letter: Letter, line: Line, book: Book) -> None:
    """What a delivery closes, and then what it opens."""
    closing.answer(letter, line, book)
    workspaces.tell(letter, line, book)
    opening.deliver(letter, line, book)


def _decide(record: Decided, line: Line, book: Book) -> None:
    if record.verdict == "waive":
        closing.waive(record, line, book)
    else:
        closing.decide(record, line, book)
        letter = book.release(record.ref)
        if letter is not None and record.verdict == "approve":
            _deliver(letter, line, book)
    opening.deliver(notice_of(record), line, book)
