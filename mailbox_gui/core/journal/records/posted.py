"""A post on the bus: its line holds the ring's entry and what proves it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Posted:
    """The `seq`-th post. `from_` is the caller's label (`from` in the line), `key` the public key (hex) that signed.

    `author` and `session` are what the key stood for then: itself, or the owner and the delegated session key.
    """

    seq: int
    from_: str
    topic: str
    kind: str
    ref: str
    body: str
    author: str
    session: str
    key: str
    signature: str
    created: str
