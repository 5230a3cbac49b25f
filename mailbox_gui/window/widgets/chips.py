"""Chip, pill, verdict and badge as widgets; each hides itself when it has nothing to say."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.verdicts import Mark, Tone
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted


class _Sized(Painted):
    """A painted widget as wide as its words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def words_changed(self, accessible: str) -> None:
        """Take the new width, and hide when there are no words."""
        self.setAccessibleName(accessible)
        self.setVisible(bool(accessible))
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(min(40, self.sizeHint().width()), self.sizeHint().height())


class Chip(_Sized):
    """A grey label with an icon: the kind, what a message requires."""

    def __init__(self, theme: Theme, text: str = "", icon: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._text, self._icon = text, icon
        self.setAccessibleName(text)

    def show_words(self, text: str, icon: str | None) -> None:
        """Say something else."""
        self._text, self._icon = text, icon
        self.words_changed(text)

    def sizeHint(self) -> QSize:
        return QSize(round(parts.chip_width(self._text, self._icon) + 0.5), parts.CHIP_HEIGHT)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        parts.chip(canvas, rect.x(), rect.center().y(), self._text, self._icon, room=rect.width())


class Pill(_Sized):
    """A verdict or a state on the soft ground of its tone."""

    def __init__(self, theme: Theme, height: int = 20, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._height = height
        self._text, self._icon = "", ""
        self._tone: Tone = "quiet"

    def show_words(self, text: str, icon: str, tone: Tone) -> None:
        """Say something else."""
        self._text, self._icon, self._tone = text, icon, tone
        self.words_changed(text)

    def sizeHint(self) -> QSize:
        wider = 4 if self._height > parts.CHIP_HEIGHT else 0
        return QSize(round(parts.pill_width(self._text, self._icon) + wider + 0.5), self._height)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        parts.pill(canvas, rect, self._text, self._icon, self._tone)


class VerdictLabel(_Sized):
    """Icon and word of a verdict on the bare ground."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._mark: Mark | None = None
        self._text = ""

    def show_mark(self, mark: Mark | None, text: str | None = None) -> None:
        """Show a verdict, with other words where they are given; None hides the label."""
        self._mark = mark
        self._text = text if text is not None else mark.word if mark else ""
        self.words_changed(self._text if mark else "")

    def sizeHint(self) -> QSize:
        return QSize(round(parts.verdict_width(self._text) + 1), 20)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self._mark is not None:
            parts.verdict(canvas, rect, self._mark, self._text)


class Badge(_Sized):
    """A count; zero hides it."""

    def __init__(self, theme: Theme, *, accent: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._count, self._accent = 0, accent
        self.words_changed("")

    def set_count(self, count: int) -> None:
        """Show another number."""
        self._count = count
        self.words_changed(str(count) if count else "")

    def sizeHint(self) -> QSize:
        return QSize(round(parts.badge_width(str(self._count)) + 0.5), parts.BADGE_HEIGHT)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        parts.badge(canvas, rect.right(), rect.center().y(), str(self._count), accent=self._accent)


class KeyCap(_Sized):
    """A key in a hint."""

    def __init__(self, theme: Theme, key: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._key = key
        self.setAccessibleName(key)

    def sizeHint(self) -> QSize:
        return QSize(round(parts.key_cap_width(self._key) + 0.5), parts.KEY_CAP_HEIGHT)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        parts.key_cap(canvas, rect.x(), rect.center().y(), self._key)
