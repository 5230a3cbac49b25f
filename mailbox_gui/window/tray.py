"""The icon in the desktop's tray: how many messages wait, the relay's state, and the way back to the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from mailbox_gui.window.draw.canvas import text_width
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.theme import fonts

_SIDES = (22, 24, 32, 48, 64)
_SMALL = 32
# One red for light and dark panels alike, whatever the window's own theme is; white on it has 6.5.
_BADGE, _ON_BADGE = "#B3261E", "#FFFFFF"
TITLE = "Agent Mailbox"


def has_tray() -> bool:
    """Whether this desktop shows tray icons."""
    return QSystemTrayIcon.isSystemTrayAvailable()


class Tray(QObject):
    """Made only where there is a tray. Its signals are wishes; `notice_opened` is a click on the newest notice."""

    opened = Signal()
    notice_opened = Signal()
    start_asked = Signal()
    stop_asked = Signal()
    quit_asked = Signal()

    def __init__(self, icon: QIcon, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plain = icon
        self._count = -1
        self._starts = True
        self.menu = QMenu()
        self.open_action = self.menu.addAction("Open", self.opened.emit)
        self.relay_action = self.menu.addAction("Start relay", self._on_relay)
        self.menu.addSeparator()
        self.quit_action = self.menu.addAction("Quit", self.quit_asked.emit)
        self.icon = QSystemTrayIcon(icon, self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        self.icon.messageClicked.connect(self.notice_opened)
        self.show_count(0)

    def show(self) -> None:
        """Appear in the tray."""
        self.icon.show()

    def close(self) -> None:
        """Go from the tray."""
        self.icon.hide()

    def show_count(self, count: int) -> None:
        """How many messages wait for the owner."""
        if count == self._count:
            return
        self._count = count
        self.icon.setIcon(counted_icon(self._plain, count))
        self.icon.setToolTip(f"{TITLE}: {waiting_words(count)}" if count else f"{TITLE}: nothing waits for you")

    def show_relay(self, view: RelayView) -> None:
        """What can be done with the relay now."""
        self._starts = view.starts
        self.relay_action.setText(view.button or view.title)
        self.relay_action.setEnabled(bool(view.button) and view.button_enabled)

    def notify(self, words: str) -> None:
        """Show a notice of the desktop."""
        self.icon.showMessage(TITLE, words, self._plain)

    @Slot()
    def _on_relay(self) -> None:
        (self.start_asked if self._starts else self.stop_asked).emit()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        # The right button has the menu.
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.opened.emit()


def waiting_words(count: int) -> str:
    """The one sentence of a notice; it never says anything of a message."""
    return "A message waits for your decision" if count == 1 else f"{count} messages wait for your decision"


def counted_icon(plain: QIcon, count: int) -> QIcon:
    """The icon with a count at its corner, in all sizes that trays use; 0 paints none."""
    made = QIcon()
    for side in _SIDES:
        made.addPixmap(_counted(plain, count, side))
    return made


def _counted(plain: QIcon, count: int, side: int) -> QPixmap:
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.drawPixmap(0, 0, plain.pixmap(QSize(side, side)))
    if count:
        text = str(count) if count < 100 else "99+"
        # In a small icon the number needs most of the room.
        height = side * (0.62 if side <= _SMALL else 0.5)
        font = fonts.sans(max(9, round(height * 0.82)), fonts.SEMIBOLD)
        width = min(float(side), max(height, text_width(text, font) + height * 0.4))
        badge = QRectF(side - width, side - height, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_BADGE))
        painter.drawRoundedRect(badge, height / 2, height / 2)
        painter.setPen(QColor(_ON_BADGE))
        painter.setFont(font)
        painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.end()
    return picture
