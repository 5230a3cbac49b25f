"""How a channel is named: its id in one spelling, however its UUID was written, and its name for people."""

from __future__ import annotations

import re
from typing import Final

from mailbox_gui.core.message.fields import LONGEST_TOPIC
from mailbox_gui.core.message.header_grammar import is_forbidden

_HEX: Final = "[0-9a-f]"
_PLAIN: Final = f"{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}|{_HEX}{{32}}"
_UUID = re.compile(rf"(?:urn:uuid:)?({_PLAIN})|\{{({_PLAIN})\}}", re.IGNORECASE | re.ASCII)


def canonical_channel_id(text: str) -> str:
    """The lowercase hyphenated UUID that `text` writes. Raises ValueError for what is none."""
    match = _UUID.fullmatch(text)
    if match is None:
        raise ValueError("is no UUID")
    digits = (match[1] or match[2]).replace("-", "").lower()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def channel_name_fault(name: str) -> str | None:
    """What keeps `name` from being a channel's name; None when nothing does. It becomes the topic of mail."""
    if not name or name != name.strip():
        return "a channel's name is not empty and does not begin or end with a blank"
    if len(name) > LONGEST_TOPIC:
        return f"a channel's name has at most {LONGEST_TOPIC} characters"
    if is_forbidden(name):
        return "a channel's name is one line without control characters"
    return None
