"""Under the reader: the note that travels with a decision, and the buttons that decide."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mailbox_gui.window.decisions import Verb
from mailbox_gui.window.panes.note_field import NoteField
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.unlock_span import Span
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.unlock_row import UnlockRow
from mailbox_gui.window.width_class import WidthClass

_ASKS: dict[Verb, tuple[str, str]] = {
    "decline": ("Why do you decline? {sender} gets to read it (required)", "Decline"),
    "ask": ("What do you want to know from {sender}?", "Send question"),
}


class ActionBar(QFrame):
    """`decided` carries the verb and its words. A verb that needs words first asks for them in the note field.

    The field holds one draft at a time: the note of an approval, or the reason or question that was begun. Each act has
    a draft of its own, so that what was written for one is never sent with another.

    While the owner key is locked, the bar asks for the passphrase and emits `passphrase_given` with it; the decision
    waits in the bar until `unlocked` or `unlock_failed` is called.
    """

    decided = Signal(str, str)
    passphrase_given = Signal(str)
    moved = Signal(int)
    left = Signal()
    later_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ActionBar")
        self._sender = ""
        self._verb: Verb | None = None
        self._drafts: dict[Verb, str] = {}
        self._held_back: tuple[Verb, str] | None = None
        self._locked = False
        self._approvable, self._resting = True, False
        self._width = WidthClass.WIDE
        self.note = NoteField(theme)
        self._unlock_row = UnlockRow(theme, "your decision is signed with it")
        self._unlock_row.hide()
        self.approve = Button(theme, "Approve", icon="check-bold", key="A", look=Look.PRIMARY)
        self.decline = Button(theme, "Decline…", icon="x-bold", key="D", look=Look.DANGER)
        self.ask = Button(theme, "Ask back…", icon="arrow-bend-up-left", key="Q")
        self.later = Button(theme, "Later…", icon="clock", key="L")
        self._cancel = Button(theme, "Cancel", key="Esc", look=Look.FLAT)
        self._note_button = Button(theme, "Note", icon="chat-circle-text", key="N", look=Look.FLAT, words=False)
        self._place = label("", fonts.sans(fonts.SECONDARY), "2")
        self._up = Button(theme, "Previous", icon="caret-up", key="K", look=Look.FLAT, small=True, words=False)
        self._down = Button(theme, "Next", icon="caret-down", key="J", look=Look.FLAT, small=True, words=False)
        self._lay_out()
        self._connect()
        self._show_mode()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.approve, self.decline, self.ask, self.later, self._cancel):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for widget in (self._note_button, self._place, self._up, self._down):
            buttons.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(12)
        self._column.addWidget(self.note)
        self._column.addWidget(self._unlock_row)
        self._column.addLayout(buttons)
        self._column.setContentsMargins(24, 12, 24, 16)

    def _connect(self) -> None:
        self.approve.clicked.connect(self._on_approve)
        self.decline.clicked.connect(self.begin_decline)
        self.ask.clicked.connect(self.begin_ask)
        self.later.clicked.connect(self.later_asked)
        self._cancel.clicked.connect(self.cancel)
        self._note_button.clicked.connect(self.open_note)
        self.note.returnPressed.connect(self._on_return)
        self.note.left.connect(self.cancel)
        self._unlock_row.given.connect(self.passphrase_given)
        self._unlock_row.left.connect(self.cancel)
        self._up.clicked.connect(self._on_up)
        self._down.clicked.connect(self._on_down)

    # what the pane tells

    def show_message(self, sender: str, drafts: Mapping[Verb, str]) -> None:
        """Decide about another message, with what was written for it before, each text for its own act."""
        self._sender = sender
        self._drafts = dict(drafts)
        self._verb, self._held_back = None, None
        self._unlock_row.forget()
        self.note.setText(self._drafts.get("approve", ""))
        self._show_mode()

    def drafts(self) -> dict[Verb, str]:
        """What is written for the message, by act; empty texts left out."""
        self._keep_draft()
        return dict(self._drafts)

    def put_back(self, verb: Verb, words: str) -> None:
        """The words of a decision that was taken back or not made: they are its act's draft again."""
        self._keep_draft()
        if words and not self._drafts.get(verb):
            self._drafts[verb] = words
        self.note.setText(self._drafts.get(self._act(), ""))
        self._show_mode()

    def set_approvable(self, approvable: bool) -> None:
        """Whether what would be delivered is what was checked."""
        self._approvable = approvable
        self._show_enabled()

    def set_resting(self, resting: bool) -> None:
        """For a moment after the message changed nothing is decided: the buttons are grey for as long."""
        self._resting = resting
        self._show_enabled()

    def _show_enabled(self) -> None:
        self.approve.setEnabled(self._approvable and not self._resting)
        for button in (self.decline, self.ask, self.later):
            button.setEnabled(not self._resting)
        self.approve.setToolTip("" if self._approvable else "Its signature or its bytes do not hold")

    def show_place(self, place: int, count: int) -> None:
        """Say which of how many this is."""
        self._place.setText(f"{place} of {count}" if count else "")
        self._up.setEnabled(place > 1)
        self._down.setEnabled(place < count)

    def set_locked(self, locked: bool) -> None:
        """Whether the owner key needs its passphrase before a decision."""
        self._locked = locked
        self._show_mode()

    @property
    def span(self) -> Span:
        """For how long the key is to be open."""
        return self._unlock_row.span

    def unlocked(self) -> None:
        """The passphrase was right: go on with the decision that waited for it."""
        self._locked = False
        self._unlock_row.forget()
        waiting, self._held_back = self._held_back, None
        self._show_mode()
        if waiting is not None:
            self._emit(*waiting)

    def unlock_failed(self, reason: str) -> None:
        """The passphrase was wrong, or the key cannot be read."""
        self._unlock_row.refuse(reason)

    def set_width_class(self, width: WidthClass) -> None:
        """The small window opens the note from its icon."""
        self._width = width
        narrow = width is WidthClass.NARROW
        self._column.setContentsMargins(*((16, 8, 16, 8) if narrow else (24, 12, 24, 16)))
        self._column.setSpacing(8 if narrow else 12)
        # Four decisions stand in a row at every size; the icon of the widest one goes first.
        self.ask.set_icon(None if narrow else "arrow-bend-up-left")
        self._show_mode()

    # what the owner does

    @Slot()
    def begin_decline(self) -> None:
        """Ask for the reason; a second press with a reason written declines."""
        if not self._resting:
            self._begin("decline")

    @Slot()
    def begin_ask(self) -> None:
        """Ask for the question; a second press with a question written sends it."""
        if not self._resting:
            self._begin("ask")

    @Slot()
    def approve_now(self) -> None:
        """Approve with the note that is there. What was begun for another act is left first."""
        if self.approve.isEnabled() and self.isVisible():
            self._change_act(None)
            self._finish("approve")

    @Slot()
    def open_note(self) -> None:
        """Put the cursor into the note field."""
        self.note.show()
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def cancel(self) -> None:
        """Leave what was begun. Text that was typed stays, for the act that it was typed for."""
        self._change_act(None)
        self._unlock_row.forget()
        self._show_mode()
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
            return
        super().keyPressEvent(event)

    def _begin(self, verb: Verb) -> None:
        if self._verb == verb and self.note.text().strip():
            self._finish(verb)
            return
        self._change_act(verb)
        self._show_mode()
        self.note.setFocus(Qt.FocusReason.OtherFocusReason)

    def _act(self) -> Verb:
        """Whose draft the field holds: an approval's, unless another act was begun."""
        return self._verb or "approve"

    def _keep_draft(self) -> None:
        words = self.note.text()
        if words:
            self._drafts[self._act()] = words
        else:
            self._drafts.pop(self._act(), None)

    def _change_act(self, verb: Verb | None) -> None:
        self._keep_draft()
        self._verb, self._held_back = verb, None
        self.note.setText(self._drafts.get(self._act(), ""))

    @Slot()
    def _on_approve(self) -> None:
        self._change_act(None)
        self._finish("approve")

    @Slot()
    def _on_return(self) -> None:
        if self._verb is not None:
            self._finish(self._verb)
        else:
            # Return in a plain note leaves the field: a decision is never made by accident.
            self.left.emit()

    def _finish(self, verb: Verb) -> None:
        if self._resting:
            return
        note = self.note.text().strip()
        if verb != "approve" and not note:
            self.note.set_error(True)
            return
        if self._locked:
            self._held_back = (verb, note)
            self._show_mode()
            self._unlock_row.ask()
            return
        self._emit(verb, note)

    def _emit(self, verb: Verb, note: str) -> None:
        self._change_act(None)
        self._drafts.pop(verb, None)
        self.note.setText(self._drafts.get("approve", ""))
        self._show_mode()
        self.decided.emit(verb, note)

    @Slot()
    def _on_up(self) -> None:
        self.moved.emit(-1)

    @Slot()
    def _on_down(self) -> None:
        self.moved.emit(1)

    def _show_mode(self) -> None:
        asking = self._held_back is not None
        narrow = self._width is WidthClass.NARROW
        self._unlock_row.setVisible(asking)
        busy = self._verb is not None or asking
        self._cancel.setVisible(busy and not asking)
        self.note.setVisible(not asking and (not narrow or busy or self.note.hasFocus() or bool(self.note.text())))
        self.note.set_error(False)
        self._note_button.setVisible(narrow and not busy)
        for widget in (self._place, self._up, self._down):
            widget.setVisible(not narrow and not busy)
        if self._verb is None:
            self.note.say(f"Note to {self._sender} (optional, travels with your decision)", "N")
        else:
            self.note.say(_ASKS[self._verb][0].format(sender=self._sender), "Enter")
        self.approve.setVisible(self._verb is None and not asking)
        self.decline.setVisible(self._verb in (None, "decline") and not asking)
        self.later.setVisible(self._verb is None and not asking)
        self.ask.setVisible(self._verb in (None, "ask") and not asking)
        self.decline.set_words("Decline" if self._verb == "decline" else "Decline…")
        self.ask.set_words("Send question" if self._verb == "ask" else "Ask back…")
