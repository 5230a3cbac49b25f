"""What is known of the journal's chain, in words."""

from __future__ import annotations

from dataclasses import dataclass

from mailbox_gui.window.draw.verdicts import Tone


@dataclass(frozen=True, slots=True)
class ChainView:
    """The badge over the journal. `told` is its tooltip; `broken_at` the height of the break, 0 without one."""

    words: str
    icon: str
    tone: Tone
    told: str = ""
    broken_at: int = 0
