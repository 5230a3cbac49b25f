"""The query as chips: each says one piece of it and takes it out again; a menu adds further ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.core.message.kinds import KINDS
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.draw.verdicts import ACCEPTED, APPROVED, DECLINED, HELD, MARKS, REJECTED
from mailbox_gui.window.models.query_text import (
    ChipFace,
    chip_face,
    pieces,
    with_piece,
    with_range,
    with_verdict,
    without,
)
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme, colour
from mailbox_gui.window.tooltips import plain_tooltip

_MOST = 12
_LONGEST = 220
_VERDICTS = (ACCEPTED, HELD, REJECTED, APPROVED, DECLINED)
_SPANS = (("Today", "today"), ("The last hour", "1h"), ("The last 24 hours", "24h"), ("The last 7 days", "7d"),
          ("The last 30 days", "30d"), ("The last 90 days", "90d"))  # fmt: skip


class _Chip(QAbstractButton):
    """What a chip and the button that adds one have in common."""

    def __init__(self, theme: Theme, words: str) -> None:
        super().__init__()
        self.theme = theme
        self.hovered = False
        self.setText(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered = False
        self.update()
        super().leaveEvent(event)

    def words_width(self) -> float:
        return min(_LONGEST, text_width(self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM)))


class FilterChip(_Chip):
    """One piece with its cross."""

    def __init__(self, theme: Theme, face: ChipFace) -> None:
        super().__init__(theme, visible(face.words))
        self._face = face
        self.setAccessibleName(f"Filter {self.text()}, remove")
        self.setToolTip(plain_tooltip(self.text()))
        self.setMaximumWidth(self.sizeHint().width())

    def sizeHint(self) -> QSize:
        icon = 16 if self._face.person else 14
        return QSize(round(10 + icon + 6 + self.words_width() + 1 + 6 + 14 + 8), 28)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(76, self.sizeHint().width()), 28)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self.theme)
        tokens, rect, face = canvas.tokens, QRectF(self.rect()), self._face
        canvas.box(rect, 6, fill=tokens.accent_soft, line=tokens.accent, width=2 if self.hasFocus() else 1)
        left = 10.0
        if face.person:
            parts.avatar(canvas, QRectF(left, rect.center().y() - 8, 16, 16), visible(face.person))
            left += 22
        else:
            ink = MARKS[face.verdict].ink(tokens) if face.verdict else tokens.accent_text
            canvas.icon(QRectF(left, 0, 14, rect.height()), face.icon, ink, 14)
            left += 20
        room = QRectF(left, 0, rect.width() - left - 26, rect.height())
        canvas.text(room, self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM), tokens.accent_text)
        ink = tokens.text if self.hovered else tokens.accent_text
        canvas.icon(QRectF(rect.right() - 23, 0, 14, rect.height()), "x-bold", ink, 11)
        painter.end()


class AddFilter(_Chip):
    """Opens the menu of what can be asked for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Add filter")
        self.setAccessibleName("Add filter, menu")
        self.setMaximumWidth(self.sizeHint().width())

    def sizeHint(self) -> QSize:
        return QSize(round(10 + 14 + 6 + self.words_width() + 12), 28)

    def minimumSizeHint(self) -> QSize:
        return QSize(36, 28)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self.theme)
        tokens, rect = canvas.tokens, QRectF(self.rect())
        if self.hovered:
            canvas.box(rect, 6, fill=tokens.bg_hover)
        if self.hasFocus():
            canvas.ring(rect, 6)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(tokens.border_control), 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        canvas.icon(QRectF(10, 0, 14, rect.height()), "plus-bold", tokens.text_2, 12)
        room = QRectF(30, 0, rect.width() - 32, rect.height())
        canvas.text(room, self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM), tokens.text_2)
        painter.end()


class FilterChips(QFrame):
    """`edited` carries the query with a piece more or less; `words_asked` the wish to type words into the field."""

    edited = Signal(str)
    words_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        clock: Callable[[], datetime],
        names: Callable[[], Sequence[str]],
        beside: QWidget | None = None,
    ) -> None:
        super().__init__()
        self._theme, self._clock, self._names = theme, clock, names
        self._text = ""
        self._chips: list[FilterChip] = []
        self.add = AddFilter(theme)
        self.add.clicked.connect(self._on_add)
        self.setFixedHeight(48)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 0, 10, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self.add)
        self._row.addStretch(1)
        if beside is not None:
            self._row.addWidget(beside)

    def show_query(self, text: str) -> None:
        """Show the pieces of a query."""
        if text == self._text and self._chips:
            return
        self._text = text
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for place, piece in enumerate(pieces(text)[:_MOST]):
            chip = FilterChip(self._theme, chip_face(piece, self._clock()))
            chip.clicked.connect(self._on_clicked)
            self._chips.append(chip)
            self._row.insertWidget(place, chip)

    @property
    def chips(self) -> tuple[FilterChip, ...]:
        """The chips as they stand."""
        return tuple(self._chips)

    @Slot()
    def _on_clicked(self) -> None:
        pressed = self.sender()
        for place, chip in enumerate(self._chips):
            if chip is pressed:
                self.edited.emit(without(self._text, place))
                return

    @Slot()
    def _on_add(self) -> None:
        menu = self.menu()
        menu.exec(self.add.mapToGlobal(QPoint(0, self.add.height() + 4)))
        menu.deleteLater()

    def menu(self) -> QMenu:
        """What can be asked for, by field. Everybody's name is as it is in rules.json: letters, digits and hyphens."""
        menu = QMenu(self)
        everybody = [*self._names(), *([] if OWNER in self._names() else [OWNER])]
        for title, field in (("From", "from"), ("To", "to"), ("From or to", "agent")):
            self._values(menu, title, [(name, f"{field}:{name}") for name in everybody])
        self._values(menu, "Kind", [(kind, f"kind:{kind}") for kind in KINDS])
        verdicts = menu.addMenu("Verdict")
        for mark in _VERDICTS:
            verdicts.addAction(mark.word, self._verdict(mark.word))
        self._values(menu, "Refused by", [(check, f"check:{check}") for check in CHECK_NAMES])
        spans = menu.addMenu("Time")
        for title, value in _SPANS:
            spans.addAction(title, self._span(value))
        menu.addAction("Still unread", self._adder("is:unread"))
        menu.addAction("Still owed", self._adder("is:owed"))
        menu.addSeparator()
        menu.addAction("Words…", self.words_asked.emit)
        return menu

    def _values(self, menu: QMenu, title: str, values: Sequence[tuple[str, str]]) -> None:
        below = menu.addMenu(title)
        for words, piece in values:
            below.addAction(visible(words), self._adder(piece))

    def _adder(self, piece: str) -> Callable[[], None]:
        return lambda: self.edited.emit(with_piece(self._text, piece))

    def _verdict(self, verdict: str) -> Callable[[], None]:
        return lambda: self.edited.emit(with_verdict(self._text, verdict))

    def _span(self, value: str) -> Callable[[], None]:
        return lambda: self.edited.emit(with_range(self._text, value, ""))
