"""The options that commands have in common, and the decorator that makes a function a command."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from mailbox_gui.command_line.shell.completion import complete_participants
from mailbox_gui.command_line.shell.session import Session


def root_option() -> click.Option:
    """`--root DIR`."""
    return click.Option(
        ["--root"],
        metavar="DIR",
        expose_value=False,
        is_eager=True,
        callback=_remember("root"),
        type=click.Path(),
        help="The post office; else $MAILBOX_ROOT, else the one around the current folder, else the user's own.",
    )


def as_option() -> click.Option:
    """`--as NAME`."""
    return click.Option(
        ["--as", "acting"],
        metavar="NAME",
        expose_value=False,
        is_eager=True,
        callback=_remember("acting"),
        shell_complete=complete_participants,
        help="Who acts; else $MAILBOX_AGENT, else whose folder the current one is.",
    )


def json_option() -> click.Option:
    """`--json`."""
    return click.Option(
        ["--json", "as_json"],
        is_flag=True,
        expose_value=False,
        callback=_remember("as_json"),
        help="One JSON object a line, with the journal's keys.",
    )


def mailbox_command(
    name: str, *, example: str, acts: bool = False, reads: bool = False, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function whose first argument is the Session; its docstring is the help.

    `example` is shown at the end of the help; `acts` adds `--as`, `reads` adds `--json`; `--root` is always there.
    What the function returns is the exit status, None being 0.
    """

    def decorate(function: Callable[..., Any]) -> click.Command:
        decorator: Callable[[Callable[..., Any]], click.Command]
        decorator = click.command(name, epilog=example_text(example), **settings)
        made = decorator(_with_session(function))
        # Behind the command's own options.
        made.params += [*([as_option()] if acts else []), *([json_option()] if reads else []), root_option()]
        return made

    return decorate


def example_text(example: str) -> str:
    """The end of a help page; the mark keeps click from folding the line."""
    return f"\b\nExample:\n  {example}"


def _with_session(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def started(*args: Any, **options: Any) -> Any:
        return function(click.get_current_context().ensure_object(Session), *args, **options)

    return started


def _remember(attribute: str) -> Callable[[click.Context, click.Parameter, object], None]:
    def keep(context: click.Context, _parameter: click.Parameter, value: object) -> None:
        # An option left out on the command must not undo the one given before the command's name.
        if value is not None and value is not False:
            setattr(context.ensure_object(Session), attribute, value)

    return keep
