"""Message ids: derived from the bytes, so that a sender knows its id before the relay runs."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from typing import NewType

MessageId = NewType("MessageId", str)

_ID = re.compile(r"\d{8}T\d{6}Z-[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?-[0-9a-f]{12}")


def derive_id(created: datetime, sender: str, content: bytes) -> MessageId:
    """The id of a message: `<created in UTC>-<from>-<first 12 hex digits of SHA-256 of the file's bytes>`."""
    moment = created.astimezone(UTC)
    # strftime("%Y") does not pad years below 1000 on Linux.
    stamp = f"{moment.year:04d}{moment:%m%dT%H%M%SZ}"
    return MessageId(f"{stamp}-{sender}-{hashlib.sha256(content).hexdigest()[:12]}")


def is_id(text: str) -> bool:
    """Whether `text` has the form of a message id. An id is never used as a path unless this holds."""
    return _ID.fullmatch(text) is not None
