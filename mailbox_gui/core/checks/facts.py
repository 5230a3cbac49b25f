"""What the checks need to know beside the draft itself, gathered by the relay before it judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.rules import Rules

KnownState = Literal["accepted", "held", "approved", "declined", "decision"]


class Known(Protocol):
    """A message that was accepted or held before, as far as a `ref` to it is judged. `read_models` has one."""

    @property
    def sender(self) -> str:
        """The participant that sent it."""
        ...

    @property
    def recipient(self) -> str:
        """The participant it was sent to."""
        ...

    @property
    def state(self) -> KnownState:
        """What became of it."""
        ...


def _nothing_known(_id: str) -> Known | None:
    return None


def _nothing_delegated(_session: str) -> Standing | None:
    return None


@dataclass(frozen=True, slots=True)
class SigningFacts:
    """The keys a signature can be checked against: the owner's public key in lowercase hex, and for a session key its
    delegation with what became of it. `holds` is what `checks.signature.holds` said of this very draft where it was
    asked before; without it the check asks itself."""

    owner_key: str | None = None
    standing: Callable[[str], Standing | None] = _nothing_delegated
    holds: bool | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """The rules in force, the relay's clock, and what history says of the sender and of the messages named.

    `sent_last_day` counts the sender's accepted and held messages of the last 24 hours by the relay's clock;
    `known` answers for a message id; `findings` are those of the secret scanner for this very draft.
    """

    rules: Rules
    now: datetime
    sent_last_day: int = 0
    known: Callable[[str], Known | None] = _nothing_known
    findings: tuple[Finding, ...] = ()
    signing: SigningFacts = field(default_factory=SigningFacts)
