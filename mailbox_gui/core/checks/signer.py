"""Who signed a draft that passed the checks."""

from __future__ import annotations

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.verdict import Signer


def signer_of(draft: Draft, facts: Facts) -> Signer | None:
    """The author and session of a draft whose signature check passed; None for an unsigned one.

    Call it after `judge` found no fault: it does not verify again.
    """
    if draft.header.get("signature") is None or facts.signing.owner_key is None:
        return None
    # The owner that the delegation chains to is this post office's, or the check would have said so.
    return Signer(author=facts.signing.owner_key, session=draft.header.get("session") or "")
