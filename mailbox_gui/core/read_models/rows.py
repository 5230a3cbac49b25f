"""The one row type of all lists: what is shown of a message without opening it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

from mailbox_gui.core.read_models.moments_sql import EPOCH

RowVerdict = Literal["accepted", "held", "rejected", "approved", "declined", "decision"]

# In the order of MessageRow's members, so that a row is built from a tuple without looking at names.
COLUMNS: Final = (
    "height, at, verdict, id, sender, recipient, kind, topic, requires, created, ref, due, check_name, reason, hint, "
    "file, size, sha256, author, session, excerpt, decided_height, decided_at, note"
)

_AT, _FILE, _DECIDED_AT = 1, 15, 22


class MessageRow(NamedTuple):
    """A message as lists show it. Texts come from outside and are escaped where they are shown, not here.

    `sender` is the folder the draft lay in, never the claimed name. `at` is when the relay judged, `created` and `due`
    the header's text to the letter. What a refused draft lacks is an empty text; `id` and `sha256` are empty where a
    draft has none. `decided_height`, `decided_at` and `note` tell of the owner's decision on a held message; in the row
    of a decision itself `note` is the owner's note and `ref` the message decided on.

    A named tuple, unlike the other values: a page is 200 of them, and a frozen dataclass takes ten times as long.
    """

    height: int
    at: datetime
    verdict: RowVerdict
    id: str
    sender: str
    recipient: str
    kind: str
    topic: str
    requires: str
    created: str
    ref: str
    due: str
    check: str
    reason: str
    hint: str
    file: str
    size: int
    sha256: str
    author: str
    session: str
    excerpt: str
    decided_height: int | None
    decided_at: datetime | None
    note: str


def rows(found: Iterable[Sequence[Any]]) -> list[MessageRow]:
    """The rows of a query that selected COLUMNS."""
    return [message_row(values) for values in found]


def message_row(values: Sequence[Any]) -> MessageRow:
    """One row of a query that selected COLUMNS."""
    # Building 200 of these is what a page costs: no names are looked up, only what is not as in the index is replaced.
    members = list(values)
    members[_AT] = EPOCH + timedelta(milliseconds=members[_AT])
    if members[_DECIDED_AT] is not None:
        members[_DECIDED_AT] = EPOCH + timedelta(milliseconds=members[_DECIDED_AT])
    if type(members[_FILE]) is bytes:
        members[_FILE] = members[_FILE].decode("utf-8", "surrogateescape")
    return MessageRow._make(members)
