"""`mailbox why`: the whole fate of a message, by its id or by a file that is it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import click

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.debts import debt_line, debts_beside
from mailbox_gui.command_line.output.json_lines import print_entry, print_object
from mailbox_gui.command_line.output.messages import fate_words, row_pairs
from mailbox_gui.command_line.output.pairs import Painted, draw_pairs
from mailbox_gui.command_line.output.signing import signature_pairs
from mailbox_gui.command_line.shell.completion import complete_ids
from mailbox_gui.command_line.shell.drafts import Waiting, meant, refused_files
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.left_alone import LeftAlone
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.journal.lock import holder
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.detail import CheckResult, MessageDetail, detail
from mailbox_gui.core.read_models.rows import MessageRow

_MARKS = {"passed": "✓", "failed": "✗", "not run": "–"}


@mailbox_command("why", acts=True, reads=True, example="mailbox why agents/builder/rejected/note.md")
@click.argument("wanted", metavar="ID-or-FILE", shell_complete=complete_ids)
def command(session: Session, wanted: str) -> None:
    """Tell what became of a message and why: verdict, checks, reason, hint, the owner's decision, where it lies now.

    FILE may be a draft in an outbox, a file in inbox, done or rejected, or the name alone of one that lies or lay in a
    box of who acts (of anybody where nobody does).
    """
    with History.of(session) as history:
        found = meant(session, history, wanted)
        if isinstance(found, Waiting):
            _say_waiting(session, history, found)
            return
        if isinstance(found, LeftAlone):
            _say_left_alone(session, found)
            return
        told = detail(history.connection, session.office.journal, found)
        opened, closed = history.debts_of([told.row])
        if session.as_json:
            for height in (told.row.height, told.row.decided_height):
                if height is not None:
                    print_entry(history.entry(height), debts_beside(opened, closed, height, session.clock()))
            return
        draw_pairs([*_told(session, told), *_debts(session, opened, closed)])


def _told(session: Session, told: MessageDetail) -> Iterator[tuple[str, str | Painted]]:
    yield from row_pairs(told.row)
    yield from signature_pairs(told.signature)
    yield "fate", fate_words(told.row)
    yield from _reasons(told)
    yield "checks", Painted(_trail(told.trail))
    places = list(_places(session, told.row))
    for place in places or ["no box any more"]:
        yield "lies in", place


def _debts(session: Session, opened: Iterable[Debt], closed: Iterable[Debt]) -> Iterator[tuple[str, str]]:
    """The debts that the message opened and closed, each in a line."""
    now = session.clock()
    yield from (("opened", debt_line(debt, now)) for debt in opened)
    yield from (("closed", debt_line(debt, now)) for debt in closed)


def _reasons(told: MessageDetail) -> Iterator[tuple[str, str]]:
    for number, fault in enumerate(told.faults):
        yield ("refused by" if number == 0 else "also"), f"{fault.check}: {fault.reason}"
        if fault.hint:
            yield "hint", fault.hint
    if told.row.note:
        yield "owner's note", told.row.note


def _trail(trail: tuple[CheckResult, ...]) -> str:
    colours = {"passed": "pass", "failed": "fail", "not run": ""}
    return "  ".join(painted(colours[check.result], f"{_MARKS[check.result]} {check.name}") for check in trail)


def _places(session: Session, row: MessageRow) -> Iterator[str]:
    """Where the message's file lies now."""
    rules = session.rules
    there = rules.participants()
    if row.verdict == "held":
        folders = [session.office.queue]
    elif row.verdict in ("rejected", "declined"):
        folders = [session.office.box(row.sender, "rejected", rules)] if row.sender in there else []
    else:
        boxes = ("inbox", "done")
        folders = [session.office.box(row.recipient, box, rules) for box in boxes] if row.recipient in there else []
    if row.verdict in ("rejected", "declined"):
        yield from refused_files(folders, row)
        return
    for folder in folders:
        if (folder / f"{row.id}.md").is_file():
            yield os.fspath(folder / f"{row.id}.md")


def _say_waiting(session: Session, history: History, draft: Waiting) -> None:
    since = None if draft.sender == OWNER else history.paused_since(draft.sender)
    running = holder(session.office.root)
    if since is not None:
        why = f"the outbox of {draft.sender} is paused; the owner can resume it: mailbox owner resume {draft.sender}"
    elif running is None:
        why = "nobody runs the relay; start it: mailbox relay, or do one pass: mailbox relay --once"
    else:
        why = f"the relay ({running.program}, process {running.pid}) has not judged it yet"
    if session.as_json:
        print_object(
            {"type": "waiting", "id": draft.id, "file": draft.path.name, "folder": draft.sender, "reason": why}
        )
        return
    draw_pairs([("id", draft.id), ("file", os.fspath(draft.path)), ("fate", "still in the outbox"), ("why", why)])


def _say_left_alone(session: Session, found: LeftAlone) -> None:
    if session.as_json:
        told = {"type": "left alone", "file": found.path.name, "folder": found.sender, "reason": found.reason}
        print_object(told | ({"hint": found.hint} if found.hint else {}))
        return
    fate = "still in the outbox: it is no mail, and the relay leaves it alone"
    draw_pairs([("file", os.fspath(found.path)), ("fate", fate), ("why", found.reason), ("hint", found.hint)])
