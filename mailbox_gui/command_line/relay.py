"""`mailbox relay`: runs the relay without a window."""

from __future__ import annotations

import gc
import threading

import click

from mailbox_gui.command_line.output.news import RelayNews, say_event, say_problem
from mailbox_gui.command_line.shell.failure import DONE
from mailbox_gui.command_line.shell.log import log_to_file
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.command_line.shell.stop_signals import StopSignals
from mailbox_gui.core.relay.state import Event, utc_now

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
        say_problem(problem)


def _run(session: Session) -> int:
    from mailbox_gui.core.disk import Disk
    from mailbox_gui.core.relay.loop import run_relay

    log_to_file()
    # What is loaded now stays: looking through it for garbage again and again would cost a tenth of the work.
    gc.collect()
    gc.freeze()
    stop, wake = threading.Event(), threading.Event()
    news = RelayNews(session.office.root, as_json=session.as_json)

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
