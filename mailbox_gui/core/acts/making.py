"""Making a signed act: all that whoever asks needs, apart from what judging one takes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime

from nacl.signing import SigningKey

from mailbox_gui.core.keys.envelope import ACT, sign_document
from mailbox_gui.core.message.moments import format_second

VERSION = 1


def make_act(name: str, arguments: Mapping[str, object], now: datetime, key: SigningKey) -> dict[str, object]:
    """The envelope of a new act, signed by the owner's key."""
    document = {
        "version": VERSION,
        "act": name,
        "args": dict(arguments),
        "created": format_second(now),
        "nonce": secrets.token_hex(16),
    }
    return sign_document(ACT, document, key)
