"""Why a message was refused or declined, what to do, and what the owner wrote: the box over the body."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.window.draw.verdicts import UNPROVED, Tone
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner


class MessageReason(QWidget):
    """Hidden for a message that nothing is wrong with."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banner = Banner(theme)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._banner)
        self.hide()

    def set_margins(self, across: int, above: int) -> None:
        """The distance to the edges."""
        self._column.setContentsMargins(across, above, across, 0)

    def show_view(self, view: MessageView) -> None:
        """Show the reasons of a message."""
        said = reason_words(view)
        self.setVisible(said is not None)
        if said is not None:
            headline, sentence, advice, tone = said
            self._banner.say(headline, sentence, advice, tone)


def reason_words(view: MessageView) -> tuple[str, str, str, Tone] | None:
    """Headline, sentence, advice and tone, or None when there is nothing to say."""
    row = view.row
    if row.flag == "changed":
        return (
            "This message was changed after it was held",
            "The file in the queue no longer holds the bytes that were checked. It is never delivered like this.",
            "Restore it from the journal, or decline it.",
            "bad",
        )
    if not view.signature.holds:
        return (
            "The signature of this message is broken",
            view.signature.words[:1].upper() + view.signature.words[1:],
            "It is not to be trusted and cannot be approved. mailbox verify says what else was changed.",
            "bad",
        )
    if row.verdict == UNPROVED.word:
        return (
            "This decision is not proved",
            "The index tells of a decision of yours, and no decision that you signed says so in the journal.",
            "mailbox reindex builds the index anew; mailbox verify says what was changed.",
            "bad",
        )
    if row.verdict == "declined":
        return ("Declined by you", view.note, "", "bad")
    if row.verdict == "approved" and view.note:
        return ("Approved by you", view.note, "", "ok")
    if not view.faults:
        return None
    first = view.faults[0]
    headline = _PLAIN.get(first.check, f"Rejected by the {first.check} check")
    also = "\n".join(f"{fault.check}: {fault.reason}" for fault in view.faults[1:])
    sentence = f"{first.reason}\n{also}" if also else first.reason
    advice = f"What to do: {first.hint}" if first.hint else ""
    return (headline, sentence, advice, "bad")


_PLAIN = {
    "duplicate": "Rejected: it was sent before",
    "decision": "Rejected: the decision cannot take effect",
    "owner": "Declined by the owner",
}
