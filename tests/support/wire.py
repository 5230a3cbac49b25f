"""Requests of the broker's wire, whole and with anything about them changed."""

from __future__ import annotations

import itertools
import json
from typing import Any

_NUMBERS = itertools.count(1)

# The x-coordinates of 1·G and 2·G: somebody's keys, and nobody's here.
STRANGER = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
ANOTHER = "c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"
EVENT = "ab" * 32
CHANNEL = "0f9619ff-8b86-4d01-b42d-00cf4fc964ff"


def envelope(action: str = "storage.address", args: object = None, **changes: Any) -> dict[str, Any]:
    """The six members; `changes` replace or add some, a change to `...` takes one away."""
    members = {
        "type": "broker_request", "protocolVersion": 1, "requestId": f"r-{next(_NUMBERS)}", "actionVersion": 1,
        "action": action, "args": {"slug": "core"} if args is None else args,
    } | changes  # fmt: skip
    return {name: value for name, value in members.items() if value is not ...}


def raw(action: str = "storage.address", args: object = None, **changes: Any) -> bytes:
    """The same as bytes."""
    return json.dumps(envelope(action, args, **changes), ensure_ascii=False).encode()
