"""A protected owner key: its passphrase is asked for in the action bar, once for the session."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.window.panes.queue_pane import QueuePane
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
    opened.until(lambda: pane._bar._bare.isVisible() is not with_passphrase)
    assert "any program that runs as this user" in pane._bar._bare.accessibleName()
