"""Columns that stay aligned, wide characters included; on a terminal the long column is cut to fit."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import click

from mailbox_gui.command_line.output.colour import faint
from mailbox_gui.core.message.escape import visible

_GAP = "  "
_LEAST_FLEXIBLE = 12
_LEAST = 6
# Columns that a line with a whole id and signer needs, and a topic of some words.
_WIDE = 150


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a table: foreign text, escaped here, and the colour it is painted in (empty: none)."""

    text: str
    colour: str = ""


def draw_table(headings: Sequence[str], rows: Sequence[Sequence[str | Cell]], *, flexible: int | None = None) -> None:
    """Print `rows` under `headings`; on a terminal the column `flexible` is shortened so that a row is one line.

    On a very narrow one the others are too, but for the last: by what stands there a row is called.
    """
    from rich.cells import cell_len

    cells = [[_escaped(field) for field in row] for row in rows]
    columns = range(len(headings))
    widths = [max(cell_len(text) for text in (headings[at], *(row[at].text for row in cells))) for at in columns]
    if flexible is not None and sys.stdout.isatty():
        _fit(widths, flexible, shutil.get_terminal_size().columns - len(_GAP) * (len(headings) - 1))
    click.echo(faint(_line([Cell(heading) for heading in headings], widths)))
    for row in cells:
        click.echo(_line(row, widths))


def is_wide() -> bool:
    """Whether whole ids and keys fit into a line beside the rest; what is piped on is as wide as it is."""
    return not sys.stdout.isatty() or shutil.get_terminal_size().columns >= _WIDE


def _fit(widths: list[int], flexible: int, room: int) -> None:
    """Shorten columns until all have `room`, as far as they can be."""
    others = sum(widths) - widths[flexible]
    widths[flexible] = min(widths[flexible], max(room - others, _LEAST_FLEXIBLE))
    while sum(widths) > room:
        widest = max(range(len(widths) - 1), key=lambda at: widths[at], default=None)
        if widest is None or widths[widest] <= _LEAST:
            return
        widths[widest] -= 1


def _escaped(field: str | Cell) -> Cell:
    return Cell(visible(field), "") if isinstance(field, str) else Cell(visible(field.text), field.colour)


def _line(row: Sequence[Cell], widths: Sequence[int]) -> str:
    parts: list[str] = []
    for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
        text = fitted(cell.text, width)
        painted = click.style(text, fg=cell.colour) if cell.colour else text
        # Nothing is padded behind the last column: what is piped on carries no blanks at its line ends.
        parts.append(painted if at == len(row) - 1 else painted + _blanks(text, width))
    return _GAP.join(parts).rstrip()


def _blanks(text: str, width: int) -> str:
    from rich.cells import cell_len

    return " " * (width - cell_len(text))


def fitted(text: str, width: int) -> str:
    """`text` in at most `width` columns of a terminal, with an ellipsis where something was cut."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + "…"
