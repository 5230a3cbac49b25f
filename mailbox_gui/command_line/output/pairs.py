"""A block of names and values, the names in one column: how one thing is shown."""

from __future__ import annotations

from collections.abc import Iterable

import click

from mailbox_gui.command_line.output.colour import faint
from mailbox_gui.core.message.escape import visible


def draw_pairs(pairs: Iterable[tuple[str, str]], *, indent: str = "") -> None:
    """Print each pair with a value; foreign text in the values is escaped here. A name may come again with more."""
    shown = [(name, value) for name, value in pairs if value]
    width = max((len(name) for name, _ in shown), default=0)
    for name, value in shown:
        click.echo(f"{indent}{faint(name.ljust(width))}  {visible(value)}")
