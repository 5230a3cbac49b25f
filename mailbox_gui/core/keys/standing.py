"""Whether a session key may sign this mail now: pure, one question for the check, the proof and whoever shows mail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from mailbox_gui.core.keys.delegation import Delegation
from mailbox_gui.core.message.escape import quoted
from mailbox_gui.core.message.moments import format_second

Word = Literal[
    "unknown key", "other owner", "wrong agent", "revoked", "not yet valid", "expired", "out of scope", "owner's key"
]
_ASK_ANEW = "ask the owner for a new session key (`mailbox keys delegate {agent}`)"


@dataclass(frozen=True, slots=True)
class Standing:
    """A delegation as history has it: the height and moment of its line, and of its revocation where there is one."""

    delegation: Delegation
    height: int
    at: datetime
    revoked_height: int | None = None
    revoked_at: datetime | None = None

    def at_height(self, height: int) -> Standing | None:
        """What it was for a line of that height: None before the delegation, not revoked before the revocation."""
        if self.height >= height:
            return None
        if self.revoked_height is not None and self.revoked_height > height:
            return replace(self, revoked_height=None, revoked_at=None)
        return self


@dataclass(frozen=True, slots=True)
class Trouble:
    """One reason why a session key may not sign; `word` names it for programs."""

    word: Word
    reason: str
    hint: str


@dataclass(frozen=True, slots=True)
class Signing:
    """What was signed and when it is judged: the claimed session key, the sender's folder, kind and topic, `now`."""

    session: str
    agent: str
    kind: str
    topic: str
    now: datetime


def short(key: str) -> str:
    """A public key as reasons name it."""
    return f"{key[:12]}…"


def troubles(standing: Standing | None, owner_key: str, signing: Signing) -> tuple[Trouble, ...]:
    """Every reason why that key may not sign this, the gravest first; empty when it may.

    A `standing` whose revocation has happened is revoked, whatever moment it carries: its height came before.
    """
    key = short(signing.session)
    if standing is None:
        return (_unknown(signing.session, owner_key, key),)
    delegation = standing.delegation
    anew = _ASK_ANEW.format(agent=signing.agent)
    found: list[Trouble] = []
    if delegation.owner != owner_key:
        reason = f"the session key {key} was delegated by another owner than this post office's"
        found.append(Trouble("other owner", reason, anew))
    if delegation.agent != signing.agent:
        reason = f"the session key {key} was delegated to {delegation.agent}, not to {signing.agent}"
        found.append(Trouble("wrong agent", reason, "sign with your own session key"))
    if standing.revoked_height is not None:
        when = f" at {format_second(standing.revoked_at)}" if standing.revoked_at is not None else ""
        found.append(Trouble("revoked", f"the owner revoked the session key {key}{when}", anew))
    if signing.now < delegation.not_before:
        reason = f"the delegation of the session key {key} is not valid before {format_second(delegation.not_before)}"
        found.append(Trouble("not yet valid", reason, "wait until then, or ask the owner for another session key"))
    if signing.now >= delegation.expires:
        reason = f"the delegation of the session key {key} expired at {format_second(delegation.expires)}"
        found.append(Trouble("expired", reason, anew))
    return (*found, *_scope(delegation, signing, key))


def _unknown(session: str, owner_key: str, key: str) -> Trouble:
    if session == owner_key:
        reason = f"the session key {key} is the owner's own key, which signs without `session`"
        return Trouble("owner's key", reason, "leave `session` out and sign again")
    reason = f"unknown session key {key}: the owner has delegated to no such key"
    hint = "ask the owner for a session key, or send it without session and signature where the rules allow it"
    return Trouble("unknown key", reason, hint)


def _scope(delegation: Delegation, signing: Signing, key: str) -> list[Trouble]:
    found: list[Trouble] = []
    if not delegation.covers_kind(signing.kind):
        allowed = ", ".join(delegation.kinds)
        reason = f"the session key {key} may not sign a message of the kind {quoted(signing.kind)}"
        found.append(Trouble("out of scope", reason, f"it signs {allowed}; for others ask the owner"))
    if not delegation.covers_topic(signing.topic):
        allowed = ", ".join(f"`{topic}`" for topic in delegation.topics)
        reason = f"the session key {key} may not sign the topic {quoted(signing.topic)}"
        found.append(Trouble("out of scope", reason, f"it signs the topics {allowed}; for others ask the owner"))
    return found
