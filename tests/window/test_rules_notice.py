"""An edit of rules.json in the real window: it is said, shown line by line, signed as shown or not at all."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow

ROUTES = [["builder", "hub"], ["hub", "builder"], ["builder", "site"]]
PASSPHRASE = "correct " + "horse"


def edited(open_window: OpenWindow, office: TestOffice) -> Opened:
    """The window with an unsigned edit that it has seen."""
    opened = open_window()
    office.set_rules(sign=False, routes=ROUTES)
    opened.program._ask_overview()
    opened.until(opened.window.rules_notice.isVisible)
    return opened


def test_an_edit_is_said_and_its_end_too(open_window: OpenWindow, office: TestOffice) -> None:
    before = office.office.rules_file.read_bytes()
    opened = edited(open_window, office)
    assert "rules.json was changed" in opened.window.rules_notice.banner.accessibleName()
    office.office.rules_file.write_bytes(before)
    opened.program._ask_overview()
    opened.until(lambda: not opened.window.rules_notice.isVisible())


def test_it_is_reviewed_in_words_and_signed(open_window: OpenWindow, office: TestOffice) -> None:
    opened = edited(open_window, office)
    review = opened.window.rules_review
    opened.window.rules_notice.review.click()
    assert review.isVisible()
    place = opened.window.place
    QTest.keyClicks(review.sign, "gj")
    assert opened.window.place == place, "keys of what lies behind do nothing"
    assert "adds the route builder \N{RIGHTWARDS ARROW} site" in review.lines
    review.sign.click()
    opened.until(lambda: not review.isVisible())
    opened.until(lambda: ("builder", "site") in opened.program.owner._desk.rules().routes)
    opened.until(lambda: not opened.window.rules_notice.isVisible())


def test_what_was_changed_after_it_was_shown_is_not_signed(open_window: OpenWindow, office: TestOffice) -> None:
    opened = edited(open_window, office)
    review = opened.window.rules_review
    opened.window.rules_notice.review.click()
    office.set_rules(sign=False, routes=[*ROUTES, ["site", "builder"]])
    before = office.office.rules_signature.read_bytes()
    review.sign.click()
    opened.until(lambda: "changed" in review._said.text())
    assert office.office.rules_signature.read_bytes() == before
    opened.program._ask_overview()
    opened.until(lambda: "adds the route site \N{RIGHTWARDS ARROW} builder" in review.lines)


def test_a_locked_key_is_asked_for(open_window: OpenWindow, office: TestOffice) -> None:
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, PASSPHRASE, Cost(ops=1, mem=8192))
    opened = edited(open_window, office)
    opened.until(lambda: opened.program.owner.locked)
    review = opened.window.rules_review
    opened.window.rules_notice.review.click()
    review.sign.click()
    assert review.unlock.isVisible()
    QTest.keyClicks(review.unlock.field, PASSPHRASE)
    QTest.keyClick(review.unlock.field, Qt.Key.Key_Return)
    opened.until(lambda: ("builder", "site") in opened.program.owner._desk.rules().routes)


def test_a_broken_file_says_its_problems_and_cannot_be_signed(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    office.office.rules_file.write_bytes(b"{broken")
    opened.program._ask_overview()
    opened.until(opened.window.rules_notice.isVisible)
    opened.window.rules_notice.review.click()
    review = opened.window.rules_review
    assert review.lines
    assert not review.sign.isVisible()
    QTest.keyClick(review.close_button, Qt.Key.Key_Escape)
    assert not review.isVisible()


def test_tab_and_f6_stay_inside_and_the_focus_goes_back(open_window: OpenWindow, office: TestOffice) -> None:
    opened = edited(open_window, office)
    review, before = opened.window.rules_review, QApplication.focusWidget()
    opened.window._rules._on_review()
    seen = set()
    for key, modifier in (
        *[(Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier)] * 6,
        *[(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)] * 6,
        (Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier),
    ):
        QTest.keyClick(QApplication.focusWidget() or opened.window, key, modifier)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert review.isAncestorOf(focused), f"{focused} lies behind the review"
        seen.add(focused)
    assert {review.sign, review.close_button} <= seen
    QTest.keyClick(QApplication.focusWidget() or opened.window, Qt.Key.Key_Escape)
    assert not review.isVisible()
    assert QApplication.focusWidget() is before


def test_the_relays_card_has_the_keys_for_itself_while_it_is_open(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    opened.window.resize(960, 600)
    opened.until(lambda: opened.window.sidebar.relay.is_rail)
    opened.quiet()
    popover = opened.window.sidebar.popover
    opened.window.sidebar.relay.opened.emit()
    assert popover.isVisible()
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget() or opened.window, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert popover.isAncestorOf(focused)
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "a")
    assert not opened.program.decisions.pending(), "nothing behind it is decided"
