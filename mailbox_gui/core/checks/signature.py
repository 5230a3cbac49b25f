"""Check 7: a signature that is there must hold, and one must be there where the rules ask for it."""

from __future__ import annotations

import re
from typing import Final

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.escape import quoted
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.names import OWNER

NAME: Final = "signature"

_KEY = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_SIGN_AGAIN: Final = "sign the finished text again (`mailbox send --sign`) and change nothing afterwards"


def check(draft: Draft, facts: Facts) -> list[Fault]:
    """Refuses a signature that does not verify, a session key that nobody delegated, and a missing one.

    Its form (last line, 128 lowercase hex digits) is judged by `header`; a draft over the size limit has no bytes
    to verify.
    """
    signature, session = draft.header.get("signature"), draft.header.get("session")
    if signature is None and session is None:
        return _unsigned(draft, facts)
    if not signature or not _well_formed(draft, signature):
        return []
    if session is not None:
        return [_undelegated(draft, session)] if _KEY.fullmatch(session) else []
    owner_key = facts.signing.owner_key
    if draft.raw is None:
        return []
    if owner_key is None:
        return [Fault(NAME, "no owner key is here to check the signature against", "run `mailbox doctor`")]
    if verify_mail(draft.raw, signature, owner_key):
        return []
    return [
        Fault(
            NAME,
            "the signature does not verify with the owner's key: text or header differ from what was signed, or "
            "another key signed",
            _SIGN_AGAIN,
        )
    ]


def _unsigned(draft: Draft, facts: Facts) -> list[Fault]:
    if not draft.header.fields:
        return []  # no header could be read; that is said already
    if draft.folder == OWNER:
        return [
            Fault(
                NAME,
                "unsigned; everything from the owner's outbox must carry the signature of the owner's key",
                "send it with `mailbox send --as owner` or from the window, which sign it",
            )
        ]
    rule = facts.rules.agents.get(draft.folder)
    if rule is not None and rule.signature == "required":
        return [Fault(NAME, f"unsigned; the rules require a signature of {draft.folder}", "send it with --sign")]
    return []


def _undelegated(draft: Draft, session: str) -> Fault:
    if draft.folder == OWNER:
        return Fault(
            NAME,
            f"signed by the session key {quoted(session[:12])}…; what comes from the owner's outbox is signed by the "
            "owner's own key",
            "send it with `mailbox send --as owner` or from the window",
        )
    return Fault(
        NAME,
        f"unknown session key {quoted(session[:12])}…: the owner has delegated to no such key",
        "ask the owner for a session key, or send it without session and signature where the rules allow it",
    )


def _well_formed(draft: Draft, signature: str) -> bool:
    return _SIGNATURE.fullmatch(signature) is not None and draft.header.fields[-1].key == "signature"
