"""Check 7: a signature that is there must hold, and one must be there where the rules ask for it."""

from __future__ import annotations

import re
from typing import Final

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.keys.standing import Signing, short, troubles
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.names import OWNER

NAME: Final = "signature"

_KEY = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_SIGN_AGAIN: Final = "sign the finished text again (`mailbox send --sign`) and change nothing afterwards"


def check(draft: Draft, facts: Facts) -> list[Fault]:
    """Refuses a signature that does not verify, a session key that may not sign this, and a missing one.

    Its form (last line, 128 lowercase hex digits) is judged by `header`; a draft over the size limit has no bytes
    to verify.
    """
    signature, session = draft.header.get("signature"), draft.header.get("session")
    if signature is None and session is None:
        return _unsigned(draft, facts)
    if not signature or not _well_formed(draft, signature):
        return []
    owner_key = facts.signing.owner_key
    if owner_key is None:
        return [Fault(NAME, "no owner key is here to check the signature against", "run `mailbox doctor`")]
    if session is not None:
        return _of_session(draft, facts, owner_key, session) if _KEY.fullmatch(session) else []
    if _holds(draft, facts, owner_key) is not False:
        return []
    return [
        Fault(
            NAME,
            "the signature does not verify with the owner's key: text or header differ from what was signed, or "
            "another key signed",
            _SIGN_AGAIN,
        )
    ]


def holds(draft: Draft, owner_key: str) -> bool | None:
    """Whether the signature fits the text and the key that it claims: the session's, or the owner's without one.

    None where there is nothing to verify. Whether that key may sign is for the check to say. This is what costs: some
    65 µs.
    """
    signature, session = draft.header.get("signature"), draft.header.get("session")
    if draft.raw is None or not signature or not _well_formed(draft, signature):
        return None
    return verify_mail(draft.raw, signature, owner_key if session is None else session)


def _holds(draft: Draft, facts: Facts, owner_key: str) -> bool | None:
    return facts.signing.holds if facts.signing.holds is not None else holds(draft, owner_key)


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


def _of_session(draft: Draft, facts: Facts, owner_key: str, session: str) -> list[Fault]:
    if draft.folder == OWNER:
        return [
            Fault(
                NAME,
                f"signed by the session key {short(session)}; what comes from the owner's outbox is signed by the "
                "owner's own key",
                "send it with `mailbox send --as owner` or from the window",
            )
        ]
    standing = facts.signing.standing(session)
    if standing is not None and _holds(draft, facts, owner_key) is False:
        return [
            Fault(
                NAME,
                f"the signature does not verify with the session key {short(session)}: text or header differ from what "
                "was signed, or another key signed",
                _SIGN_AGAIN,
            )
        ]
    signing = Signing(session, draft.folder, draft.get("kind"), draft.get("topic"), facts.now)
    return [Fault(NAME, trouble.reason, trouble.hint) for trouble in troubles(standing, owner_key, signing)]


def _well_formed(draft: Draft, signature: str) -> bool:
    return _SIGNATURE.fullmatch(signature) is not None and draft.header.fields[-1].key == "signature"
