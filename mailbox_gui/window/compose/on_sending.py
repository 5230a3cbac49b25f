"""What sending will do, in words: who gets it when, what is owed for it, with which key it is signed."""

from __future__ import annotations

from datetime import datetime

from mailbox_gui.window.models.letter_view import LetterView
from mailbox_gui.window.owner_acts import OwnerActs


def effects_of(view: LetterView, recipient: str, *, stopped: bool) -> list[tuple[str, str]]:
    """Icons and sentences; none without a recipient. `stopped`: no relay runs now."""
    if not recipient:
        return []
    when = "though the relay is stopped: this window carries it" if stopped else "at once, by the running relay"
    effects = [("paper-plane-tilt", f"{recipient} gets it {when}.")]
    effects += [("file-dotted", words) for words in view.owes]
    if view.passes and not view.owes:
        effects.append(("file-dotted", "Nothing is owed for it."))
    return effects


def key_words(owner: OwnerActs, now: datetime) -> str:
    """The key that signs on sending, and what it takes."""
    if owner.bare:
        return "owner key, without a passphrase"
    if owner.locked:
        return "owner key, asked for on sending"
    if owner.until is None:
        return "owner key, unlocked"
    left = max(1, round((owner.until - now).total_seconds() / 60))
    return f"owner key, unlocked for {left} min"
