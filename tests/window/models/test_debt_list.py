"""The model of a column: it answers as models must, and changes only what differs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.window.models.debt_list import ROW_ROLE, DebtListModel
from mailbox_gui.window.models.debt_row import DebtRow
from tests.support.clock import NOON


def row(number: int, title: str = "") -> DebtRow:
    opened = NOON - timedelta(hours=30)
    debt = Debt(
        number, "reply", "builder", "hub", f"ref-{number}", "t", "00", number, opened, NOON - timedelta(hours=4)
    )
    return DebtRow(debt, "builder", "hub", title or f"debt {number}", "owes hub a reply")


@pytest.fixture
def model() -> DebtListModel:
    return DebtListModel(lambda: NOON)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([], [1, 2, 3]),
        ([1, 2, 3], []),
        ([1, 2, 3, 4], [2, 4]),
        ([2, 4], [1, 2, 3, 4, 5, 6]),
        ([1, 2, 3, 4], [9, 2, 8, 4, 7]),
        ([1, 2, 3], [3, 2, 1]),
        ([1, 2, 3], [4, 5, 6]),
    ],
)
def test_any_list_follows_any_other(model: DebtListModel, before: list[int], after: list[int]) -> None:
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for numbers in (before, after, before):
        model.replace([row(number) for number in numbers])
        assert [each.number for each in model.rows()] == numbers
    tester.deleteLater()


def test_a_card_that_stays_keeps_its_place_in_views(model: DebtListModel) -> None:
    model.replace([row(number) for number in (1, 2, 3)])
    kept = QPersistentModelIndex(model.index(1))
    model.replace([row(9), row(1), row(2, "other words")])
    assert kept.row() == 2
    assert kept.data(ROW_ROLE).title == "other words"


def test_new_words_alone_move_nothing(model: DebtListModel) -> None:
    model.replace([row(1), row(2)])
    moved: list[object] = []
    model.rowsInserted.connect(lambda *each: moved.append(each))
    model.rowsRemoved.connect(lambda *each: moved.append(each))
    model.replace([row(1), row(2, "other words")])
    assert moved == []
    assert model.index(1).data(ROW_ROLE).title == "other words"


def test_the_whole_card_is_spoken(model: DebtListModel) -> None:
    model.replace([row(1)])
    assert model.index(0).data(int(Qt.ItemDataRole.AccessibleTextRole)) == (
        "builder owes hub a reply, overdue by 4 hours, debt 1, owed for 1 day 6 hours"
    )
