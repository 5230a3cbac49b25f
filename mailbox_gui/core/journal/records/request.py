"""A request that an agent without a key made through the broker: its verdict and its effect are this one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Request:
    """One answered request of `agent`, whose public key is `principal`; `digest` is SHA-256 (hex) of its bytes.

    `verdict` is the answer without its envelope: `{"status", "action", "outcome"}` or `{"status", "error"}`; of a read
    the outcome is left out. `effect` has one member: `event` (a signed event; `copies` and `topic` beside it where it
    became mail), `agent` (what the request made of an agent), or `page` (what a read showed).
    """

    principal: str
    requestId: str  # noqa: N815 - the wire's own name
    digest: str
    agent: str
    verdict: Mapping[str, object]
    effect: Mapping[str, object] | None = None
