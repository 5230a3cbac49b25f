"""The relay's one step: rules, acts, then one bounded batch of drafts; no threads of its own, no waiting."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mailbox_gui.core.acts import ALL_ACTS
from mailbox_gui.core.acts.act import ActFacts
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import Outbox
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Decided, Held, Paused, Record, RulesRefused
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.verdict import Accept, Decide, Hold, Refuse, Verdict
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.read_models.facts import (
    entry_of,
    entry_of_nonce,
    known,
    limit_refusal_moments,
    nonce_used,
    paused,
    sent_moments,
)
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.schema import connect
from mailbox_gui.core.relay.act_desk import ActDesk
from mailbox_gui.core.relay.collecting import Claimed, Collector
from mailbox_gui.core.relay.committing import Committer, Judged, homes_needed
from mailbox_gui.core.relay.finishing import HeldMessage
from mailbox_gui.core.relay.judging import Judge
from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.projecting import Projector
from mailbox_gui.core.relay.reach import Reach
from mailbox_gui.core.relay.recording import record_of
from mailbox_gui.core.relay.rules_in_force import RulesInForce
from mailbox_gui.core.relay.sending_book import DAY, PAUSE_AFTER, SendingBook
from mailbox_gui.core.relay.state import Clock, Problem

_POSTPONED = 2.0
# Below this a batch is scanned for secrets in the relay's own thread: handing over would cost more.
_SCAN_ALONE = 4


class Scanner(Protocol):
    """Finds secrets in a draft; safe to call from several threads."""

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        """The secrets found."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """What came of a step: lines that are now in journal, folders and index, in their order; seconds until there is
    more to do (None: when woken)."""

    entries: tuple[Entry, ...] = ()
    next_in: float | None = None


class Engine:
    """Everything of one life of the relay, from its opening to the first error of the machine or its close."""

    def __init__(
        self,
        office: PostOffice,
        disk: Disk,
        clock: Clock,
        scanner: Scanner,
        journal: Journal,
        index: Index,
        claims: ClaimFolders,
        committer: Committer,
        projector: Projector,
        rules: RulesInForce,
        owner_key: str | None,
        problems: ProblemBook,
        arrived_by_rename: Callable[[str], bool],
        executor: Executor | None = None,
    ) -> None:
        self.office = office
        self.journal = journal
        self.index = index
        self.problems = problems
        self._disk = disk
        self._clock = clock
        self._scanner = scanner
        self._executor = executor
        self._committer = committer
        self._projector = projector
        # A connection of its own: it sees the index before or after the projection that runs beside, never between.
        self._reads = connect(office.index)
        self._reads.execute("PRAGMA query_only = 1")
        self._rules = rules
        self._arrived_by_rename = arrived_by_rename
        self._collector = Collector(disk, claims, problems)
        self._book = SendingBook()
        self._queued: dict[str, bytes | None] = {}
        self._judge = Judge(self._reads, self._book, owner_key, self._queued_bytes)
        self._acts = ActDesk(office, disk, owner_key, lambda nonce: nonce_used(self._reads, nonce), self._record_one)
        self._reader = JournalReader(office.journal)
        self._paused: dict[str, datetime] = {}
        self._refused_edit = ""
        self._homes = Homes(office, self.rules)
        self._use_rules()

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        assert self._rules.rules is not None
        return self._rules.rules

    @property
    def collector(self) -> Collector:
        """The outboxes, for status and waiting."""
        return self._collector

    def step(self, wall: float, monotonic: float, *, rescan: bool = False) -> Step:
        """Take in changed rules, acts, and at most one batch of drafts.

        Raises OSError when the machine fails in a commit: the engine is of no more use then and is opened anew.
        """
        self._take_rules()
        self._take_acts()
        if rescan:
            self._committer.retry(self._homes)
        skip = self._skipped()
        wait = self._collector.look(self.rules, skip, wall, monotonic, force=rescan)
        claimed = self._collector.collect(self.rules, skip, monotonic) if wait is not None and wait <= 0 else []
        if claimed:
            self._take_batch(claimed, monotonic)
            # The batch is projected beside the next one; whoever waits for its lines gets them with the next step.
            return Step((), 0.0)
        return Step(self._projector.settle(), 0.0 if self._collector.backlog else wait)

    def record(self, *records: Record) -> None:
        """Append lines of the relay's own life."""
        self._committer.record(*records)

    def answer_recorded_acts(self) -> None:
        """Answer acts that a killed life recorded and did not answer; what they do to folders is done again."""
        for name, act, entry in self._acts.recorded(lambda nonce: entry_of_nonce(self._reads, self._reader, nonce)):
            ALL_ACTS[act.name].apply(act.arguments, self.office, self.rules, self._disk)
            self._acts.answer(name, entry)

    def close(self, reason: str | None) -> None:
        """End this life; with a reason the journal gets its `stopped` line."""
        try:
            if reason is not None:
                self._projector.settle()
            self.journal.close(reason)
            if reason is not None:
                self.index.catch_up()
        finally:
            self._projector.abandon()
            self._reads.close()
            self.index.close()

    def _take_batch(self, claimed: Sequence[Claimed], monotonic: float) -> None:
        now = self._clock()
        if self.journal.last_at is not None:
            # The journal's time never runs backwards, and the limits are judged by the journal's time.
            now = max(now, self.journal.last_at)
        self._judge.begin_batch()
        self._queued.clear()
        batch: list[Judged] = []
        reach = Reach(self._disk, self._homes, self.problems)
        for item, findings in zip(claimed, self._scan(claimed), strict=True):
            if not reach.can_take(item.sender):
                self._collector.put_back(item, monotonic, _POSTPONED)
                continue
            if (recipient := item.draft.get("to")) in self.rules.agents and not reach.can_take(recipient):
                self._collector.put_back(item, monotonic, _POSTPONED)
                continue
            verdict = self._judge.judge(item.draft, findings, self.rules, now)
            held = self._held_message(verdict)
            if not all(reach.can_take(name) for name in homes_needed(verdict, held)):
                self._collector.put_back(item, monotonic, _POSTPONED)
                continue
            held_bytes = self._queued_bytes(held.id) or b"" if held is not None else b""
            batch.append(Judged(verdict, record_of(verdict, findings), item.path, held, held_bytes))
        if batch:
            self._committer.commit(batch, self._homes)
            self._pause_floods({judged.verdict.draft.folder for judged in batch})

    def _scan(self, claimed: Sequence[Claimed]) -> Iterable[tuple[Finding, ...]]:
        drafts = [item.draft for item in claimed]
        if self._executor is None or len(drafts) < _SCAN_ALONE:
            return map(self._scanner.scan, drafts)
        return self._executor.map(self._scanner.scan, drafts, chunksize=8)

    def _held_message(self, verdict: Verdict) -> HeldMessage | None:
        if not isinstance(verdict, Decide):
            return None
        return held_message(self._reads, self._reader, verdict.draft.get("ref"))

    def _queued_bytes(self, message_id: str) -> bytes | None:
        """What lies in the queue under that id now, read once per batch."""
        if message_id not in self._queued:
            try:
                with open(self.office.queue / f"{message_id}.md", "rb") as stream:
                    self._queued[message_id] = stream.read(1 << 26)
            except OSError:
                self._queued[message_id] = None
        return self._queued[message_id]

    def _take_rules(self) -> None:
        edit = self._rules.edit()
        where = os.fspath(self.office.rules_file)
        if edit is None:
            if self._rules.in_step:
                self.problems.clear(where)
            return
        self.problems.clear(where)
        if edit.record is not None:
            self._committer.record(edit.record)
            self._adopt_rules()
            return
        self.problems.raise_problem(
            Problem("rules", where, f"{edit.refused}; the last good rules stay in force", edit.advice)
        )
        if edit.sha256 + edit.refused != self._refused_edit:
            self._refused_edit = edit.sha256 + edit.refused
            self._committer.record(RulesRefused(edit.sha256, edit.refused))

    def _take_acts(self) -> None:
        for name in self._acts.waiting():
            try:
                entry, act = self._acts.take(name, ActFacts(self.rules, frozenset(self._paused)), self._clock())
            except (FileNotFoundError, PermissionError) as error:
                self.problems.raise_problem(problem_of(error, os.fspath(error.filename or name)))
                continue
            if act is None:
                continue
            if act.name == "resume":
                self._book.forgive(act.arguments["agent"])
            self._adopt_rules()
            ALL_ACTS[act.name].apply(act.arguments, self.office, self.rules, self._disk)
            self._acts.answer(name, entry)

    def _record_one(self, record: Record) -> Entry:
        return self._committer.record(record)[0]

    def _adopt_rules(self) -> None:
        """Take what the journal says now: its newest rules, the agents added or removed, who is paused."""
        self._projector.wait()
        self._rules.reload(self._reads)
        self._use_rules()

    def _use_rules(self) -> None:
        """Look into the outboxes of everybody who exists now; keep what is known of those that stay."""
        self._homes = Homes(self.office, self.rules)
        known = {outbox.sender: outbox for outbox in self._collector.outboxes}
        outboxes: list[Outbox] = []
        now = self._clock()
        for name in self._homes.everybody():
            folder = self._homes.box(name, "outbox")
            outbox = known.get(name)
            if outbox is None or outbox.folder != folder:
                outbox = Outbox(name, folder, self._arrived_by_rename)
                self._seed(name, now)
            outboxes.append(outbox)
        self._collector.use(outboxes)
        self._paused = {
            name: since for name in self.rules.agents if (since := paused(self._reads, name)) is not None
        }

    def _seed(self, name: str, now: datetime) -> None:
        for moment in sent_moments(self._reads, name, now - DAY):
            self._book.sent(name, moment)
        for moment in limit_refusal_moments(self._reads, name, now - DAY):
            self._book.over_limit(name, moment)

    def _skipped(self) -> frozenset[str]:
        """The agents whose outboxes are left alone: paused and not yet a day ago."""
        now = self._clock()
        for name in [name for name, since in self._paused.items() if now - since >= DAY]:
            del self._paused[name]
            self._book.forgive(name)
            self.problems.clear(name, "paused")
        for name, since in self._paused.items():
            text = f"the outbox of {name} is paused: it ran into its daily limit {PAUSE_AFTER} times"
            self.problems.raise_problem(
                Problem("paused", name, text, f"mailbox owner resume {name}; by itself after {format_second(since + DAY)}")
            )
        return frozenset(self._paused)

    def _pause_floods(self, senders: set[str]) -> None:
        for name in sorted(senders - {OWNER}):
            if name not in self._paused and self._book.is_flood(name, self._clock()):
                reason = f"{PAUSE_AFTER} drafts over the daily limit within 24 hours"
                self._paused[name] = self._committer.record(Paused(name, reason))[0].at


def held_message(connection: sqlite3.Connection, reader: JournalReader, message_id: str) -> HeldMessage | None:
    """The held message of that id as the journal has it."""
    fact = known(connection, message_id)
    entry = entry_of(connection, reader, fact.height) if fact is not None else None
    if entry is None or not isinstance(entry.record, Held):
        return None
    record = entry.record
    return HeldMessage(record.id, record.folder, record.header["to"], record.file)
