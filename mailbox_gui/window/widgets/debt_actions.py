"""What can be done with a debt: one small bar that lies at the lower end of the card under the mouse or the cursor."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import BUTTON_SIZE
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted

_PAD, _GAP, _SPACE = 12, 4, 8


class _Link(QAbstractButton):
    """Icon and word, or the icon alone with its word as tooltip."""

    def __init__(self, theme: Theme, words: str, icon: str, key: str, *, accent: bool = False) -> None:
        super().__init__()
        self._theme, self._icon, self._key, self._accent = theme, icon, key, accent
        self.bare = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._hovered = False
        self.say(words)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def say(self, words: str) -> None:
        """Show other words."""
        self.setText(words)
        self.setAccessibleName(f"{words}, key {self._key}")
        self.setToolTip(f"{words} ({self._key})")
        self.updateGeometry()

    def words_width(self) -> int:
        """How wide it is with its word."""
        return round(BUTTON_SIZE + _GAP + text_width(self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM)) + 1)

    def sizeHint(self) -> QSize:
        return QSize(22 if self.bare else self.words_width(), 24)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        tokens, rect = canvas.tokens, QRectF(self.rect())
        ink = tokens.accent_text if self._accent or self._hovered else tokens.text
        canvas.icon(QRectF(0, 0, 22 if self.bare else BUTTON_SIZE, rect.height()), self._icon, ink, BUTTON_SIZE)
        if not self.bare:
            room = rect.adjusted(BUTTON_SIZE + _GAP, 0, 2, 0)
            canvas.text(room, self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM), ink)
        if self.hasFocus():
            canvas.ring(rect, 4)
        painter.end()


class DebtActions(Painted):
    """Moved to a card by `lie_on`; each signal is a wish about `row`."""

    opened = Signal()
    nudged = Signal()
    waived = Signal()
    confirmed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.row: DebtRow | None = None
        self._focused = False
        self.setAutoFillBackground(False)
        self.open = _Link(theme, "Open thread", "chats", "Enter", accent=True)
        self.confirm = _Link(theme, "It is answered", "check-circle", "A")
        self.nudge = _Link(theme, "Nudge", "bell-ringing", "E")
        self.waive = _Link(theme, "Waive…", "prohibit", "W")
        self._links = (self.open, self.confirm, self.nudge, self.waive)
        row = QHBoxLayout(self)
        row.setContentsMargins(_PAD, 0, 4, 0)
        row.setSpacing(_SPACE)
        for link in self._links:
            row.addWidget(link)
        row.addStretch(1)
        for link, wish in zip(self._links, (self.opened, self.confirmed, self.nudged, self.waived), strict=True):
            link.clicked.connect(wish)
        self.hide()

    def lie_on(self, view: QWidget, viewport: QWidget, row: DebtRow, place: QRect, *, focused: bool) -> None:
        """Lie at that place of a list, for that debt."""
        if self.parentWidget() is not viewport:
            self.setParent(viewport)
            QWidget.setTabOrder(view, self.open)
            for before, after in zip(self._links, self._links[1:], strict=False):
                QWidget.setTabOrder(before, after)
        if row != self.row:
            self.row = row
            self.open.say(open_words(row))
            self.confirm.setVisible(bool(row.debt.probable))
            self.nudge.setVisible(not row.by_owner)
            self.waive.setVisible(not row.debt.held)
        self._fit(place.width() - _PAD - 4)
        self._focused = focused
        self.setGeometry(place)
        self.show()
        self.raise_()
        self.update()

    def leave(self) -> None:
        """No card has the mouse or the cursor."""
        self.row = None
        self.hide()

    def holds_focus(self) -> bool:
        """Whether one of its buttons has the focus."""
        return any(link.hasFocus() for link in self._links)

    def _fit(self, room: int) -> None:
        """Words where there is room, from the last on icons alone."""
        shown = [link for link in self._links if not link.isHidden()]
        for link in shown:
            link.bare = False
        for link in reversed(shown):
            if sum(22 if each.bare else each.words_width() for each in shown) + _SPACE * (len(shown) - 1) <= room:
                break
            link.bare = True
        for link in shown:
            link.updateGeometry()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        line = tokens.accent if self._focused else tokens.border_control
        # The lower end of the card itself: its upper corners lie above what is seen.
        canvas.box(rect.adjusted(0, -16, 0, 0), 8, fill=tokens.bg_surface, line=line)
        canvas.hairline(rect.x() + 1, rect.right() - 1, 0, tokens.border)


def open_words(row: DebtRow) -> str:
    """What Enter leads to."""
    if row.debt.held:
        return "Decide"
    if row.by_owner and row.of_message:
        return "Open inbox"
    return "Open thread" if row.of_message else "Open agent"
