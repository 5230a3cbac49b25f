"""Message ids: derived from the bytes, so that a sender knows its id before the relay runs."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from typing import NewType

MessageId = NewType("MessageId", str)

_ID = re.compile(r"[0-9]{8}T[0-9]{6}Z-[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?-[0-9a-f]{12}")


def derive_id(created: datetime, sender: str, content: bytes) -> MessageId:
    """The id of a message: `<created in UTC>-<from>-<first 12 hex digits of SHA-256 of the file's bytes>`."""
    return id_of(created, sender, hashlib.sha256(content).hexdigest())


def id_of(created: datetime, sender: str, sha256: str) -> MessageId:
    """The same from a hash (hex) that was already computed."""
    at = created.astimezone(UTC)
    # strftime("%Y") does not pad years below 1000 on Linux.
    day = f"{at.year:04d}{at.month:02d}{at.day:02d}"
    return MessageId(f"{day}T{at.hour:02d}{at.minute:02d}{at.second:02d}Z-{sender}-{sha256[:12]}")


def is_id(text: str) -> bool:
    """Whether `text` has the form of a message id. An id is never used as a path unless this holds."""
    return _ID.fullmatch(text) is not None
