"""Asks for the passphrase of the owner key in place, where something is to be signed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.unlock_span import Span
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import set_tone, wrapping_label


class _Passphrase(QLineEdit):
    """Nothing of it is kept: no undo, no copy."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)


class UnlockRow(QWidget):
    """`given` carries the passphrase once; `left` says that Esc was pressed; `span` is how long it is to be open."""

    given = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, purpose: str, parent: QWidget | None = None, *, cancel: bool = True) -> None:
        super().__init__(parent)
        self.field = _Passphrase()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setFixedHeight(32)
        self.field.setTextMargins(8, 0, 8, 0)
        self.field.setFont(fonts.sans())
        self.field.setPlaceholderText(f"Passphrase of your owner key: {purpose}")
        self.field.setAccessibleName("Passphrase of your owner key")
        self.span = Span.QUARTER
        self._words = wrapping_label("", fonts.sans(fonts.SECONDARY), "2")
        self._choice = Button(theme, "", icon="caret-down-bold")
        self._choice.clicked.connect(self._on_choice)
        self._show_span(self.span)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._unlock = Button(theme, "Unlock", icon="lock-key-open", key="Enter", look=Look.PRIMARY)
        self._unlock.clicked.connect(self._on_return)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._unlock)
        if cancel:
            leave = Button(theme, "Cancel", key="Esc", look=Look.FLAT)
            leave.clicked.connect(self.left)
            row.addWidget(leave)
        row.addStretch(1)
        row.addWidget(self._choice)
        # The field has the whole width, so that its words are never cut; the buttons stand where others stood.
        column.addWidget(self.field)
        column.addWidget(self._words)
        column.addLayout(row)
        self.field.returnPressed.connect(self._on_return)
        self.field.left.connect(self.left)

    @property
    def words(self) -> str:
        """What is said beside the field."""
        return self._words.text()

    def ask(self) -> None:
        """Open the field."""
        self._say("", wrong=False)
        self.field.clear()
        self.field.setEnabled(True)
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse(self, reason: str) -> None:
        """It was wrong: say why and let it be typed again."""
        self.field.setEnabled(True)
        self._say(reason, wrong=True)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Close the field and what was typed."""
        self.field.clear()
        self.hide()

    @Slot()
    def _on_return(self) -> None:
        passphrase = self.field.text()
        if passphrase:
            self.field.clear()
            self.field.setEnabled(False)
            self._say("Unlocking…", wrong=False)
            self.given.emit(passphrase)

    def choose(self, span: Span) -> None:
        """Choose for how long it stays open."""
        self.span = span
        self._show_span(span)

    def _show_span(self, span: Span) -> None:
        words = span.value[:1].upper() + span.value[1:]
        self._choice.set_words(words)
        self._choice.setAccessibleName(f"Keep it unlocked {span.value}")

    @Slot()
    def _on_choice(self) -> None:
        menu = QMenu(self)
        for span in Span:
            action = menu.addAction(span.value[:1].upper() + span.value[1:], partial(self.choose, span))
            action.setCheckable(True)
            action.setChecked(span is self.span)
        menu.exec(self._choice.mapToGlobal(QPoint(0, self._choice.height() + 4)))
        menu.deleteLater()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, words: str, *, wrong: bool) -> None:
        set_tone(self._words, "bad" if wrong else "2")
        self._words.setText(words)
        self._words.setVisible(bool(words))
