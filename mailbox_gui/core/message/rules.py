"""The rules of a post office as values: who exists, who may write to whom, limits, obligations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from mailbox_gui.core.message.names import OWNER


@dataclass(frozen=True, slots=True)
class AgentRule:
    """What rules.json says of one agent; None means the post office's default."""

    folder: str | None = None
    workspace: str | None = None
    messages_per_day: int | None = None
    message_bytes: int | None = None
    signature: Literal["optional", "required"] = "optional"
    overdue_hours: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that hold for every agent without its own: bytes, messages per 24 h, seconds."""

    message_bytes: int = 16_384
    messages_per_day: int = 20
    settle_seconds: float = 0.3
    rescan_seconds: float = 15.0


@dataclass(frozen=True, slots=True)
class Rules:
    """The whole of rules.json, checked. Routes are (from, to) pairs of participants."""

    hub: str
    agents: Mapping[str, AgentRule]
    routes: frozenset[tuple[str, str]]
    limits: Limits = field(default_factory=Limits)
    obligations: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({"task": "report", "request": "reply", "question": "reply"})
    )
    overdue_hours: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"reply": 4, "report": 24, "decision": 2, "workaround": 24})
    )
    runtimes: tuple[str, ...] = ()
    version: int = 1

    def participants(self) -> tuple[str, ...]:
        """Every name a message can go to: the agents in the order of the file, then the owner."""
        return (*self.agents, OWNER)

    def may_write(self, sender: str, recipient: str) -> bool:
        """Whether the route table has the pair (sender, recipient)."""
        return (sender, recipient) in self.routes

    def message_bytes(self, sender: str) -> int:
        """The largest message of `sender`, in bytes."""
        rule = self.agents.get(sender)
        own = rule.message_bytes if rule else None
        return self.limits.message_bytes if own is None else own

    def messages_per_day(self, sender: str) -> int | None:
        """How many messages `sender` may send in 24 hours; None for the owner, who has no limit."""
        if sender == OWNER:
            return None
        rule = self.agents.get(sender)
        own = rule.messages_per_day if rule else None
        return self.limits.messages_per_day if own is None else own
