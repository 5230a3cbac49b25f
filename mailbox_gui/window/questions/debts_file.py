"""Writes what the board shows into a file that the owner named, one JSON object a line, as `mailbox debts --json`."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from mailbox_gui.core.debts.answer import members_of
from mailbox_gui.core.debts.debt import KINDS
from mailbox_gui.core.read_models.debt_board import page, spot_of
from mailbox_gui.window.models.debt_board import BoardShape
from mailbox_gui.window.questions.debts import sieve_of
from mailbox_gui.window.questions.source import Source

_PAGE = 500


def write_debts(source: Source, shape: BoardShape, file: Path, now: datetime) -> int:
    """How many were written, column by column in the board's order. Raises OSError; then the file is as it was."""
    partial = file.with_name(f".{file.name}.part")
    count = 0
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as lines:
            for kind in KINDS:
                spot = None
                while found := page(source.connection, kind, sieve_of(shape, now), shape.order, spot=spot, limit=_PAGE):
                    for debt in found:
                        # ASCII: a lone surrogate in foreign text stays an escape.
                        lines.write(f"{json.dumps(members_of(debt, now))}\n")
                    count += len(found)
                    spot = spot_of(found[-1])
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return count
