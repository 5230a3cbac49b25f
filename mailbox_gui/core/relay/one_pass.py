"""One full pass with nobody else running the relay: every draft that is there or settles now gets its verdict."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.relay.alone import relay_alone
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.events import event_of
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.state import Clock, Event, Problem, utc_now
from mailbox_gui.core.relay.survey import Looker
from mailbox_gui.core.relay.surveys import look_at_heads


def one_pass(
    office: PostOffice,
    *,
    program: str,
    disk: Disk | None = None,
    clock: Clock = utc_now,
    cache: Path | None = None,
    scanner: Scanner | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> tuple[list[Event], tuple[Problem, ...]]:
    """Take the lock, work off all outboxes, settle time included, give the lock back. The news, and open problems.

    Raises LockHeld and what `open_engine` raises; an OSError in a commit leaves everything to the next recovery.
    """
    reason = "the pass is done"
    with relay_alone(office, program=program, reason=reason, clock=clock, disk=disk, cache=cache, scanner=scanner) as (
        engine,
        tools,
    ):
        looker = Looker(office, tools.disk, tools.scanner)
        return _work_off(engine, tools.problems, looker, on_event), tools.problems.all()


def _work_off(
    engine: Engine, problems: ProblemBook, looker: Looker, on_event: Callable[[Event], None] | None
) -> list[Event]:
    events: list[Event] = []
    # A draft that keeps changing is left to the next pass: nothing is waited for longer than twice the settle time.
    deadline = time.monotonic() + 2 * engine.rules.limits.settle_seconds + 1.0
    rescan = True
    while True:
        step = engine.step(time.time(), time.monotonic(), rescan=rescan)
        rescan = False
        for entry in step.entries:
            event = event_of(entry)
            events.append(event)
            if on_event is not None:
                on_event(event)
        look_at_heads(engine, looker, problems, step.entries)
        if step.next_in is None or (step.next_in > 0 and time.monotonic() + step.next_in > deadline):
            return events
        if step.next_in > 0:
            time.sleep(step.next_in)
