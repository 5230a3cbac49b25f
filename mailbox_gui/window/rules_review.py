"""Over the window: what an edit of rules.json would change, line by line, and the button that signs it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from mailbox_gui.window.focus_inside import step_inside
from mailbox_gui.window.models.rules_edit import RulesEditView
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.rules_notice import HOLDS
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label, set_tone, wrapping_label
from mailbox_gui.window.widgets.unlock_row import UnlockRow

_WIDEST, _EDGE = 640, 16


class RulesReview(QWidget):
    """`signed` carries the serial. What is signed is what is shown: another edit meanwhile is shown anew instead."""

    signed = Signal(int)

    def __init__(self, theme: Theme, owner: OwnerActs, parent: QWidget) -> None:
        super().__init__(parent)
        self._owner = owner
        self._view: RulesEditView | None = None
        self._before: QWidget | None = None
        self._card = QFrame(self)
        self._card.setObjectName("Dialog")
        self._title = label("", fonts.sans(fonts.TITLE, fonts.SEMIBOLD))
        self._sentence = wrapping_label("", fonts.sans(), "2")
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        body = QWidget()
        body.setObjectName("Surface")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addLayout(self._lines)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        self.unlock = UnlockRow(theme, "it signs the rules", cancel=False)
        self.unlock.hide()
        self._said = wrapping_label("", fonts.sans(), "bad")
        self.sign = Button(theme, "Sign these rules", icon="check-bold", look=Look.PRIMARY)
        self.close_button = Button(theme, "Not now", key="Esc", look=Look.FLAT)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.sign)
        buttons.addWidget(self.close_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self._card)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        for widget in (self._title, self._sentence):
            column.addWidget(widget)
        column.addWidget(scroll, 1)
        column.addWidget(self._said)
        column.addWidget(self.unlock)
        column.addLayout(buttons)
        self.sign.clicked.connect(self._on_sign)
        self.close_button.clicked.connect(self.leave)
        self.unlock.given.connect(self._on_passphrase)
        self.unlock.left.connect(self.leave)
        parent.installEventFilter(self)
        self.hide()

    @property
    def lines(self) -> list[str]:
        """What is listed."""
        return list(self._view.changes or self._view.problems) if self._view is not None else []

    def open_with(self, view: RulesEditView) -> None:
        """Show an edit over the window."""
        self._said.hide()
        self._before = QApplication.focusWidget()
        self._show(view)
        self._place()
        self.show()
        self.raise_()
        (self.sign if view.signable else self.close_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_edit(self, view: RulesEditView | None) -> None:
        """The file on the disk is another one now, or in force."""
        if not self.isVisible() or view == self._view:
            return
        if view is None:
            self.leave()
            return
        self._show(view)
        self._say("rules.json was changed while you looked at it; this is how it is now")

    @Slot()
    def leave(self) -> None:
        """Close it; nothing is signed. The focus goes back to where it was."""
        self.unlock.forget()
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step_inside(self, forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 110))
        painter.end()

    def _place(self) -> None:
        room = self.window().rect()
        self.setGeometry(room)
        width = min(_WIDEST, room.width() - 2 * _EDGE)
        height = min(max(280, 220 + 26 * len(self.lines)), room.height() - 2 * _EDGE)
        self._card.setGeometry((room.width() - width) // 2, (room.height() - height) // 3, width, height)

    def _show(self, view: RulesEditView) -> None:
        self._view = view
        self._title.setText(view.headline)
        ask = "With your signature this takes effect:" if view.signable else "This is to be mended first:"
        self._sentence.setText(f"{HOLDS} {ask}")
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for line in self.lines:
            shown = wrapping_label(f"\N{BULLET} {line}", fonts.sans(), "1" if view.signable else "bad")
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._lines.addWidget(shown)
        self.sign.setVisible(view.signable)
        self.sign.setEnabled(True)
        self.unlock.forget()

    @Slot()
    def _on_sign(self) -> None:
        view = self._view
        if view is None or not view.signable:
            return
        if self._owner.locked:
            self.unlock.ask()
            return
        self.sign.setEnabled(False)
        self._owner.sign_rules(view.sha256, self._on_signed, self._on_failed)

    @Slot(str)
    def _on_passphrase(self, passphrase: str) -> None:
        self._owner.unlock(passphrase, self.unlock.span, self._on_unlocked, self.unlock.refuse)

    def _on_unlocked(self) -> None:
        self.unlock.forget()
        if self.isVisible():
            self._on_sign()

    def _on_signed(self, serial: int) -> None:
        self.leave()
        self.signed.emit(serial)

    def _on_failed(self, reason: str) -> None:
        self.sign.setEnabled(True)
        self._say(f"Not signed: {reason}")

    def _say(self, words: str) -> None:
        set_tone(self._said, "bad")
        self._said.setText(words)
        self._said.show()
