"""`mailbox status`: how the post office is, who runs its relay, what lies where."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import click

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.moments import age, full
from mailbox_gui.command_line.output.pairs import draw_pairs
from mailbox_gui.command_line.output.table import draw_table
from mailbox_gui.command_line.shell.boxes import box_counts, not_mail, queue_count
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.folders.layout import BOXES
from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.lock import Holder, holder
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.moments import format_moment
from mailbox_gui.core.relay.state import Problem, RelayState, read_status, status_written

# The relay says every few seconds how it is; when it cannot, as on a full disk, what it said last grows old.
_OLD_AFTER: Final = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class _Status:
    root: str
    holder: Holder | None
    state: RelayState | None
    heard: datetime | None
    height: int | None
    boxes: Mapping[str, Mapping[str, int | None]]
    queue: int | None
    not_mail: tuple[str, ...]
    free: int


@mailbox_command("status", reads=True, example="mailbox status")
def command(session: Session) -> None:
    """Show the root, the relay and where it runs, what lies in the folders, the height, and what wants attention."""
    status = _look(session)
    if session.as_json:
        print_object(_object(status))
    else:
        _draw(status, session.clock())


def _look(session: Session) -> _Status:
    office, rules = session.office, session.rules
    running, state = holder(office.root), read_status(office)
    if state is not None and running is not None and running.pid is not None and state.pid != running.pid:
        state = None  # That was an earlier life.
    try:
        height = JournalReader(office.journal).last_height()
    except DamagedLine:
        height = None
    return _Status(
        root=os.fspath(office.root),
        holder=running,
        state=state,
        heard=status_written(office),
        height=height,
        boxes={name: box_counts(office, name, rules) for name in rules.participants()},
        queue=queue_count(office),
        not_mail=tuple(path for name in rules.participants() for path in not_mail(office, name, rules)),
        free=shutil.disk_usage(office.root).free,
    )


def _draw(status: _Status, now: datetime) -> None:
    state = status.state
    running = status.holder is not None
    draw_pairs(
        [
            ("root", status.root),
            ("relay", _relay_words(status.holder, state)),
            ("since", full(status.holder.since) if status.holder and status.holder.since else ""),
            ("heard of", _silence(status, now)),
            ("watcher", state.watcher if state and running else ""),
            ("last pass", _ago(state.last_pass, now) if state and state.last_pass else ""),
            ("height", str(status.height) if status.height is not None else "the journal is damaged: mailbox verify"),
            ("queue", f"{status.queue} waiting for the owner" if status.queue is not None else "cannot be read"),
            ("free disk", _size(status.free)),
        ]
    )
    click.echo()
    table = [
        [name, *("missing" if counts[box] is None else str(counts[box]) for box in BOXES)]
        for name, counts in status.boxes.items()
    ]
    draw_table(["", *(box.upper() for box in BOXES)], table)
    for path in status.not_mail:
        click.echo(f"{painted('note', 'not mail')}  {visible(path)}")
    for problem in state.problems if state and running else ():
        click.echo(f"{painted('fail', 'problem')}   {visible(_problem_words(problem))}")


def _silence(status: _Status, now: datetime) -> str:
    """That the running relay has not said for long how it is; empty where it has."""
    if status.holder is None or status.heard is None or now - status.heard <= _OLD_AFTER:
        return ""
    return f"last {_ago(status.heard, now)}; since then it could not say how it is: look at the disk, mailbox doctor"


def _ago(moment: datetime, now: datetime) -> str:
    return f"{age(now - moment)} ago ({full(moment)})"


def _relay_words(running: Holder | None, state: RelayState | None) -> str:
    if running is None:
        return "not running; start it with: mailbox relay (or the window)"
    words = f"running in {running.program or 'another program'}"
    if running.pid is not None:
        words += f", process {running.pid}"
    if state is not None and state.pid == running.pid and state.phase != "running":
        words += f" ({state.phase}{': ' + state.reason if state.reason else ''})"
    return words


def _problem_words(problem: Problem) -> str:
    return f"{problem.text}; {problem.advice}" if problem.advice else problem.text


def _size(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:,.0f} {unit}" if unit in ("bytes", "KiB") else f"{size:,.1f} {unit}"
        size /= 1024
    return f"{size:,.1f} TiB"


def _object(status: _Status) -> dict[str, object]:
    running, state = status.holder, status.state
    relay: dict[str, object] = {"running": running is not None}
    if running is not None:
        relay |= {"program": running.program, "pid": running.pid}
        relay |= {"since": format_moment(running.since)} if running.since else {}
        if state is not None:
            relay |= {"phase": state.phase, "watcher": state.watcher}
        if status.heard is not None:
            relay["heard"] = format_moment(status.heard)
    if state is not None and state.last_pass is not None:
        relay["last_pass"] = format_moment(state.last_pass)
    return {
        "root": status.root,
        "relay": relay,
        "height": status.height,
        "queue": status.queue,
        "folders": {name: dict(counts) for name, counts in status.boxes.items()},
        "not_mail": list(status.not_mail),
        "problems": [
            {"kind": problem.kind, "where": problem.where, "text": problem.text, "advice": problem.advice}
            for problem in (state.problems if state and running else ())
        ],
        "free_bytes": status.free,
    }
