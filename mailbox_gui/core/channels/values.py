"""Channels, their members and credentials as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

RespondTo = Literal["owner-only", "anyone"]

OPERATIONS: Final = (
    "channel.read",
    "message.post",
    "message.reply",
    "reaction.add",
    "profile.set",
    "storage.address",
    "agents.create",
    "agents.update",
    "agents.delete",
)
# What a credential allows unless the owner says otherwise.
USUAL_OPERATIONS: Final = tuple(name for name in OPERATIONS if not name.startswith("agents."))
# The owner's own agents are of depth 1, those that they make of depth 2.
DEEPEST: Final = 3


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel: `members` are public keys (hex) by the names of agents; `owner` is the owner's public channel key."""

    id: str
    name: str
    owner: str
    members: Mapping[str, str]
    reactions: bool = True
    height: int = 0


@dataclass(frozen=True, slots=True)
class Credential:
    """What a bearer of a secret may do: `hash` is SHA-256 (hex) of the secret, `fingerprint` names it to people."""

    hash: str
    fingerprint: str
    agent: str
    channel: str
    operations: tuple[str, ...]
    expires: datetime
    revoked: bool = False

    def is_live(self, now: datetime) -> bool:
        """Whether it opens anything now."""
        return not self.revoked and now < self.expires


@dataclass(frozen=True, slots=True)
class MadeAgent:
    """An agent that another agent, its `creator`, made through the broker. `gone` when it was deleted."""

    name: str
    pubkey: str
    creator: str
    depth: int
    channel: str
    display_name: str
    system_prompt: str
    respond_to: RespondTo = "owner-only"
    runtime: str | None = None
    provider: str | None = None
    model: str | None = None
    gone: bool = False
