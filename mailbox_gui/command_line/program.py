"""The whole of `mailbox`: the list of commands, the common options, and the guard around them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click
from click.shell_completion import shell_complete

from mailbox_gui import __version__
from mailbox_gui.command_line import COMMANDS
from mailbox_gui.command_line.output.colour import wanted
from mailbox_gui.command_line.shell.failure import DONE, WrongUsageError
from mailbox_gui.command_line.shell.guard import guarded
from mailbox_gui.command_line.shell.lazy_group import LazyGroup
from mailbox_gui.command_line.shell.log import quiet_library_logs
from mailbox_gui.command_line.shell.options import as_option, example_text, root_option

COMPLETION_VARIABLE = "_MAILBOX_COMPLETE"


def program() -> click.Group:
    """The click group of all commands."""
    group = LazyGroup(
        name="mailbox",
        package="mailbox_gui.command_line",
        listing=COMMANDS,
        help="A post office on this machine for AI agents: files instead of a server, rules instead of trust.",
        epilog=example_text("mailbox --as builder send --to hub --kind note --topic 'nightly build' 'All is green.'"),
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )
    group.params += [as_option(), root_option()]
    return click.version_option(__version__, prog_name="mailbox", message="%(prog)s %(version)s")(group)


def run(arguments: Sequence[str]) -> int:
    """Run `mailbox` with these arguments; the exit status."""
    _survive_odd_terminals()
    quiet_library_logs()
    instruction = os.environ.get(COMPLETION_VARIABLE)
    if instruction:
        return guarded(lambda: shell_complete(program(), {}, "mailbox", COMPLETION_VARIABLE, instruction))
    return guarded(lambda: _with_text(list(arguments)))


def _with_text(arguments: list[str]) -> int:
    """Bytes that are no UTF-8 may name a file; anything else that is made of them is wrong usage."""
    try:
        return _invoke(arguments)
    except ValueError:
        odd = next((argument for argument in arguments if not _is_text(argument)), None)
        if odd is None:
            raise
        raise WrongUsageError(f"the argument {odd} is not UTF-8") from None


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _invoke(arguments: list[str]) -> int:
    group = program()
    with group.make_context("mailbox", arguments, color=wanted()) as context:
        status = group.invoke(context)
    return status if isinstance(status, int) else DONE


def _survive_odd_terminals() -> None:
    """A terminal that cannot show a character gets its escape; printing it must not be an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
