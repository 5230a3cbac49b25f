"""Which message an answer is meant for: the one that opened the debt, also where somebody answers a later one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from mailbox_gui.core.debts.answering import may_answer
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.read_models.debts import IndexBook
from mailbox_gui.core.read_models.messages import TAKEN

# So far up a conversation is looked for it.
_MOST_STEPS: Final = 50


def answers(connection: sqlite3.Connection, about: str, kind: str, sender: str, recipient: str) -> str:
    """What `ref` is to name when `sender` answers the message `about` by a `kind` to `recipient`.

    The nearest message, from `about` up to what it answers and so on, for which the sender owes what this closes or, in
    an escalation, passes on; `about` where there is none.
    """
    book = IndexBook(connection)
    for message_id in _upwards(connection, about):
        if any(_fits(debt, kind, sender, recipient) for debt in book.of_message(message_id)):
            return message_id
    return about


def _fits(debt: Debt, kind: str, sender: str, recipient: str) -> bool:
    if kind == "escalation":
        return debt.debtor == sender and debt.kind in ("reply", "report")
    return may_answer(debt, kind, sender, recipient)


def _upwards(connection: sqlite3.Connection, message_id: str) -> Iterator[str]:
    for _ in range(_MOST_STEPS):
        yield message_id
        found = connection.execute(
            f"SELECT ref FROM message INDEXED BY message_taken_id WHERE id = ? AND {TAKEN} ORDER BY height LIMIT 1",
            (message_id,),
        ).fetchone()
        if found is None or not found[0]:
            return
        message_id = found[0]
