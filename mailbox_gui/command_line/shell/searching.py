"""Searching the history: what `journal QUERY` and `search` have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from mailbox_gui.command_line.output.json_lines import print_entry
from mailbox_gui.command_line.output.messages import draw_messages, say_nothing_here
from mailbox_gui.command_line.shell.failure import DONE, NO
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.query import parse_query
from mailbox_gui.core.message.query_notes import query_notes

if TYPE_CHECKING:
    from mailbox_gui.command_line.shell.history import History
    from mailbox_gui.command_line.shell.session import Session

LIMIT = 50
_HEAD = re.compile(r"(-?(?:[A-Za-z]+:)?)(.*)", re.DOTALL)

# A term may begin with a minus; `-check:header` must not be read as a row of short options with an -h among them.
QUERY_SETTINGS = {"ignore_unknown_options": True, "help_option_names": ["--help"]}


class QueryCommand(click.Command):
    """A command whose arguments are a query: `-h` is help only where it stands alone."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, with the short name of --help put in its place."""
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, ["--help" if word == "-h" else word for word in args[:end]] + args[end:])


limit_option = click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, metavar="N", help="At most so many."
)


def query_text(arguments: tuple[str, ...]) -> str:
    """The query typed as these arguments: one is taken to the letter, of several each with blanks in it is a phrase."""
    return arguments[0] if len(arguments) == 1 else " ".join(_quoted(argument) for argument in arguments)


def _quoted(argument: str) -> str:
    """The quotes that the shell took away from `-topic:"nightly build"`."""
    if '"' in argument or " " not in argument.strip():
        return argument
    head, phrase = _HEAD.fullmatch(argument).groups()  # type: ignore[union-attr]  # it matches every text
    return f'{head}"{phrase}"'


def show_found(session: Session, history: History, text: str, limit: int) -> int:
    """Print what the query `text` asks for, newest first; 1 when there is nothing. Likely slips are told on stderr."""
    for note in query_notes(text, session.rules.participants()):
        click.echo(f"note: {visible(note)}", err=True)
    rows = history.search(parse_query(text), limit + 1)
    shown = rows[:limit]
    if session.as_json:
        for row in shown:
            print_entry(history.entry(row.height))
    elif shown:
        draw_messages(shown, history.delegations_to(shown))
    if not shown:
        say_nothing_here("nothing was found")
        return NO
    if len(rows) > limit:
        say_nothing_here(f"the newest {limit}; there are more: --limit N")
    return DONE
