"""What the sidebar shows: counts by the same predicates as the lists, and each agent's state."""

from __future__ import annotations

from datetime import datetime, timedelta

from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.activity import last_seen
from mailbox_gui.core.read_models.debt_lists import owed_count
from mailbox_gui.core.read_models.facts import paused
from mailbox_gui.core.read_models.mailboxes import inbox
from mailbox_gui.core.read_models.owner_queue import all_waiting, waiting_count
from mailbox_gui.window.models.overview import AgentGlance, AgentState, Overview
from mailbox_gui.window.moments import age
from mailbox_gui.window.questions.source import Source

# An agent whose last draft is younger counts as active.
ACTIVE = timedelta(hours=1)


def overview(source: Source, now: datetime) -> Overview:
    """Everything the sidebar needs."""
    rules = source.rules
    if rules is None:
        return Overview(waiting=waiting_count(source.connection), held=_held(source))
    names = [rules.hub, *(name for name in rules.agents if name != rules.hub)]
    return Overview(
        hub=rules.hub,
        agents=tuple(_glance(source, name, now) for name in names if name in rules.agents),
        waiting=waiting_count(source.connection),
        unread=_unread(source, OWNER),
        owed=owed_count(source.connection),
        overdue=owed_count(source.connection, overdue_at=now),
        rescan=rules.limits.rescan_seconds,
        held=_held(source),
    )


def _held(source: Source) -> frozenset[str]:
    return frozenset(row.id for row in all_waiting(source.connection))


def agent_state(seen: datetime | None, now: datetime, *, paused: bool, missing: bool) -> tuple[AgentState, str]:
    """The state of an agent and the word for it."""
    if missing:
        return "missing", "its folder is gone"
    if paused:
        return "paused", "paused: over its daily limit"
    if seen is None:
        return "quiet", "has written nothing yet"
    return ("active", "active") if now - seen < ACTIVE else ("quiet", "quiet")


def _glance(source: Source, name: str, now: datetime) -> AgentGlance:
    rules = source.rules
    assert rules is not None
    seen = last_seen(source.connection, name)
    missing = not source.office.home(name, rules).is_dir()
    is_paused = paused(source.connection, name, now) is not None
    state, said = agent_state(seen, now, paused=is_paused, missing=missing)
    note = said if state in ("paused", "missing") else f"seen {age(now - seen)} ago" if seen else said
    return AgentGlance(name, state, _unread(source, name), seen, note)


def _unread(source: Source, name: str) -> int:
    try:
        return len(inbox(source.connection, source.inbox_folder(name), name).mail)
    except OSError:
        return 0
