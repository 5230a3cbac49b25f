"""How much is changed and how much is wrong: a pencil and a number, a warning and a number."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.painted import Painted

PENCIL, WARNING = "pencil-simple-fill", "warning-circle-fill"


def counted(count: int, word: str) -> str:
    """`1 change`, `2 changes`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def must_be(problem: str) -> str:
    """What is allowed, as a sentence; the problem itself where it does not say."""
    _what, found, allowed = problem.partition("; allowed is ")
    return f"Must be {allowed}." if found else problem


class ChangeLabel(Painted):
    """Says nothing and takes no room where there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._parts: list[tuple[str, str, bool]] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def words(self) -> str:
        """What it says."""
        return ", ".join(words for _icon, words, _bad in self._parts)

    def show_counts(self, changes: int, errors: int = 0, *, after: str = "") -> None:
        """Say how many; `after` is added to the changes."""
        self.show_parts(
            [(PENCIL, counted(changes, "change") + after, False)] * bool(changes)
            + [(WARNING, counted(errors, "error"), True)] * bool(errors)
        )

    def show_parts(self, parts: list[tuple[str, str, bool]]) -> None:
        """Icons and words; true for what is wrong."""
        self._parts = parts
        self.setAccessibleName(self.words)
        self.setToolTip(plain_tooltip(self.words))
        self.setVisible(bool(parts))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        medium = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        return QSize(round(sum(22 + text_width(words, medium) for _i, words, _b in self._parts) + 12), 20)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        x, tokens = rect.x(), canvas.tokens
        for icon, words, bad in self._parts:
            ink = tokens.bad if bad else tokens.accent_text
            canvas.icon(QRectF(x, 0, 14, rect.height()), icon, ink, 14)
            room = rect.adjusted(x + 20, 0, 0, 0)
            x += 30 + canvas.text(room, words, fonts.sans(fonts.SECONDARY, fonts.MEDIUM), ink)


class Pencil(Painted):
    """Beside a field that is changed; keeps its room."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._on = False
        self.setFixedSize(16, 20)

    @property
    def on(self) -> bool:
        """Whether the field is changed."""
        return self._on

    def show_changed(self, *, changed: bool) -> None:
        """The field is changed, or as it was."""
        self._on = changed
        self.setAccessibleName("changed" if changed else "")
        self.setToolTip("changed, not saved" if changed else "")
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self._on:
            canvas.icon(rect, PENCIL, canvas.tokens.accent_text, 14)
