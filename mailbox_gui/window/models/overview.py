"""The numbers of the sidebar: what wants the owner, and each agent's state, from one reading of the index."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

AgentState = Literal["active", "quiet", "paused", "missing"]


@dataclass(frozen=True, slots=True)
class AgentGlance:
    """One agent as the sidebar shows it. `unread` counts its inbox by the same predicate as the pane."""

    name: str
    state: AgentState = "quiet"
    unread: int = 0
    seen: datetime | None = None
    note: str = ""
    """Why it is paused or what is missing, in words."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What the sidebar needs of the post office."""

    hub: str = ""
    agents: tuple[AgentGlance, ...] = ()
    waiting: int = 0
    unread: int = 0
    owed: int = 0
    overdue: int = 0
    rescan: float = 15.0
    """How often the relay sweeps by the rules, in seconds: later than three times that it is late."""
    held: frozenset[str] = frozenset()
    """The ids that wait, a thousand at most: what is being decided is taken off the badge as it is off the list."""

    def without(self, hidden: frozenset[str]) -> Overview:
        """The same while decisions on these ids are under way."""
        return replace(self, waiting=max(0, self.waiting - len(self.held & hidden)))
