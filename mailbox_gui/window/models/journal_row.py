"""One line of the journal as the table shows it: every cell a finished string."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A message's line, or a line of the relay's own life, whose `sender` is empty and `topic` says what happened."""

    height: int
    key: str
    number: str
    time: str
    verdict: str
    sender: str
    recipient: str
    kind: str
    topic: str
    check: str
    text: str
    signer: str
    signed: bool
    by_owner: bool = False
    exact: str = ""

    def spoken(self) -> str:
        """The line in words, for a screen reader."""
        pair = f"{self.sender} to {self.recipient}" if self.sender else ""
        reason = f"{self.check}: {self.text}" if self.check else self.text
        parts = (f"line {self.height}", self.time, self.verdict, pair, self.kind, self.topic, reason)
        return ", ".join(part for part in parts if part)
