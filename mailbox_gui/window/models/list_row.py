"""One message as a list shows it: every string final, foreign text made visible, prepared off the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mailbox_gui.window.moments import spoken_age


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of queue, inbox or pane. `key` is the message's id, or `#height` where it has none."""

    key: str
    height: int
    at: datetime
    sender: str
    recipient: str
    kind: str
    topic: str
    excerpt: str
    verdict: str
    second: str = ""
    reason: str = ""
    stamp: str = ""
    exact: str = ""
    unread: bool = False
    by_owner: bool = False
    """The signature proves the owner; no name or text can."""
    sha256: str = ""
    flag: str = ""
    """A state of a held message beside waiting: `changed`, `broken`, `asked`, or empty."""

    def spoken(self, now: datetime) -> str:
        """The whole row in words, for a screen reader."""
        parts = [self.verdict, f"{self.sender} to {self.recipient}", self.topic, self.kind]
        if self.verdict == "held":
            parts.append(f"waiting {spoken_age(now - self.at)}")
        elif self.stamp:
            parts.append(self.stamp)
        if self.reason:
            parts.append(self.reason)
        if self.unread:
            parts.insert(0, "unread")
        return ", ".join(part for part in parts if part)
