"""`mailbox relay`: runs the relay without a window."""

from __future__ import annotations

import gc
import threading

import click

from mailbox_gui.command_line.output.news import say_event
from mailbox_gui.command_line.shell.failure import DONE
from mailbox_gui.command_line.shell.log import log_to_file
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.command_line.shell.stop_signals import StopSignals
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.relay.state import Batch, Event, Problem, RelayState, utc_now

PROGRAM = "mailbox relay"


@mailbox_command("relay", reads=True, example="mailbox relay --once")
@click.option("--once", is_flag=True, help="One full pass over all drafts, settle time included, and end.")
def command(session: Session, once: bool) -> int:
    """Judge, deliver, hold and refuse what agents send, until Ctrl-C or SIGTERM; a line for every verdict.

    There is one relay in a post office: the window runs one too.
    """
    if once:
        _once(session)
        return DONE
    return _run(session)


def _once(session: Session) -> None:
    from mailbox_gui.core.relay.one_pass import one_pass

    def say(event: Event) -> None:
        say_event(event, as_json=session.as_json)

    _, problems = one_pass(session.office, program=PROGRAM, clock=session.clock, cache=session.cache, on_event=say)
    for problem in problems:
        _say_problem(problem)


def _run(session: Session) -> int:
    from mailbox_gui.core.disk import Disk
    from mailbox_gui.core.relay.loop import run_relay

    log_to_file()
    # What is loaded now stays: looking through it for garbage again and again would cost a tenth of the work.
    gc.collect()
    gc.freeze()
    stop, wake = threading.Event(), threading.Event()
    news = _News(session)

    def end() -> None:
        stop.set()
        wake.set()

    with StopSignals(end):
        run_relay(
            session.office,
            program=PROGRAM,
            stop=stop,
            wake=wake,
            publish=news.publish,
            disk=Disk(),
            clock=utc_now,
            cache=session.cache,
        )
    click.echo("The relay has stopped.", err=True)
    return DONE


class _News:
    """What the loop publishes, as lines: verdicts to stdout; its state and problems to stderr, whenever they change."""

    def __init__(self, session: Session) -> None:
        self._root = session.office.root
        self._as_json = session.as_json
        self._phase = ""
        self._problems: dict[tuple[str, str], Problem] = {}

    def publish(self, batch: Batch) -> None:
        self._say_phase(batch.state)
        for event in batch.events:
            say_event(event, as_json=self._as_json)
        now = {(problem.kind, problem.where): problem for problem in batch.state.problems}
        for key, problem in now.items():
            if key not in self._problems:
                _say_problem(problem)
        for key, problem in self._problems.items():
            if key not in now:
                click.echo(visible(f"  over: {problem.text}"), err=True)
        self._problems = now

    def _say_phase(self, state: RelayState) -> None:
        # The first state comes when the lock is taken: a second relay never says that it starts.
        before, self._phase = self._phase, state.phase
        if state.phase == before:
            return
        if state.phase == "starting":
            click.echo(f"The relay of {self._root} is starting; Ctrl-C stops it.", err=True)
        elif state.phase == "running":
            again = " again" if before == "failed" else ""
            click.echo(f"The relay is running{again}, at height {state.height}.", err=True)


def _say_problem(problem: Problem) -> None:
    advice = f"; {problem.advice}" if problem.advice else ""
    click.echo(click.style(visible(f"! {problem.text}{advice}"), fg="yellow"), err=True)
