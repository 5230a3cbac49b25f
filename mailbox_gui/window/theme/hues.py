"""The colour of a participant's avatar. Never green, amber or red: those mean verdicts only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Hue:
    """Fill and letter of one avatar, in light and in dark."""

    fill_light: str
    letter_light: str
    fill_dark: str
    letter_dark: str

    def fill(self, dark: bool) -> str:
        """The square's colour."""
        return self.fill_dark if dark else self.fill_light

    def letter(self, dark: bool) -> str:
        """The letter's colour."""
        return self.letter_dark if dark else self.letter_light


HUB_HUE = Hue("#E3E7EE", "#3A4457", "#343B48", "#C9D1DE")
OWNER_HUE = Hue("#1A1E27", "#FFFFFF", "#E8EAEE", "#1A1E27")
AGENT_HUES = (
    Hue("#CBDBFA", "#1F4292", "#31498A", "#CBD8FF"),
    Hue("#EAE2FA", "#5B36A6", "#362A55", "#CBB6F8"),
    Hue("#D6F0F0", "#125C63", "#163C40", "#86D5DB"),
    Hue("#F9E0F0", "#8E2470", "#4A2240", "#F0A9DA"),
)


class Hues:
    """Gives each participant of the post office its hue: the hub grey, the others in the roster's order."""

    def __init__(self) -> None:
        self._known: dict[str, Hue] = {OWNER: OWNER_HUE}

    def set_roster(self, hub: str, agents: Sequence[str]) -> None:
        """Take over the roster; the same roster gives the same colours at every start."""
        self._known = {OWNER: OWNER_HUE, hub: HUB_HUE}
        others = [name for name in agents if name != hub]
        for place, name in enumerate(others):
            self._known[name] = AGENT_HUES[place % len(AGENT_HUES)]

    def of(self, name: str) -> Hue:
        """The hue of a participant; a name from the history that nobody has now gets a steady one too."""
        known = self._known.get(name)
        return known if known is not None else AGENT_HUES[crc32(name.encode()) % len(AGENT_HUES)]
