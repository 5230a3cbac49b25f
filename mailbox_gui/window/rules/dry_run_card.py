"""What the changed rules would have done with the messages of the last seven days."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import RIGHT, Canvas
from mailbox_gui.window.draw.verdicts import MARKS
from mailbox_gui.window.models.rules_page import ChangedRow, DryRunView
from mailbox_gui.window.rules.card import Card
from mailbox_gui.window.rules.change_label import counted
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.labels import label

MOST_ROWS = 20
_ARROW = "\N{RIGHTWARDS ARROW}"


class VerdictRow(QAbstractButton):
    """One message; a click opens it in the journal."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.row: ChangedRow | None = None
        self.setFixedHeight(40)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Message")
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def show_row(self, row: ChangedRow) -> None:
        """Show another message."""
        self.row = row
        self.setAccessibleName(f"{row.spoken()}. Open")
        self.setToolTip(plain_tooltip(row.why or row.row.topic))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, 40)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.setDown(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        changed = self.row
        if changed is None:
            return
        painter = QPainter(self)
        canvas, rect = Canvas(painter, self._theme), QRectF(self.rect())
        tokens, row = canvas.tokens, changed.row
        if self.underMouse():
            canvas.fill(rect, tokens.bg_hover)
        canvas.hairline(rect.left(), rect.right(), rect.top(), tokens.border)
        right = rect.right() - 16
        medium = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        right -= canvas.text(QRectF(0, 0, right, rect.height()), "Open", medium, tokens.accent_text, RIGHT) + 20
        for word in (changed.verdict, _ARROW, changed.was):
            if word == _ARROW:
                canvas.text(QRectF(0, 0, right, rect.height()), word, fonts.sans(), tokens.text_3, RIGHT)
                right -= 24
                continue
            wide = parts.verdict_width(word)
            parts.verdict(canvas, QRectF(right - wide, 0, wide + 2, rect.height()), MARKS[word])
            right -= wide + 12
        x, room = 16.0, right - 16
        if rect.width() >= 760:
            stamp = f"{row.height:,}".replace(",", "\N{NO-BREAK SPACE}")
            x += canvas.text(QRectF(x, 0, 70, rect.height()), stamp, fonts.mono(), tokens.text_2) + 12
            moment = QRectF(x, 0, 110, rect.height())
            x += canvas.text(moment, changed.stamp[:-3], fonts.sans(fonts.SECONDARY), tokens.text_2) + 12
        pair = QRectF(x, 0, min(220.0, room - x), rect.height())
        x += parts.pair(canvas, pair, row.sender, row.recipient, medium=True) + 12
        canvas.icon(QRectF(x, 0, 16, rect.height()), kind_icon(row.kind), tokens.text_2, 14)
        kind = QRectF(x + 20, 0, room - x - 20, rect.height())
        x += 32 + canvas.text(kind, row.kind, fonts.sans(), tokens.text_2)
        canvas.text(QRectF(x, 0, room - x, rect.height()), row.topic, fonts.sans(fonts.BASE, fonts.MEDIUM), tokens.text)
        if self.hasFocus():
            canvas.ring(rect, 4)
        painter.end()


class DryRunCard(Card):
    """`opened` carries what finds a message in the journal."""

    opened = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Dry run", "", parent)
        self._theme = theme
        self.rows: list[VerdictRow] = []
        self.more = label("", fonts.sans(fonts.SECONDARY), "2")
        self.more.setContentsMargins(16, 6, 16, 8)
        self.column.addWidget(self.more)
        self.say("judging the last seven days\N{HORIZONTAL ELLIPSIS}")

    def say(self, words: str) -> None:
        """Only a sentence: it runs, or it cannot."""
        self.words.setText(words)
        self.mark.show_parts([])
        self._show_rows(())
        self.more.hide()

    def show_run(self, view: DryRunView) -> None:
        """Show what came of it."""
        some = counted(view.count, "message")
        if view.total > view.count:
            some = f"the newest {view.count:,} of {view.total:,} messages"
        tail = ", the field in error left out" if view.partly else ""
        self.words.setText(f"{some} of the last 7 days judged again by these rules{tail}")
        verb = "verdict would change" if view.changed == 1 else "verdicts would change"
        words = f"{view.changed:,} {verb}" if view.changed else "no verdict would change"
        self.mark.show_parts([("git-diff-bold", words, False)])
        self._show_rows(view.rows[:MOST_ROWS])
        refused = sum(row.verdict == "rejected" for row in view.rows)
        left = view.changed - min(len(view.rows), MOST_ROWS)
        said = []
        if left > 0:
            said.append(f"and {left:,} more")
        if view.changed > 1 and view.changed == len(view.rows):
            said.append(f"{refused:,} would be refused, {view.changed - refused:,} would go through")
        if view.left_out:
            said.append(f"{counted(view.left_out, 'message')} without a header cannot be judged again")
        self.more.setText("; ".join(said))
        self.more.setVisible(bool(said))

    def _show_rows(self, rows: tuple[ChangedRow, ...]) -> None:
        while len(self.rows) < len(rows):
            widget = VerdictRow(self._theme)
            widget.clicked.connect(self._on_row)
            self.column.insertWidget(len(self.rows), widget)
            self.rows.append(widget)
        for place, widget in enumerate(self.rows):
            if place < len(rows):
                widget.show_row(rows[place])
            widget.setVisible(place < len(rows))

    @Slot()
    def _on_row(self) -> None:
        widget = self.sender()
        if isinstance(widget, VerdictRow) and widget.row is not None:
            self.opened.emit(widget.row.query)


