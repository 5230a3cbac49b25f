"""Over the window: the owner writes a message, sees what the relay would say of it, and sends it signed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from mailbox_gui.core.acts.outgoing import Outgoing
from mailbox_gui.core.folders.kept_drafts import KeptDraft, new_name
from mailbox_gui.window.compose.compose_card import ComposeCard
from mailbox_gui.window.compose.drafts_menu import drafts_menu
from mailbox_gui.window.compose.letters import Letters
from mailbox_gui.window.compose.on_sending import effects_of, key_words
from mailbox_gui.window.compose.over_window import OverWindow, single_shot
from mailbox_gui.window.models.letter_view import LetterView, idle_checks
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.moments import clock, long_stamp
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.theme.theme import Theme

CHECK_MS, SAVE_MS, SPIN_MS = 250, 1000, 150


class Compose(OverWindow):
    """`sent` carries a sentence about a message that went; `said` one about something else.

    Nothing that was written goes away unasked: it is saved while it is written, when the card closes and when the
    window does, and comes back with the next `open_new`.
    """

    sent = Signal(str)
    said = Signal(str)

    def __init__(
        self, theme: Theme, letters: Letters, owner: OwnerActs, now: Callable[[], datetime], parent: QWidget
    ) -> None:
        super().__init__(theme, ComposeCard(theme, parent), parent)
        self._letters, self._owner, self._now = letters, owner, now
        self._name = new_name()
        self._view: LetterView | None = None
        self._loaded, self._dirty, self._sending, self._send_wanted = Outgoing(), False, False, False
        self._relay: RelayView | None = None
        self._checking, self._saving, self._spin = (single_shot(self, ms) for ms in (CHECK_MS, SAVE_MS, SPIN_MS))
        self._checking.timeout.connect(self._on_check)
        self._saving.timeout.connect(self.save)
        self._spin.timeout.connect(self._on_spin)
        self._connect()
        self.setAccessibleName("New message")

    def _connect(self) -> None:
        card = self.card
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            # Whatever in the card has the focus: a button would take Return for itself.
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.send)
        card.fields.edited.connect(self._on_edited)
        card.editor.textChanged.connect(self._on_edited)
        card.editor.sent.connect(self.send)
        card.editor.left.connect(self.leave)
        card.editor.refused.connect(card.say)
        card.bar.switched.connect(card.show_writing)
        card.send.clicked.connect(self.send)
        card.save.clicked.connect(self.save)
        card.close_button.clicked.connect(self.leave)
        card.drafts.clicked.connect(self._on_drafts)
        card.discard.clicked.connect(self._on_discard)
        card.keep.clicked.connect(self._on_keep)
        card.throw.clicked.connect(self.discard)
        card.unlock.given.connect(self._on_passphrase)
        card.unlock.left.connect(self._on_unlock_left)
        self._letters.kept_changed.connect(self._show_drafts)
        self._letters.finishing.connect(self.save)
        self._letters.found.connect(self._on_found)
        self._owner.lock_changed.connect(self._show_key)

    # opening and leaving

    @property
    def mail(self) -> Outgoing:
        """What is written now."""
        return self.card.fields.mail(self.card.editor.toPlainText())

    def set_people(self, names: Sequence[str]) -> None:
        """To whom the owner can write."""
        self.card.fields.set_people(names)

    def show_relay(self, view: RelayView) -> None:
        """The relay is so now: it says when the message goes."""
        changed = self._relay is None or view.stopped != self._relay.stopped
        self._relay = view
        if changed:
            self._show_effects()

    @Slot()
    def open_new(self) -> None:
        """Write: what was begun last is there again, an empty card where nothing was."""
        if not self.isVisible() and self.mail.blank:
            kept = next(iter(self._letters.kept), None)
            self._take(kept)
        self._open()

    def open_reply(self, to: str, topic: str, ref: str) -> None:
        """Answer a message; what was written to it before and not sent is there again."""
        if self._sending:
            self._open()
            return
        self.save()
        kept = next((draft for draft in self._letters.kept if draft.fields["ref"] == ref), None)
        if kept is not None:
            self._take(kept)
        else:
            self._begin(new_name(), Outgoing(to=to, kind="reply", topic=topic, ref=ref))
        self._open()

    @Slot()
    def leave(self) -> None:
        """Close the card. The draft stays; the focus goes back to where it was."""
        self.save()
        self._letters.leave()
        for timer in (self._checking, self._spin):
            timer.stop()
        self._send_wanted = False
        self.card.unlock.forget()
        self.card.ask_sure(ask=False)
        self.go_down()

    def _open(self) -> None:
        self._show_drafts()
        self._show_key()
        self.come_up()
        if not self.mail.blank or self.mail.to:
            self._on_check()
        first = self.card.fields.to if not self.mail.to else self.card.fields.topic
        (first if not self.mail.topic else self.card.editor).setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self, kept: KeptDraft | None) -> None:
        if kept is None:
            self._begin(new_name(), Outgoing())
            return
        self._begin(kept.name, Outgoing(**kept.fields))
        self._show_saved(kept.saved_at)

    def _begin(self, name: str, mail: Outgoing) -> None:
        self._name = name
        self._dirty = False
        self._saving.stop()
        card = self.card
        card.title.setText("Reply" if mail.ref and mail.kind == "reply" else "New message")
        card.fields.show_mail(mail)
        card.editor.show_text(mail.body)
        card.bar.show_write()
        card.show_writing()
        card.saved.setText("")
        card.said.hide()
        card.ask_sure(ask=False)
        self._loaded = self.mail
        self._view = None
        self.card.show_checks(idle_checks(), 0.0)
        self._show_effects()
        self._show_sendable()

    # drafts

    @Slot()
    def save(self) -> None:
        """Write the draft down, unless there is nothing new."""
        self._saving.stop()
        if not self._dirty or self._sending:
            return
        mail, self._dirty = self.mail, False
        if mail.blank:
            # Nothing is left of what was kept: its owner took every word away.
            self._letters.forget(self._name)
            self.card.saved.setText("")
            return
        self._loaded = mail
        self._letters.keep(self._name, mail, partial(self._on_saved, self._name), self._on_not_saved)

    def _on_saved(self, name: str, moment: datetime) -> None:
        if name == self._name and not self._dirty:
            self._show_saved(moment)

    def _on_not_saved(self, reason: str) -> None:
        self._dirty = True
        self.card.say(f"The draft could not be saved: {reason}")

    def _show_saved(self, moment: datetime) -> None:
        now = self._now()
        today = moment.astimezone().date() == now.astimezone().date()
        self.card.saved.setText(f"draft saved {clock(moment) if today else long_stamp(moment, now)}")

    @Slot(int)
    def _on_found(self, many: int) -> None:
        words = "An unfinished message is kept" if many == 1 else f"{many} unfinished messages are kept"
        self.said.emit(f"{words}: New message (C) goes on with it")

    @Slot()
    def _show_drafts(self) -> None:
        others = [draft for draft in self._letters.kept if draft.name != self._name]
        self.card.drafts.setVisible(bool(others) or not self.mail.blank)
        self.card.drafts.set_words(f"Drafts ({len(others)})" if others else "Drafts")

    @Slot()
    def _on_drafts(self) -> None:
        menu = drafts_menu(self, self._letters.kept, self._name, self._now(), self._switch_to)
        button = self.card.drafts
        menu.exec(button.mapToGlobal(QPoint(0, button.height() + 4)))
        menu.deleteLater()

    def _switch_to(self, name: str) -> None:
        self.save()
        self._take(next((draft for draft in self._letters.kept if draft.name == name), None))
        self._open()

    @Slot()
    def _on_discard(self) -> None:
        if self.mail.blank:
            self.discard()
            return
        self.card.ask_sure(ask=True)
        self.card.keep.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_keep(self) -> None:
        self.card.ask_sure(ask=False)
        self.card.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def discard(self) -> None:
        """Throw the draft away, as the owner said, and close the card."""
        self._letters.forget(self._name)
        self._begin(new_name(), Outgoing())
        self.leave()

    # checks

    @Slot()
    def _on_edited(self) -> None:
        mail = self.mail
        if mail == self._loaded and not self._dirty:
            return
        self._dirty = True
        self.card.said.hide()
        if self._view is None or self._view.mail.ref != mail.ref:
            self.card.fields.ref.show_topic("")
        self._view = None
        self._checking.start()
        if not self._saving.isActive():
            # Not begun anew at every key: whoever types without a pause is saved too.
            self._saving.start()
        self._show_sendable()

    @Slot()
    def _on_check(self) -> None:
        self._checking.stop()
        self._spin.start()
        self._letters.rehearse(self.mail, self._on_view, self._on_uncheckable)

    @Slot()
    def _on_spin(self) -> None:
        self.card.show_checks(
            tuple(replace(line, state="running", sentence="checking…") for line in idle_checks()), 0.0
        )

    def _on_view(self, view: LetterView) -> None:
        self._spin.stop()
        if not self.isVisible() or view.mail != self.mail:
            # Another check of what is written now is on its way.
            return
        self._view = view
        self._show_key()
        self.card.fields.show_due(view.due)
        self.card.fields.ref.show_topic(view.ref_topic)
        self._show_effects()
        self._show_sendable()
        if self._send_wanted:
            self._send_wanted = False
            self.send()

    def _on_uncheckable(self, error: Exception) -> None:
        self._spin.stop()
        self._send_wanted = False
        self.card.show_checks(idle_checks(), 0.0)
        self.card.say(f"The draft cannot be checked: {error}")

    @Slot()
    def _show_key(self) -> None:
        """The signature is made on sending: its sentence follows the key."""
        words = key_words(self._owner, self._now())
        if self._view is not None:
            checks = tuple(
                replace(line, sentence=words) if line.name == "signature" and line.state == "passed" else line
                for line in self._view.checks
            )
            self.card.show_checks(checks, self._view.share)

    def _show_effects(self) -> None:
        view = self._view
        stopped = self._relay is not None and self._relay.stopped
        effects = effects_of(view, self.mail.to, stopped=stopped) if view is not None else ()
        self.card.checks.show_effects(effects)
        if view is None:
            self.card.fields.show_due("")

    # sending

    @property
    def sendable(self) -> bool:
        """Whether what is written now has passed all checks."""
        return self._view is not None and self._view.passes and not self._sending

    def _show_sendable(self) -> None:
        self.card.send.setEnabled(self.sendable)
        self.card.send.set_words("Sending…" if self._sending else "Send")

    @Slot()
    def send(self) -> None:
        """Sign and send, when the checks pass; when they are still running, as soon as they do."""
        if self._sending or not self.isVisible():
            return
        if self._view is None:
            self._send_wanted = True
            self._on_check()
            return
        if not self._view.passes:
            failed = next(line for line in self._view.checks if line.state == "failed")
            self.card.say(f"Not sent. {failed.name}: {failed.sentence}")
            return
        if self._owner.locked:
            self.card.unlock.ask()
            return
        self.save()
        self._sending = True
        self._show_sendable()
        self.card.set_locked(locked=True)
        name, mail = self._name, self._view.mail
        self._letters.send(name, mail, partial(self._on_sent, mail), self._on_failed)

    def _on_sent(self, mail: Outgoing, answered: bool) -> None:
        self._sending = False
        self.card.set_locked(locked=False)
        self._begin(new_name(), Outgoing())
        if self.isVisible():
            self.leave()
        words = f"Sent to {mail.to}: {mail.topic}"
        self.sent.emit(words if answered else f"{words}. It lies in your outbox: the relay has not answered yet")

    def _on_failed(self, reason: str) -> None:
        self._sending = False
        self.card.set_locked(locked=False)
        self._dirty = True
        self.save()
        self._show_sendable()
        self.card.say(f"Not sent, the draft is kept: {reason}")
        if not self.isVisible():
            self.said.emit(f"Not sent, the draft is kept: {reason}")

    @Slot(str)
    def _on_passphrase(self, passphrase: str) -> None:
        unlock = self.card.unlock
        self._owner.unlock(passphrase, unlock.span, self._on_unlocked, unlock.refuse)

    def _on_unlocked(self) -> None:
        self.card.unlock.forget()
        if self.isVisible():
            self.send()

    @Slot()
    def _on_unlock_left(self) -> None:
        self.card.unlock.forget()
        self.card.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    # over the window

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            if self.card.keep.isVisible():
                self._on_keep()
            else:
                self.leave()
            return
        if control and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.send()
            return
        if control and event.key() == Qt.Key.Key_S:
            self.save()
            return
        # What is pressed here is not for what lies behind.
        event.accept()
