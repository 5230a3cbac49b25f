"""One look into an agent's workspace for the relay: what history knows, what is there now, and the lines in between."""

from __future__ import annotations

import os
import sqlite3
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import BOXES, PostOffice
from mailbox_gui.core.journal.records import Work, Workaround
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.read_models.debts import IndexBook
from mailbox_gui.core.read_models.trust import reached
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.workspaces.difference import Known, News, Record, folder_of, left, news_of
from mailbox_gui.core.workspaces.git import GitTooMuch, NoGit
from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.memory import Memory, load, save
from mailbox_gui.core.workspaces.repository import Commits, UnreadableRepository
from mailbox_gui.core.workspaces.scan import scan
from mailbox_gui.core.workspaces.trouble import Trouble

_HIDDEN: Final = "[the text holds a secret]"
_SLOW: Final = Trouble("workspace-slow", "git takes too long to count the commits of the workspace")
_UNREADABLE: Final = Trouble("workspace-git", "git cannot read the workspace's repository", "git status says more")


@dataclass(frozen=True, slots=True)
class Survey:
    """What came of one look: lines for the journal, troubles of `folder`, and whether there is more to be seen."""

    agent: str
    folder: str
    records: tuple[Record, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    unfinished: bool = False


class Looker:
    """Looks into workspaces, one at a time; remembers files between two looks, on disk too."""

    def __init__(self, office: PostOffice, disk: Disk, scanner: Scanner, limits: Limits | None = None) -> None:
        self._office = office
        self._disk = disk
        self._scanner = scanner
        self._limits = limits or Limits()
        self._memories: dict[str, Memory] = {}

    def look(
        self,
        connection: sqlite3.Connection,
        agent: str,
        rules: Rules,
        stop: threading.Event,
        *,
        every_line: bool = False,
        head_only: bool = False,
    ) -> Survey:
        """Look into the workspace of `agent`, which has one by these rules. Raises Interrupted, sqlite3.Error."""
        named = workspaces_of(rules)[agent]
        known = _known(connection, agent, named)
        folder = folder_of(os.fspath(self._office.root), named)
        memory = self._memory(agent, folder)
        apart = () if head_only else mail_inside(self._office, rules, folder)
        seen = scan(folder, memory, stop, self._limits, head_only=head_only, versioned=known.versioned, apart=apart)
        if isinstance(seen, Trouble):
            return Survey(agent, folder, troubles=(seen,))
        try:
            news = news_of(known, seen, memory, self._limits, every_line=every_line, head_only=head_only)
        except (GitTooMuch, NoGit):
            news = News([], [_SLOW])
        except UnreadableRepository:
            news = News([], [_UNREADABLE])
        if memory.changed:
            self._keep(memory, agent)
        records = tuple(record for record in news.records if self._may_be_told(record))
        return Survey(
            agent,
            folder,
            tuple(self._without_secret(record) for record in records),
            (*seen.troubles, *news.troubles),
            unfinished=seen.unfinished,
        )

    def _memory(self, agent: str, folder: str) -> Memory:
        memory = self._memories.get(agent)
        if memory is None or memory.folder != folder:
            memory = self._memories[agent] = load(self._place(agent), folder)
        return memory

    def _keep(self, memory: Memory, agent: str) -> None:
        try:
            if not self._office.workspaces.is_dir():
                self._disk.make_folder(self._office.workspaces)
            save(memory, self._place(agent), self._disk)
        except OSError:
            # It only spares reading again; a full disk is said elsewhere.
            memory.changed = False

    def _place(self, agent: str) -> Path:
        return self._office.workspaces / f"{agent}.json"

    def _may_be_told(self, record: Record) -> bool:
        """A marker whose very name or path holds a secret is not written down anywhere."""
        return not isinstance(record, Workaround) or not self._holds_secret(f"{record.slug}\n{record.path}")

    def _without_secret(self, record: Record) -> Record:
        match record:
            case Workaround() if self._holds_secret(record.text):
                return replace(record, text=_HIDDEN)
            case Work() if record.newest is not None and self._holds_secret(record.newest):
                return replace(record, newest=_HIDDEN)
            case _:
                return record

    def _holds_secret(self, text: str) -> bool:
        raw = text.encode("utf-8", "replace")
        return bool(text) and bool(self._scanner.scan(Draft("", "scan.md", len(raw), raw, body=raw.decode())))


def left_behind(connection: sqlite3.Connection, rules: Rules) -> list[Work]:
    """The lines that say which agents have no workspace any more."""
    seen = reached(connection)[0]
    return [
        left(workspace.agent, workspace.folder, seen)
        for workspace in IndexBook(connection).workspaces()
        if workspace.agent not in workspaces_of(rules)
    ]


def mail_inside(office: PostOffice, rules: Rules, folder: str) -> tuple[str, ...]:
    """The folders inside a workspace in which mail and the relay's own files lie, relative to it.

    They are nobody's work: what somebody else wrote into a message would be owed by whose workspace they lie in.
    """
    own = (office.root, office.root / OWNER, office.journal, office.keys, office.relay)
    boxes = [office.box(name, box, rules) for name in rules.agents for box in BOXES]
    places = {os.path.realpath(place) for place in (*own, *boxes)}
    return tuple(os.path.relpath(place, folder) for place in sorted(places) if place.startswith(f"{folder}/"))


def workspaces_of(rules: Rules) -> dict[str, str]:
    """The workspaces of the agents that have one, as the rules name them."""
    return {name: rule.workspace for name, rule in rules.agents.items() if rule.workspace is not None}


def _known(connection: sqlite3.Connection, agent: str, named: str) -> Known:
    """What the index knows, all at one moment."""
    connection.execute("BEGIN")
    try:
        book = IndexBook(connection)
        markers = {marker.slug: marker for marker in book.markers(agent)}
        seen = reached(connection)[0]
        work = book.of_work(agent)
        owed = None if work is None else Commits(work.commits or 0, work.newest, work.since)
        return Known(agent, named, seen, book.workspace(agent), markers, owed)
    finally:
        connection.execute("COMMIT")
