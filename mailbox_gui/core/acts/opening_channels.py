"""Making what the acts about channels carry: a channel with its members' keys, a credential with its secret."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.documents import FINGERPRINT_DIGITS
from mailbox_gui.core.channels.spelling import channel_name_fault
from mailbox_gui.core.channels.values import Channel, Credential
from mailbox_gui.core.keys.bearer import bearer_hash, new_bearer
from mailbox_gui.core.keys.keystore import Keystore
from mailbox_gui.core.message.names import OWNER


def new_channel(
    keystore: Keystore, book: ChannelBook, name: str, members: Sequence[str], *, reactions: bool = True
) -> Channel:
    """A channel for these agents; who has no channel key yet gets one. Raises ValueError for a bad name, OSError."""
    if fault := channel_name_fault(name):
        raise ValueError(fault)
    keys = {who: book.key_of(who) or keystore.new().public for who in (OWNER, *dict.fromkeys(members))}
    owner = keys.pop(OWNER)
    return Channel(str(uuid.uuid4()), name, owner, keys, reactions)


def new_credential(agent: str, channel: str, operations: Sequence[str], expires: datetime) -> tuple[str, Credential]:
    """The secret, to be shown once, and the credential that the owner signs."""
    bearer = new_bearer()
    digest = bearer_hash(bearer)
    allowed = tuple(dict.fromkeys(operations))
    return bearer, Credential(digest, digest[:FINGERPRINT_DIGITS], agent, channel, allowed, expires)
