"""What the workspace scan's findings open and close: commits without a report, markers that nobody told of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mailbox_gui.core.debts.book import Book, Marker, Workspace
from mailbox_gui.core.debts.debt import WORK, Debt, How, Kind
from mailbox_gui.core.debts.letter import TELLING, Letter
from mailbox_gui.core.debts.line import Line
from mailbox_gui.core.journal.records import Work, Workaround
from mailbox_gui.core.message.names import OWNER


def tell(letter: Letter, line: Line, book: Book) -> None:
    """A delivered message closes the markers that it names; a report closes all work before it."""
    if letter.kind not in TELLING or letter.sender == OWNER:
        return
    book.tell(letter.sender, letter.words)
    for debt in book.of_markers(letter.sender):
        if debt.marker in letter.words:
            _end([debt], line, "told", letter.id, book)
            marker = book.marker(letter.sender, debt.marker)
            if marker is not None:
                book.put_marker(replace(marker, standing="told"))
    workspace = book.workspace(letter.sender)
    if letter.kind == "report" and workspace is not None:
        _end([book.of_work(letter.sender)], line, "answered", letter.id, book)
        book.put_workspace(replace(workspace, reported=line.height))


def find_marker(record: Workaround, line: Line, book: Book) -> None:
    """A marker was there from the beginning, is new, moved, or gone."""
    known = book.marker(record.agent, record.slug)
    if record.found == "gone":
        _end([book.of_marker(record.agent, record.slug)], line, "removed", "", book)
        book.drop_marker(record.agent, record.slug)
        return
    if known is not None:
        book.put_marker(replace(known, path=record.path, line=record.line))
        debt = book.of_marker(record.agent, record.slug)
        if debt is not None:
            book.change(replace(debt, path=record.path, line=record.line))
        return
    if record.found == "baseline":
        book.put_marker(Marker(record.agent, record.slug, record.path, record.line, record.text, "baseline"))
        book.add(replace(_marker_debt(record, line, book), state="baseline", due=None))
    elif book.told(record.agent, record.slug):
        book.put_marker(Marker(record.agent, record.slug, record.path, record.line, record.text, "told"))
    else:
        book.put_marker(Marker(record.agent, record.slug, record.path, record.line, record.text, "owed"))
        book.add(_marker_debt(record, line, book))


def find_work(record: Work, line: Line, book: Book) -> None:
    """The commits of a workspace were looked at."""
    workspace = book.workspace(record.agent)
    if record.found == "left":
        _end([*book.of_markers(record.agent), book.of_work(record.agent)], line, "left", "", book)
        book.drop_workspace(record.agent)
    elif workspace is None or record.found == "baseline":
        _begin(record, workspace, line, book)
    elif record.seen < max(workspace.reported, workspace.based):
        # The scan began before the last report or waiver: what it counted may be what that was about.
        book.put_workspace(replace(workspace, head=record.head))
    elif record.found == "gone" or not record.commits:
        _end([book.of_work(record.agent)], line, "gone", "", book)
        book.put_workspace(replace(workspace, head=record.head))
    else:
        _count(record, line, book)
        book.put_workspace(replace(workspace, head=record.head))


def _begin(record: Work, before: Workspace | None, line: Line, book: Book) -> None:
    """Counting begins anew; what is owed already stays owed."""
    if before is None:
        before = Workspace(record.agent, record.workspace, line.height, line.at, None, None)
    book.put_workspace(replace(before, folder=record.workspace, head=record.head, base=record.base, based=record.seen))


def _count(record: Work, line: Line, book: Book) -> None:
    known = book.of_work(record.agent)
    debt = known or _debt("report", record.agent, f"{WORK}{record.agent}", "", line, book)
    newest = record.newest or ""
    debt = replace(debt, topic=newest, commits=record.commits, newest=newest, since=record.since or "")
    if known is None:
        book.add(debt)
    else:
        book.change(debt)


def _marker_debt(record: Workaround, line: Line, book: Book) -> Debt:
    debt = _debt("workaround", record.agent, record.slug, record.text, line, book)
    return replace(debt, marker=record.slug, path=record.path, line=record.line)


def _debt(kind: Kind, agent: str, ref: str, topic: str, line: Line, book: Book) -> Debt:
    terms = book.terms()
    return Debt(
        number=0,
        kind=kind,
        debtor=agent,
        creditor=terms.above(agent),
        ref=ref,
        topic=topic,
        sha256=line.hash,
        opened=line.height,
        opened_at=line.at,
        due=terms.due(kind, agent, line.at),
    )


def _end(debts: Iterable[Debt | None], line: Line, how: How, by: str, book: Book) -> None:
    for debt in debts:
        if debt is not None:
            book.change(debt.end(line.height, line.at, how, by))
