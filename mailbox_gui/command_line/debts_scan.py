"""`mailbox debts scan`: has all workspaces scanned now, and tells what is new there."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.journal_lines import entry_words
from mailbox_gui.command_line.output.json_lines import print_entry
from mailbox_gui.command_line.shell.failure import UnusableError
from mailbox_gui.command_line.shell.guard import say
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.session import PROGRAM, Session
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Work, Workaround
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models import debt_lists
from mailbox_gui.core.read_models.trust import reached

_WAIT_SECONDS = 120.0


def scan(session: Session) -> None:
    """Scan, and print what the scan wrote into the journal. Raises UnusableError when the relay does not answer."""
    from mailbox_gui.core.folders.user_folders import scanner_cache
    from mailbox_gui.core.relay.scan_pass import NoScan, scan_now

    with History.of(session) as history:
        height, _, place = reached(history.connection)
    try:
        problems = scan_now(
            session.office, program=PROGRAM, wait=_WAIT_SECONDS, clock=session.clock, cache=scanner_cache()
        )
    except NoScan as error:
        raise UnusableError(str(error)) from None
    with History.of(session) as history:
        found = [
            entry for entry in history.journal.entries(height, place) if isinstance(entry.record, Work | Workaround)
        ]
        owed = debt_lists.owed_count(history.connection)
    for problem in problems:
        say(f"{problem.text}{f'; {problem.advice}' if problem.advice else ''}")
    if session.as_json:
        for entry in found:
            print_entry(entry)
        return
    for entry in found:
        click.echo(_line(entry))
    workspaces = sum(rule.workspace is not None for rule in session.rules.agents.values())
    click.echo(f"{workspaces} workspaces scanned, {len(found)} lines new, {owed} debts open (mailbox debts)", err=True)


def _line(entry: Entry) -> str:
    return visible("  ".join(entry_words(entry)))
