"""Under the board: the reason of a waiver, the words of a nudge, and the passphrase where the owner key is locked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from mailbox_gui.window.debt_acts import Verb
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.panes.note_field import NoteField
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.unlock_span import Span
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import ElidedLabel, label, set_tone
from mailbox_gui.window.widgets.unlock_row import UnlockRow

_HEADS: dict[Verb, str] = {"waive": "Waive", "nudge": "Nudge", "close": "Close as answered"}


class QuestionField(QPlainTextEdit):
    """Some lines of text; `sent` is Ctrl+Return, `left` Esc."""

    sent = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(76)
        self.setFont(fonts.sans())
        self.setTabChangesFocus(True)
        self.setAccessibleName("Question to the debtor")
        self.setObjectName("Question")
        self.wrong = False
        theme.changed.connect(self.recolour)
        self.recolour()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        returned = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if returned and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.sent.emit()
            return
        super().keyPressEvent(event)

    @Slot()
    def recolour(self) -> None:
        """Take the colours of the theme; red while words are missing."""
        tokens = self._theme.tokens
        line = tokens.bad if self.wrong else tokens.border_control
        self.setStyleSheet(
            f"QPlainTextEdit#Question {{ background: {tokens.bg_input}; color: {tokens.text}; "
            f"border: 1px solid {line}; border-radius: 6px; padding: 4px; }}"
            f"QPlainTextEdit#Question:focus {{ border: 2px solid {tokens.bad if self.wrong else tokens.focus}; "
            "padding: 3px; }"
        )


class DebtsForm(QFrame):
    """`given` says that verb, row and words stand; `passphrase_given` carries what unlocks the key first.

    What was typed for a debt and left is there again when that act is begun anew.
    """

    given = Signal()
    passphrase_given = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ActionBar")
        self.verb: Verb | None = None
        self.row: DebtRow | None = None
        self._locked = False
        self._drafts: dict[tuple[Verb, int], str] = {}
        self._reason = ""
        self._head = label("", fonts.sans(fonts.BASE, fonts.SEMIBOLD))
        self._about = ElidedLabel("", fonts.sans(), "2")
        self._also = ElidedLabel("", fonts.sans(fonts.SECONDARY), "2")
        self.reason = NoteField(theme)
        self.question = QuestionField(theme)
        self.unlock = UnlockRow(theme, "it signs this")
        self.do = Button(theme, "Waive", icon="check-bold", look=Look.PRIMARY)
        self._cancel = cancel = Button(theme, "Cancel", key="Esc", look=Look.FLAT)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._head)
        head.addWidget(self._about, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.do)
        buttons.addWidget(cancel)
        buttons.addWidget(self._also, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        column.addLayout(head)
        for widget in (self.reason, self.question, self.unlock):
            column.addWidget(widget)
        column.addLayout(buttons)
        self.do.clicked.connect(self._on_do)
        cancel.clicked.connect(self.cancel)
        self.reason.returnPressed.connect(self._on_do)
        self.reason.left.connect(self.cancel)
        self.question.sent.connect(self._on_do)
        self.question.left.connect(self.cancel)
        self.unlock.given.connect(self.passphrase_given)
        self.unlock.left.connect(self.cancel)
        self.hide()

    @property
    def span(self) -> Span:
        """For how long the key is to be open."""
        return self.unlock.span

    @property
    def text(self) -> str:
        """The words as they stand."""
        if self.verb == "close":
            return self._reason
        return self.question.toPlainText().strip() if self.verb == "nudge" else self.reason.text().strip()

    def set_locked(self, locked: bool) -> None:
        """Whether the owner key needs its passphrase."""
        self._locked = locked

    def begin(self, verb: Verb, row: DebtRow, words: str = "") -> None:
        """Ask for what `verb` needs; `words` are prepared. What was begun before is kept as a draft."""
        self._keep()
        self.verb, self.row = verb, row
        self._reason = words
        draft = self._drafts.get((verb, row.number), words)
        self._head.setText(f"{_HEADS[verb]}:")
        self._about.setText(f"{row.debtor} {row.owes} · {row.title}")
        self._also.setText(f"Goes to {row.debtor} as a question of yours, signed" if verb == "nudge" else "")
        self.reason.setVisible(verb == "waive")
        self.question.setVisible(verb == "nudge")
        self.unlock.hide()
        self.do.show()
        self._cancel.show()
        self.do.set_words({"waive": "Waive", "nudge": "Send question", "close": "Close"}[verb])
        if verb == "close":
            self._finish()
            return
        self.show()
        if verb == "waive":
            self.reason.setText(draft)
            self.reason.set_error(False)
            self.reason.say("Why do you do without it? It stays in the history (required)", "Return")
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._mark(wrong=False)
            self.question.setPlainText(draft)
            self.question.moveCursor(QTextCursor.MoveOperation.End)
            self.question.setFocus(Qt.FocusReason.OtherFocusReason)

    def say_also(self, row: DebtRow, words: str) -> None:
        """What the waiver closes, once it is known."""
        if self.row == row and self.verb == "waive":
            self._also.setText(f"Closes {words}")

    def put_back(self, verb: Verb, row: DebtRow, words: str) -> None:
        """An act was undone: its words are a draft again."""
        if verb != "close":
            self._drafts[(verb, row.number)] = words

    def unlocked(self) -> None:
        """The passphrase was right: go on."""
        self._locked = False
        self.unlock.forget()
        if self.isVisible() and self.verb is not None:
            self._emit()

    def unlock_failed(self, reason: str) -> None:
        """The passphrase was wrong, or the key cannot be read."""
        self.unlock.refuse(reason)

    @Slot()
    def cancel(self) -> None:
        """Leave what was begun; what was typed stays a draft."""
        self._keep()
        self._close()
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
            return
        super().keyPressEvent(event)

    @Slot()
    def _on_do(self) -> None:
        if self.verb is None:
            return
        if not self.text:
            if self.verb == "waive":
                self.reason.set_error(True)
                self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self._mark(wrong=True)
                self.question.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._finish()

    def _finish(self) -> None:
        if self._locked:
            self.show()
            for widget in (self.reason, self.question, self.do, self._cancel):
                widget.hide()
            self.unlock.ask()
            return
        self._emit()

    def _emit(self) -> None:
        self.given.emit()
        if self.verb is not None and self.row is not None:
            self._drafts.pop((self.verb, self.row.number), None)
        self._close()
        self.left.emit()

    def _keep(self) -> None:
        if self.verb in ("waive", "nudge") and self.row is not None:
            words = self.question.toPlainText() if self.verb == "nudge" else self.reason.text()
            if words.strip():
                self._drafts[(self.verb, self.row.number)] = words
            else:
                self._drafts.pop((self.verb, self.row.number), None)

    def _close(self) -> None:
        self.verb, self.row = None, None
        self.unlock.forget()
        self.reason.clear()
        self.question.clear()
        self.hide()

    def _mark(self, *, wrong: bool) -> None:
        self.question.wrong = wrong
        self.question.recolour()
        set_tone(self._also, "bad" if wrong else "2")
        if wrong:
            self._also.setText("The question is empty")
