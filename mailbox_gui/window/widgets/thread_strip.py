"""The earlier messages of a thread over the reader: one line each, or one line for all in a small window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import RIGHT, Canvas, text_width
from mailbox_gui.window.draw.verdicts import MARKS
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted

_MOST = 3


class _Line(Painted):
    """One earlier message, or the sentence that stands for several."""

    pressed = Signal(str)

    def __init__(self, theme: Theme, row: ListRow | None, words: str = "") -> None:
        super().__init__(theme)
        self._row, self._words = row, words
        self.open = False
        self._hovered = False
        self.setFixedHeight(36 if row else 32)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{row.sender} to {row.recipient}, {row.kind}, {row.topic}" if row else words)

    @property
    def key(self) -> str:
        """The message's key, empty for the sentence."""
        return self._row.key if self._row else ""

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit(self.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.pressed.emit(self.key)
            return
        super().keyPressEvent(event)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        canvas.fill(rect, tokens.bg_hover if self._hovered else tokens.bg_subtle)
        canvas.hairline(rect.left(), rect.right(), rect.bottom() - 1, tokens.border)
        middle = rect.center().y() - 0.5
        edge = 24 if rect.width() > 620 else 16
        caret = "caret-down" if self.open else "caret-right"
        canvas.icon(QRectF(edge, 0, 12, rect.height() - 1), caret, tokens.text_2, 12)
        x, right = edge + 20.0, rect.right() - edge
        row = self._row
        if row is None:
            canvas.text(QRectF(x, 0, right - x, rect.height() - 1), self._words, fonts.sans(), tokens.text_2)
        else:
            self._row_line(canvas, x, right, middle, row)
        if self.hasFocus():
            canvas.ring(rect.adjusted(1, 1, -1, -2), 4)

    def _row_line(self, canvas: Canvas, x: float, right: float, middle: float, row: ListRow) -> None:
        tokens = canvas.tokens
        parts.avatar(canvas, QRectF(x, middle - 10, 20, 20), row.sender, by_owner=row.by_owner)
        x += 28
        small = fonts.sans(fonts.SECONDARY)
        stamp = text_width(row.stamp, small)
        canvas.text(QRectF(right - stamp - 2, middle - 10, stamp + 2, 20), row.stamp, small, tokens.text_3, RIGHT)
        right -= stamp + 10
        mark = MARKS.get(row.verdict)
        if mark is not None:
            wide = parts.verdict_width(mark.word, fonts.BASE)
            parts.verdict(canvas, QRectF(right - wide, middle - 10, wide + 2, 20), mark, pixels=fonts.BASE)
            right -= wide + 12
        room = QRectF(x, middle - 10, right - x, 20)
        x += parts.pair(canvas, room, row.sender, row.recipient, by_owner=row.by_owner) + 8
        if parts.chip_width(row.kind, "x") < right - x:
            x += parts.chip(canvas, x, middle, row.kind, kind_icon(row.kind)) + 8
        canvas.text(QRectF(x, middle - 10, right - x, 20), row.topic, fonts.sans(), tokens.text_2)


class ThreadStrip(QWidget):
    """`opened` carries the key of the message to look at; the same key again, or an empty one, closes it."""

    opened = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[ListRow, ...] = ()
        self._compact = False
        self._unfolded = False
        self._open_key = ""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Earlier messages of this thread")

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Show another message's thread, folded."""
        self._rows = tuple(rows)
        self._unfolded = False
        self._open_key = ""
        self._build()

    def set_compact(self, compact: bool) -> None:
        """One line for the whole thread until it is asked for."""
        if compact != self._compact:
            self._compact = compact
            self._build()

    def toggle(self) -> None:
        """Unfold the lines, or open the newest, or close what is open."""
        if not self._rows:
            return
        if self._folded():
            self._on_pressed("")
        else:
            self._on_pressed(self._open_key or self._rows[-1].key)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def _folded(self) -> bool:
        most = 1 if self._compact else _MOST
        return not self._unfolded and (self._compact or len(self._rows) > most)

    def _build(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        lines: list[_Line] = []
        if self._folded():
            hidden = len(self._rows) if self._compact else len(self._rows) - _MOST + 1
            if hidden:
                plural = "" if hidden == 1 else "s"
                lines.append(_Line(self._theme, None, f"{hidden} earlier message{plural} in this thread"))
            if not self._compact:
                lines += [_Line(self._theme, row) for row in self._rows[hidden:]]
        else:
            lines += [_Line(self._theme, row) for row in self._rows]
        for line in lines:
            line.open = bool(line.key) and line.key == self._open_key
            line.pressed.connect(self._on_pressed)
            self._column.addWidget(line)
        self.setVisible(bool(lines))

    @Slot(str)
    def _on_pressed(self, key: str) -> None:
        if not key:
            self._unfolded = True
        else:
            self._open_key = "" if key == self._open_key else key
            self.opened.emit(self._open_key)
        self._build()
