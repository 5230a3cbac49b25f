"""The ring for the window, each post proved from the journal's own line: for the reader thread alone."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from mailbox_gui.core.bus.entry import BusEntry
from mailbox_gui.core.bus.ring import RingDamaged, read_ring
from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.records import Posted
from mailbox_gui.core.keys.envelope import POST, signed_bytes, verifies
from mailbox_gui.core.keys.standing import Signing, troubles
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.delegations import delegation_of, owner_of
from mailbox_gui.core.read_models.detail import height_of
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.read_models.moments_sql import from_milliseconds
from mailbox_gui.core.read_models.posts import bus_entry, post_of
from mailbox_gui.window.models.bus_view import BusRow, BusTrouble, BusView, PostProof
from mailbox_gui.window.moments import day
from mailbox_gui.window.questions.source import Source

WAITS: Final = PostProof("the journal's line of it is not read yet", "quiet", final=False)
_READ, _LINE = 2_000, 300
# Within a tick of the file system's clock a second write leaves the same time.
_TICK_NS: Final = 100_000_000
_MATCHES: Final = "the signature and every value match the journal's line"
_TO_DO: Final = (
    "What to do: stop the relay and start it again, it builds the ring anew from the journal, which has every post; "
    "without the window, `mailbox reindex` does the same."
)


class BusReading:
    """Reads the ring when its file has changed. What was proved of a post is remembered while the ring holds it."""

    def __init__(self) -> None:
        self._known: dict[BusEntry, BusRow] = {}

    def view(self, source: Source, mark: tuple[int, ...], now: datetime) -> BusView | BusTrouble | None:
        """What the ring holds; None when it is the one of `mark`."""
        path = source.office.ring
        try:
            here = _mark(source, path)
            if here and here == mark:
                return None
            if here[3:] != mark[3:]:
                self._known = {}
            ring = read_ring(path)
        except FileNotFoundError:
            return BusView()
        except RingDamaged as error:
            return BusTrouble("The ring is damaged", f"{visible(str(error))}.", _TO_DO)
        except OSError as error:
            said = f"{visible(str(path))}: {error.strerror or error}."
            return BusTrouble("The ring cannot be read", said, "What to do: give this user the right to read the file.")
        rows = tuple(self._rows(source, ring.entries, now))
        final = all(row.proof.final for row in rows)
        return BusView(rows[::-1], ring.seen, _first(source), here if final else ())

    def _rows(self, source: Source, entries: Iterable[BusEntry], now: datetime) -> Iterable[BusRow]:
        before, self._known = self._known, {}
        for entry in entries:
            row = before.get(entry) or _row(source, entry, now)
            if row.proof.final:
                self._known[entry] = row
            yield row


def _mark(source: Source, path: Path) -> tuple[int, ...]:
    """What changes when the ring does, or what is said of its keys; empty while it may change unseen."""
    status = path.lstat()
    if abs(time.time_ns() - status.st_mtime_ns) < _TICK_NS:
        return ()
    revoked = source.connection.execute("SELECT count(revoked_height) FROM delegation").fetchone()[0]
    return status.st_mtime_ns, status.st_size, status.st_ino, int(revoked)


def _first(source: Source) -> datetime | None:
    found = source.connection.execute("SELECT at FROM post WHERE seq = 1").fetchone()
    return None if found is None else from_milliseconds(found[0])


def _row(source: Source, entry: BusEntry, now: datetime) -> BusRow:
    line, proof = _proved(source, entry, now)
    named = bool(entry.ref) and height_of(source.connection, entry.ref) is not None
    return BusRow(
        seq=entry.seq,
        height=entry.height,
        label=visible(entry.label),
        topic=visible(entry.topic),
        kind=visible(entry.kind),
        ref=visible(entry.ref),
        line=visible(" ".join(entry.body[:_READ].split()))[:_LINE],
        body=visible(entry.body, keep_newlines=True),
        author=entry.author,
        session=entry.session,
        proof=proof,
        at=None if line is None else line.at,
        by_owner=proof.holds and not entry.session and entry.author == source.owner_key,
        message=entry.ref if named else "",
    )


def _proved(source: Source, entry: BusEntry, now: datetime) -> tuple[Entry | None, PostProof]:
    try:
        line = entry_of(source.connection, source.journal, entry.height)
    except (DamagedLine, OSError) as error:
        return None, PostProof(f"the journal's line cannot be read: {visible(str(error))}", "bad")
    if line is None:
        if source.height < entry.height:
            return None, WAITS
        return None, PostProof("the journal has no such line: nothing vouches for this post", "bad")
    return line, _proof(source, entry, line, now)


def _proof(source: Source, entry: BusEntry, line: Entry, now: datetime) -> PostProof:
    record = line.record
    if not isinstance(record, Posted) or bus_entry(record, line.height) != entry:
        return PostProof("the ring differs from the journal's line: do not rely on this post", "bad")
    if not verifies(signed_bytes(POST, post_of(record).signed), record.signature, record.key):
        return PostProof("the signature does not hold: the post differs from what was signed", "bad")
    owner = owner_of(source.connection) or ""
    row = delegation_of(source.connection, record.key)
    standing = row.standing().at_height(line.height) if row is not None else None
    if (record.author, record.session) != ((record.key, "") if standing is None else (owner, record.key)):
        return PostProof("it names another author than the key stood for", "bad")
    if standing is None or row is None:
        if record.key != owner:
            return PostProof(f"signed with a key that is registered nowhere; {_MATCHES}", "quiet")
        if record.key != source.owner_key:
            return PostProof("the owner that the journal names is not the one of keys/owner.pub", "bad")
        return PostProof(f"signed by you, with your own key; {_MATCHES}", "ok")
    signing = Signing(record.key, standing.delegation.agent, record.kind, record.topic, line.at)
    for trouble in troubles(standing, owner, signing):
        return PostProof(visible(trouble.reason), "bad")
    until = f"until {day(row.expires, now)}"
    if row.revoked_at is not None:
        until += f", revoked since ({day(row.revoked_at, now)})"
    return PostProof(f"you delegated this session key to {visible(row.agent)} {until}; {_MATCHES}", "ok")
