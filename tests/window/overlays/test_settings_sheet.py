"""Every choice takes effect at once and is there at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.app.window_state import WindowState
from mailbox_gui.window.delegates.message_delegate import COMPACT_ROW, ROW
from mailbox_gui.window.overlays.settings_sheet import SettingsSheet
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.preferences import Closing, Density, Language, Preferences
from mailbox_gui.window.theme.theme import Appearance, Theme
from mailbox_gui.window.unlock_span import Span
from mailbox_gui.window.widgets.unlock_row import UnlockRow
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow


@pytest.fixture(autouse=True)
def undressed(theme: Theme) -> Iterator[None]:
    """The theme is one for all tests: as it was."""
    yield
    theme.set_form(high_contrast=False, compact=False)
    theme.set_appearance(Appearance.LIGHT)


def sheet(opened: Opened) -> SettingsSheet:
    opened.window.overlays.settings.open_it()
    return opened.window.overlays.settings


def choose(settings: SettingsSheet, name: str, value: str) -> None:
    QTest.mouseClick(settings.options[name].option(value), Qt.MouseButton.LeftButton)


def kept(opened: Opened, tmp_path: Path) -> Preferences:
    file = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    return WindowState(file, opened.office.root).preferences


def test_colours_change_at_once_and_are_kept(open_window: OpenWindow, theme: Theme, tmp_path: Path) -> None:
    opened = open_window(relay=False)
    choose(sheet(opened), "appearance", "dark")
    assert theme.tokens.dark
    assert kept(opened, tmp_path).appearance is Appearance.DARK


def test_high_contrast_has_strong_lines_and_no_soft_fills(open_window: OpenWindow, theme: Theme) -> None:
    opened = open_window(relay=False)
    switch = sheet(opened).switches["high_contrast"]
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
    tokens = theme.tokens
    assert tokens.strong
    assert (tokens.border, tokens.text_3, tokens.hold_soft) == (tokens.border_control, tokens.text_2, tokens.bg_surface)
    assert switch.accessibleName() == "High contrast, on"
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert not theme.tokens.strong


def test_compact_rows(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    opened.go("queue")
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    view = pane._column.view
    opened.until(lambda: view.current_row() is not None)
    assert view.visualRect(view.currentIndex()).height() == ROW
    choose(sheet(opened), "density", "compact")
    opened.until(lambda: view.visualRect(view.currentIndex()).height() == COMPACT_ROW)


def test_reduced_motion_stops_the_cursor(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    switch = sheet(opened).switches["reduced_motion"]
    switch.click()
    assert QApplication.cursorFlashTime() == 0
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    switch.click()
    assert QApplication.cursorFlashTime() > 0


def test_how_long_the_key_stays_unlocked_is_what_every_field_offers(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.go("queue")
    choose(sheet(opened), "unlock_span", Span.WINDOW.value)
    opened.go("agent:builder")
    spans = {row.span for row in opened.window.findChildren(UnlockRow)}
    assert spans == {Span.WINDOW}, "those of views that are opened later too"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("language", "ru", Language.RUSSIAN),
        ("closing", "keep", Closing.KEEP),
        ("density", "compact", Density.COMPACT),
        ("unlock_span", Span.ONCE.value, Span.ONCE),
    ],
)
def test_what_is_chosen_is_kept(
    open_window: OpenWindow, tmp_path: Path, name: str, value: str, expected: object
) -> None:
    opened = open_window(relay=False)
    choose(sheet(opened), name, value)
    assert getattr(kept(opened, tmp_path), name) == expected


def test_notifications_can_be_turned_off(open_window: OpenWindow, tmp_path: Path) -> None:
    opened = open_window(relay=False)
    sheet(opened).switches["notify"].click()
    assert kept(opened, tmp_path).notify is False


def test_arrows_go_from_one_value_to_the_next(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    settings = sheet(opened)
    first = settings.options["density"].option("comfortable")
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Right)
    QTest.keyClick(QApplication.focusWidget() or first, Qt.Key.Key_Space)
    assert settings.options["density"].value == "compact"
    assert settings.options["density"].option("compact").accessibleName() == "Rows of lists: Compact, chosen"


def test_it_says_where_files_are(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window(relay=False)
    words = [child.text() for child in sheet(opened).findChildren(type(opened.window.overlays.settings.language_note))]
    assert str(office.root) in words
    assert any(text.endswith("window.ini") for text in words)


@pytest.mark.parametrize("name", ["appearance", "density", "language", "unlock_span", "closing", "notify"])
def test_a_file_that_somebody_edited_badly_is_as_before(tmp_path: Path, name: str) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.setValue(f"window/{name}", "nonsense")
    assert WindowState(settings, tmp_path).preferences == Preferences()
