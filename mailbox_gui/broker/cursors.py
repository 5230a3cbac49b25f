"""Cursors: a place in one reading of one channel, sealed, so that none can be made up or used elsewhere."""

from __future__ import annotations

import base64
import binascii
import hmac
import json

from mailbox_gui.core.read_models.channels import Filter

_SEAL_BYTES = 16
_HEIGHT_BYTES = 8


def seal(which: Filter, height: int, key: bytes) -> str:
    """The cursor behind the event at `height`; it stays good as long as the owner's key is the same."""
    place = height.to_bytes(_HEIGHT_BYTES, "big")
    return base64.urlsafe_b64encode(place + _seal(which, place, key)).decode("ascii")


def open_cursor(cursor: str, which: Filter, key: bytes) -> int | None:
    """The height that the cursor stands for; None for one that is forged or of another reading."""
    try:
        content = base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    place, sealed = content[:_HEIGHT_BYTES], content[_HEIGHT_BYTES:]
    if base64.urlsafe_b64encode(content).decode("ascii") != cursor:
        return None
    return int.from_bytes(place, "big") if hmac.compare_digest(sealed, _seal(which, place, key)) else None


def _seal(which: Filter, place: bytes, key: bytes) -> bytes:
    reading = json.dumps([which.channel, which.root, which.mentions]).encode()
    return hmac.digest(key, place + reading, "sha256")[:_SEAL_BYTES]
