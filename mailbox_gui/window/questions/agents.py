"""What the page of one agent shows."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Literal

from mailbox_gui.core.folders.outbox import is_ignored
from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.records import Delegated
from mailbox_gui.core.keys.delegation import BadDelegation, read_delegation
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.activity import AgentActivity, activity
from mailbox_gui.core.read_models.delegations import DelegationRow, delegations
from mailbox_gui.core.read_models.facts import entry_of, paused
from mailbox_gui.core.read_models.listing import Listing
from mailbox_gui.core.read_models.mailboxes import counts, delivered, refused, sent
from mailbox_gui.core.read_models.quotas import quota
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.window.models.agent_page import AgentHead, AgentPage, DayCount, PanePage
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.moments import day, exact, stamp
from mailbox_gui.window.questions.glance import agent_state
from mailbox_gui.window.questions.rows import list_row
from mailbox_gui.window.questions.source import Source

BoxName = Literal["outbox", "inbox", "rejected"]
PAGE = 200
_GROUP = 4
_MOST_DRAFTS = 50


def agent_page(source: Source, name: str, now: datetime) -> AgentPage | None:
    """The page of an agent, None when nobody has that name."""
    rules = source.rules
    if rules is None or name not in rules.agents:
        return None
    midnight = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    today = counts(source.connection, source.inbox_folder(name), name, midnight)
    outbox = box_page(source, name, "outbox", None, now)
    waiting = tuple(_drafts(source, name, now))
    return AgentPage(
        head=_head(source, name, now),
        outbox=PanePage((*waiting, *outbox.rows), outbox.before),
        inbox=box_page(source, name, "inbox", None, now),
        rejected=box_page(source, name, "rejected", None, now),
        sent_today=today.sent,
        delivered_today=today.delivered,
        rejected_today=today.rejected,
        unread=today.unread,
    )


def box_page(source: Source, name: str, box: BoxName, before: int | None, now: datetime) -> PanePage:
    """A page of one box, the newest first."""
    found = _listing(name, box).page(source.connection, before, PAGE)
    unread = source.unread_ids(name) if box == "inbox" else frozenset()
    rows = tuple(list_row(source, row, now, unread=row.id in unread, second=_second(row, box)) for row in found)
    return PanePage(rows, found[-1].height if len(found) == PAGE else None)


def _listing(name: str, box: BoxName) -> Listing:
    match box:
        case "outbox":
            return sent(name)
        case "inbox":
            return delivered(name)
        case "rejected":
            return refused(name)


def _second(row: MessageRow, box: BoxName) -> str:
    """The secondary line: the kind, and what is owed or awaited. Of a decision that is not proved a row says so."""
    kind = visible(row.kind)
    if row.verdict == "held":
        return f"{kind}, waits for you"
    if row.verdict in ("approved", "declined") and row.note:
        return f"{kind}, {row.verdict} by you: {visible(row.note)}"
    if row.verdict in ("approved", "declined"):
        return f"{kind}, {row.verdict} by you"
    if row.verdict == "decision":
        return f"{kind}: {visible(row.note)}" if row.note else kind
    if box == "inbox" and row.requires in ("reply", "report"):
        return f"{kind}, asks for a {row.requires}"
    return kind


def _head(source: Source, name: str, now: datetime) -> AgentHead:
    rules = source.rules
    assert rules is not None
    seen: AgentActivity = activity(source.connection, [name], now.astimezone())[0]
    home = source.office.home(name, rules)
    state, said = agent_state(seen.seen, now, paused=_is_paused(source, name, now), missing=not home.is_dir())
    session, holds = session_words(source, name, now)
    return AgentHead(
        name=name,
        author=_key_words(source.owner_key),
        session=session,
        session_holds=holds,
        state=state,
        said=said,
        folder=visible(_short(os.fspath(home))),
        seen=seen.seen,
        writes_to=tuple(sorted(to for sender, to in rules.routes if sender == name)),
        hears_from=tuple(sorted(sender for sender, to in rules.routes if to == name)),
        sent=quota(source.connection, name, now).sent,
        limit=rules.messages_per_day(name),
        days=tuple(DayCount(f"{day.day:%a}", day.sent, day.refused) for day in seen.days),
        paused=state == "paused",
        missing=state == "missing",
    )


def session_words(source: Source, name: str, now: datetime) -> tuple[str, bool]:
    """The newest session key of an agent and whether it may sign now. The index alone makes nobody a signer."""
    rows = delegations(source.connection, name)
    if not rows:
        return "none: its mail is not signed", False
    row = next((each for each in rows if each.state(now) == "valid"), rows[0])
    short = row.session[: 2 * _GROUP]
    if not _is_proved(source, row):
        return f"{short}, which you did not delegate", False
    match row.state(now):
        case "valid":
            return f"{short}, delegated until {day(row.expires, now)}", True
        case "not yet valid":
            return f"{short}, from {day(row.not_before, now)} on", False
        case "expired":
            return f"{short}, expired {day(row.expires, now)}", False
        case "revoked":
            return f"{short}, revoked", False


def _is_proved(source: Source, row: DelegationRow) -> bool:
    try:
        entry = entry_of(source.connection, source.journal, row.height)
        if entry is None or not isinstance(entry.record, Delegated):
            return False
        told = read_delegation(entry.record.document.get("args")).delegation
    except (BadDelegation, DamagedLine, OSError):
        return False
    return told == row.standing().delegation and told.owner == source.owner_key


def _key_words(key: str | None) -> str:
    """`ed25519 9f3c·41d2·a07b·e6c5`: the beginning of a public key, in groups of four."""
    groups = [key[place : place + _GROUP] for place in range(0, 4 * _GROUP, _GROUP)] if key else []
    return f"ed25519 {'·'.join(groups)}" if groups else ""


def _is_paused(source: Source, name: str, now: datetime) -> bool:
    return paused(source.connection, name, now) is not None


def _short(path: str) -> str:
    """The path with the user's home as ~."""
    home = os.fspath(Path.home())
    return f"~{path[len(home) :]}" if path.startswith(f"{home}/") else path


def _drafts(source: Source, name: str, now: datetime) -> list[ListRow]:
    """What lies in the outbox now: drafts that the relay has not taken, and what is no mail."""
    rules = source.rules
    assert rules is not None
    try:
        with os.scandir(source.office.box(name, "outbox", rules)) as entries:
            found = [
                (entry.stat(follow_symlinks=False).st_mtime, entry.name)
                for entry in entries
                if not is_ignored(entry.name)
            ]
    except OSError:
        return []
    found.sort(reverse=True)
    newest = found[:_MOST_DRAFTS]
    return [_draft_row(name, file, datetime.fromtimestamp(mtime, now.tzinfo), now) for mtime, file in newest]


def _draft_row(name: str, file: str, at: datetime, now: datetime) -> ListRow:
    mail = file.lower().endswith(".md")
    return ListRow(
        key=f"file:{file}",
        height=0,
        at=at,
        sender=name,
        recipient="…",
        kind="draft",
        topic=visible(file),
        excerpt="",
        verdict="in the outbox",
        second="waits for the relay" if mail else "not mail: its name does not end in .md",
        stamp=stamp(at, now),
        exact=exact(at),
    )
