"""The settings: every choice takes effect at once and is kept; there is nothing to save."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from mailbox_gui.window.overlays.overlay import Overlay
from mailbox_gui.window.preferences import Chosen, Closing, Density, Language
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Appearance, Theme
from mailbox_gui.window.unlock_span import Span
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import ElidedLabel, label, wrapping_label
from mailbox_gui.window.widgets.option_row import OptionRow
from mailbox_gui.window.widgets.toggles import Switch


@dataclass(frozen=True, slots=True)
class Place:
    """Where some of the program's files are; `folder` is what is opened."""

    words: str
    path: Path
    folder: Path


class SettingsSheet(Overlay):
    """Shows `Chosen` and changes it. `opened` of a folder is the desktop's matter."""

    widest = 680

    def __init__(self, theme: Theme, chosen: Chosen, parent: QWidget, *, has_tray: bool = True) -> None:
        super().__init__(theme, "Settings", parent)
        self._chosen = chosen
        self.options: dict[str, OptionRow] = {}
        self.switches: dict[str, Switch] = {}
        self._tray = has_tray
        self._body = QVBoxLayout()
        self._body.setSpacing(0)
        self._places = QVBoxLayout()
        self._places.setSpacing(8)
        self.language_note = wrapping_label("", fonts.sans(fonts.SECONDARY), "2")
        self.language_note.hide()
        self._fill()
        inside = QWidget()
        inside.setObjectName("Surface")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 16, 0)
        column.addLayout(self._body)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setWidget(inside)
        self.close_button = Button(theme, "Close", key="Esc", look=Look.FLAT)
        self.close_button.clicked.connect(self.leave)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 12, 0)
        head.addWidget(label("Settings", fonts.sans(fonts.TOPIC, fonts.SEMIBOLD)))
        head.addStretch(1)
        head.addWidget(self.close_button)
        card = QVBoxLayout(self.card)
        card.setContentsMargins(24, 16, 8, 16)
        card.setSpacing(8)
        card.addLayout(head)
        card.addWidget(self.area, 1)
        chosen.changed.connect(self.show_choices)
        self.show_choices()

    def show_places(self, places: Sequence[Place]) -> None:
        """Say where the files are."""
        while (item := self._places.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for place in places:
            self._places.addWidget(_PlaceLine(self.theme, place))

    def set_languages_missing(self, missing: Sequence[str]) -> None:
        """Which languages have no texts in this version: they can be chosen, and the window stays English."""
        words = f"This version has no texts in {', '.join(missing)} yet; your choice is kept." if missing else ""
        self.language_note.setText(words)
        self.language_note.setVisible(bool(words))

    def first_focus(self) -> QWidget:
        row = self.options["appearance"]
        return row.option(row.value)

    def wanted_height(self) -> int:
        inside = self.area.widget()
        return 104 + (inside.sizeHint().height() if inside is not None else 0)

    @Slot()
    def show_choices(self) -> None:
        """Show what is chosen now, wherever it was."""
        value = self._chosen.value
        for name, row in self.options.items():
            chosen: Enum = getattr(value, name)
            row.show_value(str(chosen.value))
        for name, switch in self.switches.items():
            blocked = switch.blockSignals(True)
            switch.setChecked(bool(getattr(value, name)))
            switch.blockSignals(blocked)
            switch.setAccessibleName(f"{switch.objectName()}, {'on' if switch.isChecked() else 'off'}")
            switch.update()

    def _fill(self) -> None:
        keep = "Keep it in the tray" if self._tray else "Minimise it"
        self._section("Look")
        self._choice("appearance", "Colours", "", [
            (Appearance.SYSTEM, "Like the system"), (Appearance.LIGHT, "Light"), (Appearance.DARK, "Dark"),
        ])  # fmt: skip
        self._choice("density", "Rows of lists", "", [
            (Density.COMFORTABLE, "Comfortable"), (Density.COMPACT, "Compact"),
        ])  # fmt: skip
        self._switch("high_contrast", "High contrast", "Strong lines and no soft fills; always if the system asks")
        self._switch("reduced_motion", "Reduced motion", "Nothing moves or blinks but the seconds of an undo")
        self._choice("language", "Language", "", [
            (Language.SYSTEM, "Like the system"), (Language.ENGLISH, "English"), (Language.RUSSIAN, "Русский"),
        ])  # fmt: skip
        self._body.addWidget(self.language_note)
        self._section("Owner key and relay")
        self._choice("unlock_span", "The key stays unlocked", "What is offered beside the passphrase", [
            (Span.ONCE, "Once"), (Span.QUARTER, "15 minutes"), (Span.WINDOW, "Until the window closes"),
        ])  # fmt: skip
        self._choice("closing", "Closing the window", "While its relay runs", [
            (Closing.ASK, "Ask"), (Closing.KEEP, keep), (Closing.STOP, "Stop the relay"),
        ])  # fmt: skip
        self._switch("notify", "Notifications", "One for each message that waits for you; never with its text")
        self._section("Where files are")
        self._body.addSpacing(6)
        self._body.addLayout(self._places)

    def _section(self, title: str) -> None:
        line = label(title, fonts.sans(fonts.TITLE, fonts.SEMIBOLD))
        line.setContentsMargins(0, 14 if self._body.count() else 4, 0, 2)
        self._body.addWidget(line)

    def _choice(self, name: str, words: str, below: str, options: Sequence[tuple[Enum, str]]) -> None:
        row = OptionRow(self.theme, words, [(str(value.value), said) for value, said in options])
        kinds = {str(value.value): value for value, _said in options}
        row.chosen.connect(lambda value: self._chosen.choose(**{name: kinds[value]}))
        self.options[name] = row
        self._body.addWidget(_setting(words, below, row))

    def _switch(self, name: str, words: str, below: str) -> None:
        switch = Switch(self.theme, words)
        switch.setObjectName(words)
        switch.toggled.connect(lambda on: self._chosen.choose(**{name: on}))
        self.switches[name] = switch
        self._body.addWidget(_setting(words, below, switch))


def _setting(words: str, below: str, control: QWidget) -> QWidget:
    made = QWidget()
    made.setMinimumHeight(44)
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 4, 0, 4)
    row.setSpacing(16)
    said = QVBoxLayout()
    said.setSpacing(0)
    said.addWidget(label(words, fonts.sans(fonts.BASE, fonts.MEDIUM)))
    if below:
        said.addWidget(wrapping_label(below, fonts.sans(fonts.SECONDARY), "2"))
    row.addLayout(said, 1)
    row.addWidget(control)
    return made


class _PlaceLine(QWidget):
    """What lies there, the path, and the button that opens the folder."""

    def __init__(self, theme: Theme, place: Place) -> None:
        super().__init__()
        self._folder = place.folder
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(label(place.words, fonts.sans(fonts.BASE, fonts.MEDIUM)))
        said.addWidget(ElidedLabel(str(place.path), fonts.mono(), "2", middle=True))
        button = Button(theme, "Open folder", icon="folder-open", small=True)
        button.setAccessibleName(f"Open the folder of {place.words}")
        button.clicked.connect(self._on_open)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addLayout(said, 1)
        row.addWidget(button)

    @Slot()
    def _on_open(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))
