"""Who can take part: the grammar of participants' names and the names nobody may take."""

from __future__ import annotations

import re

OWNER = "owner"
RELAY = "relay"

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)}
)
# "all" would read as a broadcast, which mail does not have; device names cannot be folders on Windows.
RESERVED = frozenset({OWNER, RELAY, "bus", "all"}) | _DEVICES


def is_name(text: str) -> bool:
    """Whether `text` has the form of a participant's name (docs/protocol.md, Names)."""
    return _NAME.fullmatch(text) is not None


def is_agent_name(text: str) -> bool:
    """Whether an agent may be called `text`: well formed and not reserved."""
    return is_name(text) and text not in RESERVED
