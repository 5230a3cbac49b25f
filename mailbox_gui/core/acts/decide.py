"""The owner's decision as a message: bound to the held bytes, signed by the owner's key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, Protocol

from nacl.signing import SigningKey

from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER


class HeldLike(Protocol):
    """What a decision needs to know of the held message."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def sender(self) -> str:
        """The participant that sent it."""
        ...

    @property
    def topic(self) -> str:
        """Its topic, to the letter."""
        ...

    @property
    def sha256(self) -> str:
        """The hash of its bytes, hex."""
        ...


def decision(
    held: HeldLike, verdict: Literal["approve", "decline"], note: str, now: datetime, key: SigningKey
) -> bytes:
    """The signed draft of a decision on `held`. Raises ValueError for a decline without a reason."""
    if verdict == "decline" and not note.strip():
        raise ValueError("declining needs a reason: it is what the sender gets to read")
    fields = _fields(held, "decision", "none", now)
    fields |= {"verdict": verdict, "sha256": held.sha256}
    return sign_mail(compose(fields, f"{note.strip()}\n" if note.strip() else ""), key)


def ask_back(held: HeldLike, text: str, now: datetime, key: SigningKey) -> bytes:
    """The signed draft of the owner's question about `held`, which stays held."""
    if not text.strip():
        raise ValueError("the question is empty")
    return sign_mail(compose(_fields(held, "question", "reply", now), f"{text.strip()}\n"), key)


def _fields(held: HeldLike, kind: str, requires: str, now: datetime) -> dict[str, str]:
    fields: Mapping[str, str] = {
        "from": OWNER,
        "to": held.sender,
        "kind": kind,
        "topic": held.topic,
        "requires": requires,
        "created": format_second(now),
        "ref": held.id,
    }
    return dict(fields)
