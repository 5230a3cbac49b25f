"""What an archive may hold, by name: nothing else is ever written into one, and nothing else is accepted in one."""

from __future__ import annotations

import re
from typing import Final

MANIFEST: Final = "manifest.json"
README: Final = "README.txt"
OWNER_KEY: Final = "keys/owner.pub"
RELAY_KEY: Final = "keys/relay.pub"
RELAY_SIGNATURE: Final = "keys/relay.sig"
RULES: Final = "rules.json"
RULES_SIGNATURE: Final = "rules.sig"

# Each archive has these; the journal's first segment comes to them.
ALWAYS: Final = (README, OWNER_KEY, RELAY_KEY, RELAY_SIGNATURE, RULES, RULES_SIGNATURE)

_SEGMENT = re.compile(r"journal/([0-9]{12})\.jsonl")
_SESSION = re.compile(r"keys/sessions/[0-9a-f]{64}(?:\.revoked)?\.json")


def segment_member(segment: int) -> str:
    """The journal's segment whose first height is `segment`."""
    return f"journal/{segment:012d}.jsonl"


def segment_of(name: str) -> int | None:
    """The segment of which `name` is the member, None for every other member."""
    match = _SEGMENT.fullmatch(name)
    return int(match[1]) if match is not None else None


def delegation_member(session: str) -> str:
    """The delegation to a session key."""
    return f"keys/sessions/{session}.json"


def revocation_member(session: str) -> str:
    """The act that revoked a session key."""
    return f"keys/sessions/{session}.revoked.json"


def is_member(name: str) -> bool:
    """Whether an archive may hold something of that name, beside its manifest."""
    return name in ALWAYS or _SEGMENT.fullmatch(name) is not None or _SESSION.fullmatch(name) is not None
