"""What the relay asks history before it judges: a step or two in an index each, however long history is."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.journal.entry import Entry, Place
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.message.ids import MessageId
from mailbox_gui.core.read_models.channels import posted_since
from mailbox_gui.core.read_models.lines import first_height_since
from mailbox_gui.core.read_models.messages import COUNTED, TAKEN
from mailbox_gui.core.read_models.moments_sql import from_milliseconds, to_milliseconds

# How long an outbox is left alone after a flood, unless the owner resumes it (docs/protocol.md).
PAUSE_LASTS: Final = timedelta(hours=24)

KnownState = Literal["accepted", "held", "approved", "declined", "decision"]


@dataclass(frozen=True, slots=True)
class Known:
    """A message that was accepted or held before, or a decision; `state` is what became of it."""

    id: MessageId
    height: int
    sender: str
    recipient: str
    kind: str
    topic: str
    state: KnownState
    sha256: str
    decided_height: int | None = None
    decided_at: datetime | None = None


def known(connection: sqlite3.Connection, message_id: str) -> Known | None:
    """The accepted or held message of that id; None when there is none (a refused one is not known)."""
    found = connection.execute(
        "SELECT id, height, sender, recipient, kind, topic, verdict, sha256, decided_height, decided_at "
        f"FROM message INDEXED BY message_taken_id WHERE id = ? AND {TAKEN} ORDER BY height LIMIT 1",
        (message_id,),
    ).fetchone()
    if found is None:
        return None
    values = list(found)
    values[-1] = None if values[-1] is None else from_milliseconds(values[-1])
    return Known(*values)


def signed_part_known(connection: sqlite3.Connection, sha256: str) -> MessageId | None:
    """The id of the first message that carried the signed bytes of this hash (hex)."""
    found = connection.execute("SELECT id FROM signed_part WHERE sha256 = ?", (sha256,)).fetchone()
    return None if found is None else MessageId(found[0])


def sent_since(connection: sqlite3.Connection, sender: str, moment: datetime) -> int:
    """How many messages of `sender` were accepted or held at or after `moment`, whatever was decided on them since.

    What it posted in channels counts as well; the copies that became mail count with their posts.
    """
    since = first_height_since(connection, to_milliseconds(moment))
    posted = len(posted_since(connection, sender, since))
    ends = f"SELECT number FROM message INDEXED BY message_counted WHERE sender = ? AND {COUNTED}"
    first = connection.execute(f"{ends} AND height >= ? ORDER BY height LIMIT 1", (sender, since)).fetchone()
    if first is None:
        return posted
    last = connection.execute(f"{ends} ORDER BY height DESC LIMIT 1", (sender,)).fetchone()
    return int(last[0]) - int(first[0]) + 1 + posted


def limit_refusals_since(connection: sqlite3.Connection, sender: str, moment: datetime) -> int:
    """How many drafts of `sender` were refused for its daily limit at or after `moment` and after its last resume."""
    since = first_height_since(connection, to_milliseconds(moment))
    found = connection.execute(
        "SELECT count(*) FROM message INDEXED BY message_over_limit WHERE sender = ? AND over_limit = 1 AND height >= "
        "max(?, ifnull((SELECT resumed_height FROM pause WHERE agent = ?), 0))",
        (sender, since, sender),
    ).fetchone()
    return int(found[0])


def paused(connection: sqlite3.Connection, sender: str, now: datetime) -> datetime | None:
    """Since when the outbox of `sender` is paused at the moment `now`, None when it is not: a pause ends by itself."""
    since = last_pause(connection, sender)
    return None if since is None or now - since >= PAUSE_LASTS else since


def last_pause(connection: sqlite3.Connection, sender: str) -> datetime | None:
    """When the outbox of `sender` was paused last, None when never or when the owner resumed it; over or not."""
    found = connection.execute("SELECT paused_at FROM pause WHERE agent = ?", (sender,)).fetchone()
    return None if found is None or found[0] is None else from_milliseconds(found[0])


def nonce_used(connection: sqlite3.Connection, nonce: str) -> bool:
    """Whether an act with this nonce was applied before."""
    return connection.execute("SELECT 1 FROM nonce WHERE nonce = ?", (nonce,)).fetchone() is not None


def last_rules(connection: sqlite3.Connection, journal: JournalReader) -> Entry | None:
    """The journal's newest `rules` line, read from the journal itself; None before the first."""
    found = connection.execute(
        "SELECT segment, offset, length FROM line WHERE height = (SELECT max(height) FROM act WHERE type = 'rules')"
    ).fetchone()
    return None if found is None else journal.entry_at(Place(*found))


def agent_acts(connection: sqlite3.Connection) -> list[Mapping[str, object]]:
    """The documents of all acts that added or removed agents, oldest first."""
    found = connection.execute("SELECT document FROM act WHERE type = 'agent' ORDER BY height")
    return [json.loads(row[0]) for row in found]


def sent_moments(connection: sqlite3.Connection, sender: str, moment: datetime) -> list[datetime]:
    """When messages of `sender` were accepted or held, or posts published, at or after `moment`, oldest first."""
    since = first_height_since(connection, to_milliseconds(moment))
    found = connection.execute(
        f"SELECT at FROM message INDEXED BY message_counted WHERE sender = ? AND {COUNTED} AND height >= ? "
        "ORDER BY height",
        (sender, since),
    )
    moments = [at for (at,) in found]
    return [from_milliseconds(at) for at in sorted(moments + posted_since(connection, sender, since))]


def channel_book(connection: sqlite3.Connection) -> ChannelBook:
    """The channels, credentials and made agents as the index has them; the relay goes by what it proved itself."""
    book = ChannelBook()
    found = connection.execute(
        "SELECT height, type, document FROM act WHERE type IN ('channel', 'credential', 'credential_revoked', 'agent') "
        "ORDER BY height"
    )
    for height, kind, document in found:
        act = json.loads(document)
        book.follow(kind, str(act.get("act")), act.get("args"), height)
    return book


def limit_refusal_moments(connection: sqlite3.Connection, sender: str, moment: datetime) -> list[datetime]:
    """When drafts of `sender` were refused for its daily limit at or after `moment` and after its last resume."""
    since = first_height_since(connection, to_milliseconds(moment))
    found = connection.execute(
        "SELECT at FROM message INDEXED BY message_over_limit WHERE sender = ? AND over_limit = 1 AND height >= "
        "max(?, ifnull((SELECT resumed_height FROM pause WHERE agent = ?), 0)) ORDER BY height",
        (sender, since, sender),
    )
    return [from_milliseconds(at) for (at,) in found]


def place_of(connection: sqlite3.Connection, height: int) -> Place | None:
    """Where the journal's line of that height lies; None when the index has none."""
    found = connection.execute("SELECT segment, offset, length FROM line WHERE height = ?", (height,)).fetchone()
    return None if found is None else Place(*found)


def entry_of(connection: sqlite3.Connection, journal: JournalReader, height: int) -> Entry | None:
    """The journal's line of that height, read from the journal itself; None when the index has none."""
    place = place_of(connection, height)
    return None if place is None else journal.entry_at(place)


def entry_of_nonce(connection: sqlite3.Connection, journal: JournalReader, nonce: str) -> Entry | None:
    """The line of the act with this nonce; None when none took effect."""
    found = connection.execute("SELECT height FROM nonce WHERE nonce = ?", (nonce,)).fetchone()
    return None if found is None else entry_of(connection, journal, int(found[0]))
