"""A protected owner key: its passphrase is asked for in the action bar, once for the session."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.unlock_span import Span
from mailbox_gui.window.width_class import WidthClass
from tests.support.clock import SetClock
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow

CHEAP = Cost(ops=1, mem=8192)
PASSPHRASE = "correct " + "horse"


@pytest.fixture
def protected(office: TestOffice) -> TestOffice:
    """The office with its owner key under a passphrase, and one message that waits."""
    office.drop(topic="deploy", requires="owner", kind="request")
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, PASSPHRASE, CHEAP)
    return office


def open_queue(open_window: OpenWindow) -> tuple[Opened, QueuePane]:
    opened = open_window(undo_ms=10)
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    opened.until(lambda: pane._reading.view is not None and opened.program.owner.locked)
    return opened, pane


def press(opened: Opened, key: str) -> None:
    QTest.keyClicks(QApplication.focusWidget() or opened.window, key)


def test_a_wrong_passphrase_decides_nothing_and_the_right_one_goes_on(
    open_window: OpenWindow, protected: TestOffice
) -> None:
    opened, pane = open_queue(open_window)
    press(opened, "a")
    field = pane._bar._unlock_row.field
    assert field.isVisible()
    QTest.keyClicks(field, "wrong")
    QTest.keyClick(field, Qt.Key.Key_Return)
    opened.until(lambda: "not the passphrase" in pane._bar._unlock_row.words)
    assert not opened.program.decisions.pending()
    assert protected.files("owner", "outbox") == []
    QTest.keyClicks(field, PASSPHRASE)
    QTest.keyClick(field, Qt.Key.Key_Return)
    opened.until(lambda: len(protected.files("hub", "inbox")) == 1)
    assert not opened.program.owner.locked
    assert field.text() == ""


def test_esc_leaves_without_deciding(open_window: OpenWindow, protected: TestOffice) -> None:
    opened, pane = open_queue(open_window)
    press(opened, "a")
    field = pane._bar._unlock_row.field
    QTest.keyClicks(field, "half")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible()
    assert field.text() == ""
    assert pane._bar.approve.isVisible()
    assert not opened.program.decisions.pending()


def test_a_decline_keeps_its_reason_while_the_passphrase_is_asked_for(
    open_window: OpenWindow, protected: TestOffice
) -> None:
    opened, pane = open_queue(open_window)
    press(opened, "d")
    QTest.keyClicks(pane._bar.note, "not yet")
    QTest.keyClick(pane._bar.note, Qt.Key.Key_Return)
    field = pane._bar._unlock_row.field
    QTest.keyClicks(field, PASSPHRASE)
    QTest.keyClick(field, Qt.Key.Key_Return)
    opened.until(lambda: any(name.endswith(".reason") for name in protected.files("builder", "rejected")))
    reason = next(protected.box("builder", "rejected").glob("*.reason"))
    assert "not yet" in reason.read_text()


@pytest.mark.parametrize("with_passphrase", [True, False])
def test_a_key_without_a_passphrase_is_said(
    open_window: OpenWindow, office: TestOffice, with_passphrase: bool
) -> None:
    office.drop(topic="deploy", requires="owner", kind="request")
    if with_passphrase:
        OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, PASSPHRASE, CHEAP)
    opened = open_window()
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    opened.until(lambda: pane._reading.view is not None)
    pill = opened.window.toolbar.key.pill
    said = "any program that runs as this user"
    opened.until(lambda: (said in pill.accessibleName()) is not with_passphrase)


def unlock(pane: QueuePane, span: Span) -> None:
    """Give the passphrase that the bar asks for."""
    row = pane._bar._unlock_row
    row.choose(span)
    QTest.keyClicks(row.field, PASSPHRASE)
    QTest.keyClick(row.field, Qt.Key.Key_Return)


def test_once_means_once_though_the_decision_is_signed_later(open_window: OpenWindow, protected: TestOffice) -> None:
    protected.drop(topic="second", requires="owner", kind="request")
    opened, pane = open_queue(open_window)
    opened.until(lambda: pane._column.count.text() == "2 waiting for you")
    press(opened, "a")
    unlock(pane, Span.ONCE)
    opened.until(lambda: len(protected.files("hub", "inbox")) == 1)
    assert opened.program.owner.locked
    assert "Key locked" in opened.window.toolbar.key.pill.accessibleName()
    opened.until(pane._decidable)
    press(opened, "a")
    assert pane._bar._unlock_row.field.isVisible(), "the next one asks again"


def test_a_time_ends_by_the_clock_and_is_shown(
    open_window: OpenWindow, protected: TestOffice, clock: SetClock
) -> None:
    opened, pane = open_queue(open_window)
    key, owner = opened.window.toolbar.key, opened.program.owner
    press(opened, "a")
    unlock(pane, Span.QUARTER)
    opened.until(lambda: not owner.locked)
    assert "Key unlocked until" in key.pill.accessibleName()
    assert key.lock.isVisible()
    opened.until(lambda: len(protected.files("hub", "inbox")) == 1)
    clock.now += timedelta(minutes=14, seconds=59)
    owner.look()
    assert not owner.locked
    clock.now += timedelta(seconds=1)
    owner.look()
    assert owner.locked
    assert owner._key is None
    assert not key.lock.isVisible()


def test_lock_now_takes_the_key_from_what_is_not_signed_yet(open_window: OpenWindow, protected: TestOffice) -> None:
    opened = open_window()
    pane, owner = opened.window.pane, opened.program.owner
    assert isinstance(pane, QueuePane)
    opened.until(lambda: pane._reading.view is not None and owner.locked)
    press(opened, "a")
    unlock(pane, Span.WINDOW)
    opened.until(lambda: len(opened.program.decisions.pending()) == 1)
    assert not owner.locked
    opened.window.toolbar.key.lock.click()
    assert owner.locked
    assert not owner._reserved
    opened.program.decisions.commit_all()
    opened.until(lambda: "locked before it was signed" in (opened.program.decisions.newest() or ("", "", 0, ""))[3])
    assert protected.files("owner", "outbox") == []
    assert pane._column.count.text() == "1 waiting for you"


def test_the_key_is_forgotten_when_the_window_closes(open_window: OpenWindow, protected: TestOffice) -> None:
    opened, pane = open_queue(open_window)
    press(opened, "a")
    unlock(pane, Span.WINDOW)
    opened.until(lambda: opened.program.owner._key is not None)
    opened.window.close()
    assert opened.program.owner._key is None
    assert not opened.program.owner._reserved


def test_the_hint_of_the_passphrase_is_whole_in_the_small_window(
    open_window: OpenWindow, protected: TestOffice
) -> None:
    opened, pane = open_queue(open_window)
    opened.window.resize(960, 600)
    opened.until(lambda: opened.window._width is WidthClass.NARROW)
    press(opened, "a")
    row = pane._bar._unlock_row
    hint = row.field.fontMetrics().horizontalAdvance(row.field.placeholderText())
    opened.until(lambda: row.field.width() - 40 > hint)
    assert not pane._bar._cancel.isVisible(), "one Cancel is enough"
