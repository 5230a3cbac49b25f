"""Letter and hue of each topic of the bus. Never green, amber or red: those mean verdicts only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mailbox_gui.window.theme.tokens import Tokens


@dataclass(frozen=True, slots=True)
class TopicMark:
    """What stands for a topic beside its word: a letter on a fill, in light and in dark."""

    letter: str
    fill_light: str
    fill_dark: str

    def fill(self, tokens: Tokens) -> str:
        """The colour of tile, slot and bar."""
        return self.fill_dark if tokens.dark else self.fill_light

    def ink(self, tokens: Tokens) -> str:
        """The colour of the letter on it."""
        return "#16181D" if tokens.dark else "#FFFFFF"


TOPIC_FILLS = (
    ("#2F56D0", "#7E9BFF"),
    ("#A23486", "#E58FCB"),
    ("#6B46B8", "#B79BF3"),
    ("#12747C", "#5CC6CE"),
    ("#6B5B10", "#CDB857"),
    ("#5A6373", "#9AA5B8"),
)


class TopicMarks:
    """Gives each topic a mark and keeps it while the topic is shown; a letter is given twice only when it must be."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, str]] = {}

    def take(self, topics: Iterable[str]) -> None:
        """These topics are shown now, in the order in which they came; the marks of others are free again."""
        shown = list(dict.fromkeys(topics))
        self._known = {topic: self._known[topic] for topic in shown if topic in self._known}
        for topic in shown:
            if topic not in self._known:
                self._known[topic] = (self._freest_fill(), self._free_letter(topic))

    def of(self, topic: str) -> TopicMark:
        """The mark of a topic; one that is not shown gets what `take` would give it."""
        fill, letter = self._known.get(topic) or (self._freest_fill(), self._free_letter(topic))
        return TopicMark(letter, *TOPIC_FILLS[fill])

    def _freest_fill(self) -> int:
        used = [fill for fill, _ in self._known.values()]
        return min(range(len(TOPIC_FILLS)), key=lambda fill: (used.count(fill), fill))

    def _free_letter(self, topic: str) -> str:
        letters = [sign for sign in topic.upper() if sign.isalnum()] or ["?"]
        used = {letter for _, letter in self._known.values()}
        return next((letter for letter in letters if letter not in used), letters[0])
