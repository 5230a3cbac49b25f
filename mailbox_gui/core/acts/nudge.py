"""The owner's nudge: a question to a debtor about what is owed, prepared in words that the owner may change."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from nacl.signing import SigningKey

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER

_ASK: Final = "What holds it up, and when can it be expected?"


def nudge(debt: Debt, text: str, now: datetime, key: SigningKey) -> bytes:
    """The signed draft of a question to the debtor, on the debt's topic. Unlike a decision it needs a route.

    Raises ValueError without a text, and for what the owner owes.
    """
    if debt.debtor == OWNER:
        raise ValueError("this is owed by you")
    if not text.strip():
        raise ValueError("the question is empty")
    of_message = is_id(debt.ref)
    fields = {
        "from": OWNER,
        "to": debt.debtor,
        "kind": "question",
        # A marker's text is no topic: it may be of any length.
        "topic": debt.topic if of_message else debt.ref,
        "requires": "reply",
        "created": format_second(now),
    }
    if of_message:
        fields["ref"] = debt.ref
    return sign_mail(compose(fields, f"{text.strip()}\n"), key)


def prepared(debt: Debt, now: datetime) -> str:
    """The words a nudge begins with: what is owed since when, and the question. Text in it is foreign."""
    whom = "me" if debt.creditor == OWNER else debt.creditor
    since = f"since {debt.opened_at:%Y-%m-%d %H:%M} UTC"
    late = ", which is overdue" if debt.overdue(now) else ""
    if debt.commits is not None:
        many = "1 commit" if debt.commits == 1 else f"{debt.commits} commits"
        return f"{many} in your workspace, the newest “{debt.newest}”, and no report {since}{late}. {_ASK}"
    if debt.marker:
        where = f" ({debt.path}:{debt.line})" if debt.path else ""
        nobody = "I was not" if debt.creditor == OWNER else f"{debt.creditor} was not"
        what = f"a workaround in your workspace that {nobody} told of: {debt.topic}{where}, {since}{late}."
        return f"There is {what} Please send a workaround or a report that names {debt.marker}."
    waits = f" You said that it waits on {debt.waiting_on}." if debt.waiting_on else ""
    return f"You owe {whom} a {debt.kind} on “{debt.topic}” {since}{late}.{waits} {_ASK}"
