"""The owner's waiver as a message: bound to what opened the debt, signed by the owner's key."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from nacl.signing import SigningKey

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER


def waiver(debt: Debt, reason: str, participants: Collection[str], now: datetime, key: SigningKey) -> bytes:
    """The signed draft that waives all that the message of `debt` opened, or the debt of a marker or of commits.

    It goes to whom the debt was owed, or to the debtor where that is the owner or left; where both left it lies with
    the first. Raises ValueError without a reason.
    """
    if not reason.strip():
        raise ValueError("waiving needs a reason: it is what stays in the history")
    of_message = is_id(debt.ref)
    parties = [name for name in (debt.creditor if of_message else OWNER, debt.debtor) if name != OWNER]
    told = next((name for name in parties if name in participants), parties[0])
    fields = {
        "from": OWNER,
        "to": told,
        "kind": "decision",
        # A marker's text is no topic: it may be of any length.
        "topic": debt.topic if of_message else debt.ref,
        "requires": "none",
        "created": format_second(now),
        "ref": debt.ref,
        "verdict": "waive",
        "sha256": debt.sha256,
    }
    return sign_mail(compose(fields, f"{reason.strip()}\n"), key)
