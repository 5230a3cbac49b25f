"""One column of the board: however long it is, a part of it is kept, and what is in sight stays in sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.window.models.debt_board import ColumnPage, Window
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.panes import debts_column
from mailbox_gui.window.panes.debts_column import DebtsColumn
from mailbox_gui.window.theme.theme import Theme
from tests.support.clock import NOON

NOTHING: frozenset[int] = frozenset()


def rows(first: int, last: int) -> tuple[DebtRow, ...]:
    made = []
    for number in range(first, last + 1):
        due = NOON + timedelta(minutes=number)
        debt = Debt(number, "reply", "builder", "hub", f"r{number}", "t", "00", number, NOON, due)
        made.append(DebtRow(debt, "builder", "hub", f"debt {number}", "owes hub a reply"))
    return tuple(made)


@pytest.fixture
def column(theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[DebtsColumn]:
    monkeypatch.setattr(debts_column, "MOST", 20)
    # The screen of the tests complains of a window with hints of its size: the column is a part of one.
    window = QWidget()
    qtbot.addWidget(window)
    made = DebtsColumn(theme, lambda: NOON, "reply", window)
    made.resize(267, 400)
    window.show()
    made.show_page(ColumnPage("reply", rows(1, 15), below=True, owed=100, overdue=2), Window(None, 0), NOTHING)
    made.view.doItemsLayout()
    yield made
    theme.changed.disconnect(made._recolour)


def numbers(column: DebtsColumn) -> list[int]:
    return [row.number for row in column.model.rows()]


def test_scrolled_to_an_end_it_asks_once(column: DebtsColumn) -> None:
    asked: list[int] = []
    column.more_asked.connect(asked.append)
    bar = column.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    bar.setValue(bar.maximum() - 1)
    assert asked == [1], "there is nothing above"
    column.add_failed()
    bar.setValue(bar.maximum())
    assert asked == [1, 1]


def test_what_is_in_sight_stays_while_the_far_end_goes(column: DebtsColumn) -> None:
    view, bar = column.view, column.view.verticalScrollBar()
    view.choose_place(0)
    bar.setValue(bar.maximum())
    seen = view.first_seen()
    column.add(ColumnPage("reply", rows(16, 25), below=True), 1, NOTHING)
    assert numbers(column) == list(range(6, 26))
    assert view.first_seen() == seen
    assert column.window_read() == Window(rows(6, 6)[0].spot, 20)
    assert not view.currentIndex().isValid(), "the cursor was left far behind"
    view.step(1)
    current = view.current()
    assert current is not None
    assert current.number == seen[0], "it goes on with what is in sight"
    bar.setValue(0)
    seen = view.first_seen()
    column.add(ColumnPage("reply", rows(1, 5), above=False), -1, NOTHING)
    assert numbers(column) == list(range(1, 21))
    assert (column.above, column.below) == (False, True)
    assert view.first_seen() == seen


def test_a_reading_of_another_part_changes_the_counts_alone(column: DebtsColumn) -> None:
    column.show_page(ColumnPage("reply", rows(1, 3), owed=3), Window(None, 3), NOTHING)
    assert numbers(column) == list(range(1, 16))
    assert column.view.accessibleName() == "A, Unanswered: 3 open, 0 overdue"


def test_cards_above_come_and_go_without_moving_what_is_read(column: DebtsColumn) -> None:
    view, bar = column.view, column.view.verticalScrollBar()
    bar.setValue(300)
    seen = view.first_seen()
    fresh = (*rows(101, 103), *rows(2, 15))
    column.show_page(ColumnPage("reply", fresh, below=True, owed=100), Window(None, 15), NOTHING)
    assert view.first_seen() == seen


def test_the_cursor_goes_on_when_its_debt_is_closed(column: DebtsColumn) -> None:
    column.view.choose_place(2)
    column.hide_debts(frozenset({3}))
    current = column.view.current()
    assert current is not None
    assert current.number == 4
    column.show_page(ColumnPage("reply", rows(5, 9), owed=5), Window(None, 14), NOTHING)
    current = column.view.current()
    assert current is not None
    assert current.number in range(5, 10)


def test_debts_being_waived_are_not_counted(column: DebtsColumn) -> None:
    late = replace(rows(1, 1)[0])
    column.show_page(ColumnPage("reply", (late, *rows(2, 15)), owed=15), Window(None, 15), frozenset({1}))
    assert numbers(column) == list(range(2, 16))
    assert column.view.accessibleName() == "A, Unanswered: 14 open, 0 overdue"
