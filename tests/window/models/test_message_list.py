"""The list model keeps Qt's contract, and replaces rows so that a selection stays."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from mailbox_gui.window.models.list_items import (
    DecidedItem,
    GroupItem,
    ListItem,
    LoadingItem,
    SentenceItem,
    WaitingItem,
)
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.models.message_list import ITEM_ROLE, MessageListModel

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal


def row(key: str, topic: str = "t", verdict: str = "held") -> ListRow:
    return ListRow(key, 1, NOW, "builder", "hub", "request", topic, "", verdict)


ITEMS = st.lists(
    st.one_of(
        st.builds(lambda key, topic: WaitingItem(row(key, topic)), st.sampled_from("abcdef"), st.sampled_from("xy")),
        st.builds(lambda key: DecidedItem(row(key, verdict="approved"), "now"), st.sampled_from("abc")),
        st.builds(GroupItem, st.just("Decided today"), st.integers(0, 3), st.booleans()),
        st.builds(LoadingItem, st.integers(0, 2)),
        st.builds(SentenceItem, st.just("Nothing")),
    ),
    max_size=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(ITEMS, min_size=1, max_size=4))
def test_replacing_keeps_the_contract_and_shows_the_new_items(qapp: QApplication, waves: list[list[ListItem]]) -> None:
    model = MessageListModel(lambda: NOW)
    tester = QAbstractItemModelTester(model, STRICT)
    for items in waves:
        model.replace(items)
        assert list(model.items()) == items
        assert [model.index(place).data(ITEM_ROLE) for place in range(model.rowCount())] == items
    tester.deleteLater()


def test_a_row_that_stays_keeps_its_index(qapp: QApplication) -> None:
    model = MessageListModel(lambda: NOW)
    model.replace([WaitingItem(row("a")), WaitingItem(row("b")), WaitingItem(row("c"))])
    kept = QPersistentModelIndex(model.index(2))
    model.replace([WaitingItem(row("a")), WaitingItem(row("c"))])
    assert kept.isValid()
    assert model.row_at(kept.row()) == row("c")


def test_foreign_text_in_a_tooltip_is_no_markup(qapp: QApplication) -> None:
    model = MessageListModel(lambda: NOW)
    model.replace([WaitingItem(row("a", "<b>bold</b> & <img src=x>"))])
    tooltip = model.data(model.index(0), 3)
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;img" in tooltip


def test_the_whole_row_is_spoken(qapp: QApplication) -> None:
    model = MessageListModel(lambda: NOW)
    model.replace([WaitingItem(row("a", "Deploy"))])
    assert model.data(model.index(0), 11) == "held, builder to hub, Deploy, request, waiting 0 seconds"
