"""A block of names and values, the names in one column: how one thing is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import click

from mailbox_gui.command_line.output.colour import faint
from mailbox_gui.core.message.escape import visible


@dataclass(frozen=True, slots=True)
class Painted:
    """A value of our own making, colours included."""

    text: str


def draw_pairs(pairs: Iterable[tuple[str, str | Painted]]) -> None:
    """Print each pair that has a value; foreign text in the values is escaped here."""
    shown = [(name, value) for name, value in pairs if value]
    width = max((len(name) for name, _ in shown), default=0)
    for name, value in shown:
        text = value.text if isinstance(value, Painted) else visible(value)
        click.echo(f"{faint(name.ljust(width))}  {text}")
