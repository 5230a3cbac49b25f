"""`mailbox owner queue`: what waits for the owner."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import click

from mailbox_gui.command_line.output.json_lines import print_entry
from mailbox_gui.command_line.output.messages import called, say_nothing_here
from mailbox_gui.command_line.output.moments import age
from mailbox_gui.command_line.output.table import draw_table
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.folders.plain_files import hash_plain
from mailbox_gui.core.read_models.rows import MessageRow

State = Literal["changed", "missing"]
_TOPIC = 3
_WORDS: Final[dict[State, str]] = {"changed": "was changed", "missing": "is missing"}


@mailbox_command("queue", reads=True, example="mailbox owner queue")
def command(session: Session) -> None:
    """List the held messages, the one that waits longest first."""
    with History.of(session) as history:
        waiting = history.waiting()
        if session.as_json:
            for row in waiting:
                state = _state_in_queue(row, session.office.queue)
                print_entry(history.entry(row.height), {} if state is None else {"queue_file": state})
            return
    if not waiting:
        say_nothing_here("nothing waits for you")
        return
    now = session.clock()
    table = [
        [age(now - row.at), f"{row.sender} → {row.recipient}", row.kind, row.topic, called(row)] for row in waiting
    ]
    draw_table(["WAITS", "FROM → TO", "KIND", "TOPIC", "ID"], table, flexible=_TOPIC)
    _say_changed(waiting, session.office.queue)


def _say_changed(waiting: Sequence[MessageRow], queue: Path) -> None:
    """What lies in the queue is what an approval would let go: a file that is not the journal's is said."""
    for row in waiting:
        state = _state_in_queue(row, queue)
        if state is not None:
            click.echo(
                f"{row.id}: its file in the queue {_WORDS[state]}; it cannot be approved as it is: stop the relay and "
                "run mailbox reindex, which puts the journalled bytes back",
                err=True,
            )


def _state_in_queue(row: MessageRow, queue: Path) -> State | None:
    """What is wrong with the file of a held message, None where nothing is."""
    path = queue / f"{row.id}.md"
    if hash_plain(path) == row.sha256:
        return None
    return "changed" if os.path.lexists(path) else "missing"
