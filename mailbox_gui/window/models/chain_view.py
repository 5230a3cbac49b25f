"""What is known of the journal's chain, in words."""

from __future__ import annotations

from dataclasses import dataclass

from mailbox_gui.window.draw.verdicts import Tone


@dataclass(frozen=True, slots=True)
class ChainView:
    """The badge over the journal."""

    words: str
    icon: str
    tone: Tone
