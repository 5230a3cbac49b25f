"""Cards: titles on two lines at most, and heights that follow from what is on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.window.delegates.card_delegate import ACTIONS, CARD, GAP, LINE, CardDelegate, two_lines
from mailbox_gui.window.draw.canvas import text_width
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from tests.support.clock import NOON

ROW = DebtRow(
    Debt(7, "reply", "builder", "hub", "r", "t", "00", 1, NOON, NOON), "builder", "hub", "short", "owes a reply"
)


@pytest.mark.parametrize(
    "title",
    [
        "",
        "short",
        "Which Python version does site-api need?",
        "x" * 500,
        "ж" * 40 + " " + "я" * 40,
        "a " * 400,
        " lead",
    ],
)
@pytest.mark.parametrize("room", [40, 120, 225, 900])
def test_two_lines_fit_and_lose_no_beginning(theme: Theme, title: str, room: int) -> None:
    lines = two_lines(title, room)
    font = fonts.sans(fonts.BASE, fonts.MEDIUM)
    assert 1 <= len(lines) <= 2
    assert all(text_width(line, font) <= room + 1 for line in lines)
    assert title.startswith(lines[0])
    if len(lines) == 1:
        assert lines[0] == title


@pytest.mark.parametrize(
    ("row", "more"),
    [
        (ROW, 0),
        (replace(ROW, title="Which Python version does site-api need?"), LINE),
        (replace(ROW, detail="ci.toml:8"), LINE),
        (replace(ROW, detail="ci.toml:8", hint="perhaps answered"), 2 * LINE),
    ],
)
def test_a_card_is_as_high_as_what_is_on_it(theme: Theme, row: DebtRow, more: int) -> None:
    delegate = CardDelegate(theme, lambda: NOON)
    assert delegate.height(row, 251) == CARD + GAP + more
    delegate.grown = row.number
    assert delegate.height(row, 251) == CARD + GAP + more + ACTIONS
