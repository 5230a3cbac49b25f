"""`mailbox broker serve`: the relay, and the HTTP port for agents without a key."""

from __future__ import annotations

import errno
import importlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from mailbox_gui.command_line.output.news import RelayNews
from mailbox_gui.command_line.shell.failure import DONE, UnusableError
from mailbox_gui.command_line.shell.log import log_to_file
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.command_line.shell.stop_signals import StopSignals

PROGRAM = "mailbox broker"
# Faces do not know each other: what puts the broker's and the relay's parts together is the composition's to say.
_COMPOSITION = "mailbox_gui.app.serving"


@contextmanager
def _said_if_taken(port: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise UnusableError(f"port {port} is taken by another program; --port 0 picks a free one") from None


@mailbox_command("serve", reads=True, example="mailbox broker serve --port 4747")
@click.option("--port", type=click.IntRange(0, 65_535), default=4747, show_default=True, help="0 picks a free one.")
@passphrase_file_option
def command(session: Session, port: int, passphrase_file: Path | None) -> int:
    """Run the relay and answer agents on 127.0.0.1 and ::1, until Ctrl-C or SIGTERM; the address is printed.

    The owner's key is needed at the start: the agents' channel keys are encrypted with it.
    """
    serving = importlib.import_module(_COMPOSITION)
    key = unlocked(session, passphrase_file)
    log_to_file()
    stop, wake = threading.Event(), threading.Event()
    news = RelayNews(session.office.root, as_json=session.as_json)

    def end() -> None:
        stop.set()
        wake.set()

    with StopSignals(end), _said_if_taken(port):
        serving.run_relay_with_broker(
            session.office,
            key,
            program=PROGRAM,
            port=port,
            stop=stop,
            wake=wake,
            publish=news.publish,
            say_address=click.echo,
            cache=session.cache,
        )
    click.echo("The relay has stopped.", err=True)
    return DONE
