"""The numbers of the sidebar: what wants the owner, and each agent's state, from one reading of the index."""

from __future__ import annotations

from dataclasses import dataclass
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
