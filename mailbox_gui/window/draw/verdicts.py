"""How each verdict looks: always an icon and a word, and one of three tones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mailbox_gui.window.theme.tokens import Tokens

Tone = Literal["ok", "hold", "bad", "quiet"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Icon, tone and word of a verdict or state."""

    icon: str
    tone: Tone
    word: str

    def ink(self, tokens: Tokens) -> str:
        """The colour of icon and word."""
        return tone_ink(self.tone, tokens)


def tone_ink(tone: Tone, tokens: Tokens) -> str:
    """The text colour of a tone."""
    match tone:
        case "ok":
            return tokens.ok
        case "hold":
            return tokens.hold
        case "bad":
            return tokens.bad
        case "quiet":
            return tokens.text_2


def tone_soft(tone: Tone, tokens: Tokens) -> str:
    """The ground of a pill or banner of a tone."""
    match tone:
        case "ok":
            return tokens.ok_soft
        case "hold":
            return tokens.hold_soft
        case "bad":
            return tokens.bad_soft
        case "quiet":
            return tokens.bg_hover


ACCEPTED = Mark("check-circle-fill", "ok", "accepted")
HELD = Mark("hourglass-medium-fill", "hold", "held")
REJECTED = Mark("x-circle-fill", "bad", "rejected")
APPROVED = Mark("check-circle-fill", "ok", "approved")
DECLINED = Mark("x-circle-fill", "bad", "declined")
WAITING = Mark("paper-plane-tilt", "quiet", "in the outbox")
# The index tells of an owner's decision, and no signature proves it.
UNPROVED = Mark("warning-circle-fill", "bad", "not proved")

MARKS = {mark.word: mark for mark in (ACCEPTED, HELD, REJECTED, APPROVED, DECLINED, WAITING, UNPROVED)}
