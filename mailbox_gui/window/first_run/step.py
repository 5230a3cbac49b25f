"""What every step of the first run is: a title, a sentence, and whether the owner may go on."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import label, set_tone, wrapping_label
from mailbox_gui.window.widgets.painted import Painted

Tone = Literal["ok", "hold", "bad", "2"]
_ICONS: dict[Tone, str] = {"ok": "check-circle-fill", "hold": "warning-fill", "bad": "warning-circle-fill", "2": ""}


class Step(QWidget):
    """`changed` says that `ready` may be another."""

    changed = Signal()

    def __init__(self, theme: Theme, title: str, sentence: str) -> None:
        super().__init__()
        self.setObjectName("Surface")
        self.setAccessibleName(title)
        self.theme = theme
        self.title = label(title, fonts.sans(fonts.TOPIC, fonts.SEMIBOLD))
        self.sentence = wrapping_label(sentence, fonts.sans(), "2")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(24, 23, 24, 14)
        self.column.setSpacing(0)
        self.column.addWidget(self.title)
        self.column.addSpacing(7)
        self.column.addWidget(self.sentence)
        self.column.addSpacing(20)

    @property
    def ready(self) -> bool:
        """Whether the owner may go on."""
        return True

    @property
    def said(self) -> str:
        """What was decided here, for the rail."""
        return ""

    def first_focus(self) -> QWidget:
        """What has the focus when the step comes."""
        return self


class Line(QWidget):
    """The line under a field: icon and words in a tone; without words it keeps its place."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._mark = _Mark(theme)
        self._words = wrapping_label("", fonts.sans(fonts.SECONDARY, fonts.MEDIUM))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        row.addWidget(self._mark)
        row.addWidget(self._words, 1)
        self.setMinimumHeight(18)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, words: str, tone: Tone = "2") -> None:
        """Say something else, or nothing."""
        self._words.setText(words)
        set_tone(self._words, tone)
        self._mark.show_tone(tone if words else "2")
        self.setAccessibleName(words)


class _Mark(Painted):
    """The icon of the tone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._tone: Tone = "2"
        self.setFixedSize(14, 16)

    def show_tone(self, tone: Tone) -> None:
        """Show another tone's icon; none has none."""
        self._tone = tone
        self.setVisible(bool(_ICONS[tone]))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(14, 16)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if _ICONS[self._tone]:
            ink = {"ok": canvas.tokens.ok, "hold": canvas.tokens.hold}.get(self._tone, canvas.tokens.bad)
            canvas.icon(rect, _ICONS[self._tone], ink, 14)


def field(name: str, hint: str = "", *, mono: bool = False) -> QLineEdit:
    """A field of a step."""
    made = QLineEdit()
    made.setFixedHeight(32)
    made.setTextMargins(8, 0, 8, 0)
    made.setFont(fonts.mono() if mono else fonts.sans())
    made.setAccessibleName(name)
    made.setPlaceholderText(hint)
    return made


def mark_error(made: QLineEdit, *, wrong: bool) -> None:
    """Draw the field as wrong, or no longer."""
    if bool(made.property("error")) != wrong:
        made.setProperty("error", wrong)
        made.style().unpolish(made)
        made.style().polish(made)
