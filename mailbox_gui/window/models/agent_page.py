"""What the page of one agent shows, from one reading."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.models.overview import AgentState


@dataclass(frozen=True, slots=True)
class DayCount:
    """One day of the small bars: its name, and how many drafts were taken and refused."""

    name: str
    taken: int
    refused: int


@dataclass(frozen=True, slots=True)
class AgentHead:
    """The upper part of the page."""

    name: str
    state: AgentState
    said: str
    folder: str
    seen: datetime | None = None
    writes_to: tuple[str, ...] = ()
    hears_from: tuple[str, ...] = ()
    sent: int = 0
    limit: int | None = None
    days: tuple[DayCount, ...] = ()
    paused: bool = False
    missing: bool = False
    author: str = ""
    """The owner's public key, in the words of the page; empty where it cannot be read."""
    session: str = "none: its mail is not signed"
    session_holds: bool = False
    """Whether a session key may sign its mail now, by a delegation that the owner's signature proves."""


@dataclass(frozen=True, slots=True)
class PanePage:
    """A page of one pane. `before` is where the next one goes on, None at the end."""

    rows: tuple[ListRow, ...]
    before: int | None


@dataclass(frozen=True, slots=True)
class AgentPage:
    """Head and the newest page of each pane, with the numbers of today."""

    head: AgentHead
    outbox: PanePage
    inbox: PanePage
    rejected: PanePage
    sent_today: int = 0
    delivered_today: int = 0
    rejected_today: int = 0
    unread: int = 0
