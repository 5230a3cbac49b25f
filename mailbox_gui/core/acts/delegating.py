"""Making a delegation: a session key, an agent, some days, a scope."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from nacl.signing import SigningKey

from mailbox_gui.core.keys.delegation import Delegation, sign_delegation
from mailbox_gui.core.keys.envelope import public_hex


def make_delegation(
    key: SigningKey,
    agent: str,
    session: str,
    serial: int,
    now: datetime,
    days: int,
    kinds: Sequence[str] = (),
    topics: Sequence[str] = (),
) -> dict[str, object]:
    """The envelope of a delegation to the session key (hex), from `now` on for `days`, signed by the owner's key.

    No kinds or topics means every one. Raises BadDelegation for a delegation that nobody would accept.
    """
    begins = now.replace(microsecond=0)
    ends = begins + timedelta(days=days)
    delegation = Delegation(public_hex(key), session, agent, begins, ends, serial, tuple(kinds), tuple(topics))
    return sign_delegation(delegation, key)
