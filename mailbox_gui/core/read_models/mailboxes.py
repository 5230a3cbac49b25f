"""What the boxes of a participant hold: sent, delivered and refused from history, unread from the folder itself."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.read_models.listing import Listing
from mailbox_gui.core.read_models.messages import DELIVERED, IN_REJECTED, TAKEN, stored_file_name
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, rows

# Ids a query: SQLite before 3.32 takes 999 parameters.
_IDS_A_QUERY: Final = 500


@dataclass(frozen=True, slots=True)
class BoxCounts:
    """The numbers on the panes and badges of one participant."""

    sent: int
    delivered: int
    rejected: int
    unread: int


@dataclass(frozen=True, slots=True)
class Inbox:
    """The files of an inbox, each one mail not yet handled: those known to the journal, and other names."""

    mail: tuple[MessageRow, ...]
    unknown: tuple[str, ...]


def sent(agent: str) -> Listing:
    """Everything of `agent` that was accepted or held, whatever was decided since."""
    return Listing("message_sent", f"sender = ? AND {TAKEN}", (agent,))


def delivered(agent: str) -> Listing:
    """Everything that ever came into the inbox of `agent`; sorted by when it was sent on its trip."""
    return Listing("message_delivered", f"recipient = ? AND {DELIVERED}", (agent,))


def refused(agent: str) -> Listing:
    """Everything whose file was moved to the rejected folder of `agent`: refused by a check or declined."""
    return Listing("message_rejected", f"sender = ? AND {IN_REJECTED}", (agent,))


def outbox_history(
    connection: sqlite3.Connection, agent: str, before: int | None = None, limit: int = 200
) -> list[MessageRow]:
    """A page of `sent`."""
    return sent(agent).page(connection, before, limit)


def inbox_history(
    connection: sqlite3.Connection, agent: str, before: int | None = None, limit: int = 200
) -> list[MessageRow]:
    """A page of `delivered`."""
    return delivered(agent).page(connection, before, limit)


def rejected(
    connection: sqlite3.Connection, agent: str, before: int | None = None, limit: int = 200
) -> list[MessageRow]:
    """A page of `refused`."""
    return refused(agent).page(connection, before, limit)


def inbox(connection: sqlite3.Connection, inbox_folder: Path, agent: str) -> Inbox:
    """The unread mail of `agent`, newest first, joined with its rows by the id in the file's name.

    A file whose name is no id of a message delivered to `agent` is listed by its name. Raises OSError when the
    folder cannot be read; a missing one is empty.
    """
    names = file_names(inbox_folder)
    found = by_ids(connection, [name.removesuffix(".md") for name in names], agent)
    known = {row.id for row in found}
    unknown = tuple(name for name in names if name.removesuffix(".md") not in known)
    return Inbox(tuple(sorted(found, key=lambda row: row.height, reverse=True)), unknown)


def by_file(connection: sqlite3.Connection, file: str, sender: str | None = None, limit: int = 200) -> list[MessageRow]:
    """The drafts that lay in an outbox (of `sender`, or anybody's) under the name `file`, the newest first."""
    whose, parameters = ("", ()) if sender is None else ("sender = ? AND", (sender,))
    found = connection.execute(
        f"SELECT {COLUMNS} FROM message WHERE {whose} file = ? ORDER BY height DESC LIMIT ?",
        (*parameters, stored_file_name(file), limit),
    )
    return rows(found)


def unread_heights(connection: sqlite3.Connection, inbox_folders: Mapping[str, Path]) -> frozenset[int]:
    """The heights of all unread mail, of every participant by its inbox folder: what `is:unread` means."""
    return frozenset(
        row.height for agent, folder in inbox_folders.items() for row in inbox(connection, folder, agent).mail
    )


def counts(connection: sqlite3.Connection, inbox_folder: Path, agent: str, since: datetime | None = None) -> BoxCounts:
    """How long the lists of this module are for `agent`, from `since` on when it is given; unread always all."""

    def length(listing: Listing) -> int:
        return (listing if since is None else listing.since(connection, since)).count(connection)

    unread = len(inbox(connection, inbox_folder, agent).mail)
    return BoxCounts(length(sent(agent)), length(delivered(agent)), length(refused(agent)), unread)


def file_names(folder: Path) -> list[str]:
    """The names of the mail files in a folder, sorted; what is hidden or has another ending is no mail."""
    try:
        with os.scandir(folder) as files:
            return sorted(file.name for file in files if file.name.endswith(".md") and not file.name.startswith("."))
    except FileNotFoundError:
        return []


def by_ids(connection: sqlite3.Connection, ids: list[str], recipient: str) -> list[MessageRow]:
    """The rows of those of `ids` that were delivered to `recipient`, in no order."""
    wanted = [each for each in ids if is_id(each)]
    found: list[MessageRow] = []
    for start in range(0, len(wanted), _IDS_A_QUERY):
        some = wanted[start : start + _IDS_A_QUERY]
        places = ",".join("?" * len(some))
        found += rows(
            connection.execute(
                f"SELECT {COLUMNS} FROM message INDEXED BY message_taken_id "
                f"WHERE id IN ({places}) AND {TAKEN} AND recipient = ? AND {DELIVERED}",
                (*some, recipient),
            )
        )
    return found
