"""`mailbox done`: moves handled mail from the inbox to done/, which is what marks it as read."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mailbox_gui.command_line.shell.completion import complete_ids
from mailbox_gui.command_line.shell.failure import DONE, NO, AnswerIsNoError
from mailbox_gui.command_line.shell.guard import say
from mailbox_gui.command_line.shell.history import require_enough
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import move_numbered
from mailbox_gui.core.read_models.mailboxes import file_names


@mailbox_command("done", acts=True, example="mailbox --as builder done 20261130T090000Z-hub")
@click.argument("message_ids", metavar="ID...", nargs=-1, required=True, shell_complete=complete_ids)
def command(session: Session, message_ids: tuple[str, ...]) -> int:
    """Move messages from the inbox of who acts to its done/ folder; what lies there is never replaced."""
    name = session.acting_participant()
    inbox = session.office.box(name, "inbox", session.rules)
    done = session.office.box(name, "done", session.rules)
    status = DONE
    for wanted in message_ids:
        try:
            file = _file(inbox, done, name, wanted)
            target = move_numbered(Disk(), os.fspath(inbox / file), os.fspath(done), file)
            click.echo(target)
        except FileNotFoundError:
            say(f"{wanted}: it has just been moved by somebody else")
            status = NO
        except AnswerIsNoError as failure:
            say(failure.text)
            status = NO
    return status


def _file(inbox: Path, done: Path, name: str, wanted: str) -> str:
    """The one file of the inbox that `wanted` names by the start of its id, or by that of its hash."""
    wanted = wanted.removesuffix(".md")
    require_enough(wanted)
    found = _named(file_names(inbox), wanted)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        listed = ", ".join(file.removesuffix(".md") for file in found[:5])
        raise AnswerIsNoError(f"{wanted!r} could be any of {listed}: give more of the id")
    if _named(file_names(done), wanted):
        raise AnswerIsNoError(f"{wanted}: it lies in done/ already")
    raise AnswerIsNoError(f"{wanted}: not in the inbox of {name} ({inbox}); mailbox inbox {name} lists it")


def _named(files: list[str], wanted: str) -> list[str]:
    exact = [file for file in files if file == f"{wanted}.md"]
    return exact or [
        file
        for file in files
        if wanted and (file.startswith(wanted) or file.removesuffix(".md").rpartition("-")[2].startswith(wanted))
    ]
