"""One scan of all workspaces for a command: by the relay that runs, or alone where none does."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.lock import LockHeld, holder
from mailbox_gui.core.journal.records import Record
from mailbox_gui.core.relay.alone import relay_alone
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.state import Clock, Problem, read_status, utc_now
from mailbox_gui.core.relay.survey import Looker, left_behind, workspaces_of
from mailbox_gui.core.relay.surveys import say_troubles
from mailbox_gui.core.workspaces.trouble import KINDS

_LOOK_EVERY: Final = 0.05
# Lines under one commit.
_AT_ONCE: Final = 64


class NoScan(Exception):
    """The relay that runs did not scan in time."""


def scan_now(
    office: PostOffice,
    *,
    program: str,
    wait: float,
    clock: Clock = utc_now,
    disk: Disk | None = None,
    cache: Path | None = None,
    scanner: Scanner | None = None,
) -> tuple[Problem, ...]:
    """Scan all workspaces now and have what was found in the index; the problems met.

    Waits `wait` seconds for the relay that runs. Raises NoScan, and what `relay_alone` raises but LockHeld.
    """
    disk = disk or Disk()
    deadline = time.monotonic() + wait
    while True:
        if holder(office.root) is not None:
            if _asked(office, disk, deadline):
                status = read_status(office)
                found = status.problems if status is not None else ()
                return tuple(problem for problem in found if problem.kind in KINDS)
            continue
        try:
            with relay_alone(
                office,
                program=program,
                reason="the scan is done",
                clock=clock,
                disk=disk,
                cache=cache,
                scanner=scanner,
            ) as (engine, tools):
                scan_alone(engine, Looker(office, disk, tools.scanner), tools.problems)
                return tools.problems.all()
        except LockHeld:
            continue


def scan_alone(
    engine: Engine, looker: Looker, problems: ProblemBook, on_each: Callable[[], None] | None = None
) -> None:
    """Scan all workspaces in this thread, the first time as long as it takes, and record what was found."""
    never = threading.Event()
    _record(engine, left_behind(engine.reading, engine.rules))
    for agent in workspaces_of(engine.rules):
        while True:
            survey = looker.look(engine.reading, agent, engine.rules, never, every_line=True)
            say_troubles(problems, survey)
            _record(engine, survey.records)
            if on_each is not None:
                on_each()
            if not survey.unfinished:
                break


def _record(engine: Engine, lines: Sequence[Record]) -> None:
    for start in range(0, len(lines), _AT_ONCE):
        engine.record(*lines[start : start + _AT_ONCE])
    engine.project()


def _asked(office: PostOffice, disk: Disk, deadline: float) -> bool:
    """Whether the relay that runs scanned; False when it stopped running meanwhile. Raises NoScan."""
    token = secrets.token_hex(16)
    partial = office.relay / f".scan-wanted.{token}.tmp"
    disk.write_new(partial, token.encode())
    disk.rename_over(partial, office.scan_wanted)
    while holder(office.root) is not None:
        try:
            if office.scan_done.read_text() == token:
                return True
        except OSError:
            pass
        if time.monotonic() > deadline:
            raise NoScan("the relay that runs did not finish a scan in time; it goes on in the background")
        time.sleep(_LOOK_EVERY)
    return False
