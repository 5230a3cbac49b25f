"""A signed event: what a channel is made of. Its id is over its content, its signature over its id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from mailbox_gui.core.keys.channel_key import ChannelKey, verify

MESSAGE: Final = 9
REACTION: Final = 7
PROFILE: Final = 0

_MEMBERS: Final = ("id", "pubkey", "created_at", "kind", "tags", "content", "sig")
Tags = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ChannelEvent:
    """Exactly the seven members that readers see; `created_at` is in seconds since 1970."""

    id: str
    pubkey: str
    created_at: int
    kind: int
    tags: Tags
    content: str
    sig: str

    @classmethod
    def sign(cls, key: ChannelKey, created_at: int, kind: int, tags: Tags, content: str) -> Self:
        """A new event by `key`."""
        event_id = id_of(key.public, created_at, kind, tags, content)
        return cls(event_id, key.public, created_at, kind, tags, content, key.sign(bytes.fromhex(event_id)))

    @classmethod
    def read(cls, members: Mapping[str, object]) -> Self:
        """The event with these members. Raises ValueError for what is none; nothing is verified."""
        texts = [members.get(name) for name in ("id", "pubkey", "content", "sig")]
        numbers = [members.get(name) for name in ("created_at", "kind")]
        tags = members.get("tags")
        if tuple(sorted(members)) != tuple(sorted(_MEMBERS)) or not isinstance(tags, list | tuple):
            raise ValueError("an event has exactly seven members")
        if not all(isinstance(text, str) for text in texts) or not all(type(number) is int for number in numbers):
            raise ValueError("a member of the event is of the wrong type")
        if not all(isinstance(tag, list | tuple) and all(isinstance(part, str) for part in tag) for tag in tags):
            raise ValueError("the tags of an event are lists of texts")
        fields: dict[str, object] = {**members, "tags": tuple(tuple(tag) for tag in tags)}
        return cls(**fields)  # type: ignore[arg-type]

    def members(self) -> dict[str, object]:
        """The seven members in their order."""
        return {name: getattr(self, name) for name in _MEMBERS}

    def to_json(self) -> str:
        """The event as readers get it."""
        return json.dumps(self.members(), separators=(",", ":"), ensure_ascii=False)

    def first(self, name: str, marker: str | None = None) -> str | None:
        """The value of the first tag of that name, of an `e` tag with that marker; None when there is none."""
        for tag in self.tags:
            if len(tag) > 1 and tag[0] == name and (marker is None or tag[3:4] == (marker,)):
                return tag[1]
        return None

    def mentioned(self) -> tuple[str, ...]:
        """The public keys in its `p` tags."""
        return tuple(tag[1] for tag in self.tags if len(tag) > 1 and tag[0] == "p")

    def fault(self) -> str | None:
        """What is wrong with its id or signature; None when both hold."""
        if id_of(self.pubkey, self.created_at, self.kind, self.tags, self.content) != self.id:
            return "the event's id is not that of its content"
        if not verify(bytes.fromhex(self.id), self.sig, self.pubkey):
            return "the event's signature does not hold"
        return None


def id_of(pubkey: str, created_at: int, kind: int, tags: Sequence[Sequence[str]], content: str) -> str:
    """The NIP-01 id: SHA-256 over a JSON array without spaces and with non-ASCII as it is."""
    serial = json.dumps([0, pubkey, created_at, kind, tags, content], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(serial.encode()).hexdigest()
