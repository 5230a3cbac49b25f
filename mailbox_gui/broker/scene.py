"""What an action sees: who asks by which credential, the channel, and the parts of the host that it may use."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from mailbox_gui.broker.effects import Refused
from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.values import Channel
from mailbox_gui.core.keys.channel_event import MESSAGE, ChannelEvent, Tags, id_of
from mailbox_gui.core.keys.channel_key import ChannelKey
from mailbox_gui.core.keys.keystore import Keystore
from mailbox_gui.core.read_models.channels import EventRow, event_of_id, last_created_at
from mailbox_gui.core.relay.publishing import Publishing, Refusal


@dataclass(frozen=True, slots=True)
class Scene:
    """One request of `agent`, whose public key is `pubkey`; `channel` is the credential's. `reading` is the index."""

    agent: str
    pubkey: str
    channel: Channel
    operation: str
    publishing: Publishing
    keystore: Keystore
    reading: sqlite3.Connection

    @property
    def book(self) -> ChannelBook:
        """Channels, members, credentials."""
        return self.publishing.book

    @property
    def key(self) -> ChannelKey:
        """The asking agent's own key."""
        return self.keystore.key(self.pubkey)

    def require_clean(self, texts: Sequence[str], *, counted: bool = False) -> None:
        """Raise Refused when the checks of mail refuse what the agent wrote."""
        refusal = self.publishing.examine(self.agent, self.operation, texts, counted=counted)
        if refusal is not None:
            raise refused(refusal)

    def sign(self, kind: int, tags: Tags, content: str, *, not_before: int = 0) -> ChannelEvent:
        """A new event by the asking agent: not older than the channel's last, and none that is there already."""
        now = int(self.publishing.now().timestamp())
        created_at = max(now, not_before, last_created_at(self.reading, self.channel.id))
        while event_of_id(self.reading, id_of(self.pubkey, created_at, kind, tags, content)) is not None:
            # The same words within the same second are another post all the same.
            created_at += 1
        return ChannelEvent.sign(self.key, created_at, kind, tags, content)

    def event(self, event_id: str) -> EventRow | None:
        """The channel's event of that id."""
        row = event_of_id(self.reading, event_id)
        return row if row is not None and row.channel == self.channel.id else None

    def message(self, event_id: str) -> EventRow | None:
        """The channel's message or reply of that id."""
        row = self.event(event_id)
        return row if row is not None and row.kind == MESSAGE else None


def refused(refusal: Refusal) -> Refused:
    """The refusal by the checks of mail, in their words."""
    return Refused("; ".join(f"{fault.check}: {fault.reason}" for fault in refusal.faults), refusal=refusal)
