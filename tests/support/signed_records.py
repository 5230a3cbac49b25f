"""Journal records that the owner or a session key really signed, for histories made by hand."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import decision
from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.journal.message_bytes import head_to_keep
from mailbox_gui.core.journal.records import Accepted, Agent, Decided, Delegated, Held, Resumed, Revoked, Rules
from mailbox_gui.core.keys.envelope import RULES, public_hex, sign_document
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.verdict import Signer
from tests.support.clock import NOON

OWNER, SESSION, OTHER = SigningKey(b"o" * 32), SigningKey(b"s" * 32), SigningKey(b"x" * 32)
OWNER_KEY, SESSION_KEY, OTHER_KEY = (public_hex(key) for key in (OWNER, SESSION, OTHER))

_Signed = TypeVar("_Signed", Agent, Delegated, Resumed, Revoked)
_Mail = TypeVar("_Mail", Accepted, Held)
_serials = itertools.count(1)


def rules(serial: int | None = None, key: SigningKey = OWNER, text: str = "{}") -> Rules:
    """Rules that took effect; what is in the text does not matter to the proof."""
    document = {
        "version": 1,
        "serial": next(_serials) if serial is None else serial,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "signed_at": "2026-11-30T12:00:00Z",
    }
    signed = sign_document(RULES, document, key)
    return Rules(document, str(signed["key"]), str(signed["signature"]), text)


def by_act(made: type[_Signed], name: str, arguments: Mapping[str, object], key: SigningKey = OWNER) -> _Signed:
    """The record of a signed act."""
    act: dict[str, Any] = make_act(name, arguments, NOON, key)
    return made(act["document"], act["key"], act["signature"])


def delegated(
    agent: str = "builder", session: SigningKey = SESSION, serial: int = 1, *, now: datetime = NOON, days: int = 30,
    kinds: Sequence[str] = (), topics: Sequence[str] = (), key: SigningKey = OWNER,
) -> Delegated:  # fmt: skip
    made = make_delegation(key, agent, public_hex(session), serial, now, days, kinds, topics)
    return by_act(Delegated, "delegate", made, key)


def revoked(session: SigningKey = SESSION, key: SigningKey = OWNER) -> Revoked:
    return by_act(Revoked, "revoke", {"session": public_hex(session)}, key)


def mail(made: type[_Mail], raw: bytes, folder: str = "builder") -> _Mail:
    """The record of a message as the relay would write it; its signer is what its header claims."""
    draft = read_draft(folder, "note.md", raw, len(raw), len(raw))
    header = draft.header.as_dict()
    signer = Signer(OWNER_KEY, header.get("session", "")) if "signature" in header else None
    kept = head_to_keep(header, draft.head or "")
    return made(str(draft.id), header, kept, draft.body or "", len(raw), str(draft.sha256), "note.md", folder, signer)


def signed(raw: bytes, key: SigningKey = SESSION) -> bytes:
    """The message with a signature, and `session` unless the owner signs."""
    return sign_mail(raw, key, session=key is not OWNER)


def decided(held: Held, verdict: Any = "approve", note: str = "go ahead", key: SigningKey = OWNER) -> Decided:
    """The owner's decision on a held message."""
    raw = decision(_On(held), verdict, note, NOON, key)
    draft = read_draft("owner", "decision.md", raw, len(raw), len(raw))
    return Decided(
        str(draft.id), held.id, verdict, note, held.sha256, draft.header.as_dict(), None, draft.body or "", len(raw),
        "decision.md", "owner", Signer(OWNER_KEY),
    )  # fmt: skip


class _On:
    """What a decision needs to know of a held message."""

    def __init__(self, held: Held) -> None:
        self.id, self.sha256 = held.id, held.sha256
        self.sender, self.topic = held.folder, held.header["topic"]
