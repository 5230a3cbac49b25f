"""The relay's one step: rules, acts, then one bounded batch of drafts; no waiting and no loop of its own."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mailbox_gui.core.acts import ALL_ACTS
from mailbox_gui.core.acts.act import ActFacts, SignedAct
from mailbox_gui.core.acts.session_files import revocation_file
from mailbox_gui.core.channels.copies import agent_in
from mailbox_gui.core.debts.closing import waivable
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import Outbox
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Held, Record, Rejected, Request, RulesRefused
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.verdict import Decide, Verdict
from mailbox_gui.core.read_models.debts import IndexBook
from mailbox_gui.core.read_models.facts import entry_of_nonce
from mailbox_gui.core.read_models.schema import connect
from mailbox_gui.core.relay.act_desk import ActDesk
from mailbox_gui.core.relay.bus_desk import BusDesk
from mailbox_gui.core.relay.bus_examining import PostExaminer
from mailbox_gui.core.relay.collecting import Claimed, Collector
from mailbox_gui.core.relay.committing import Judged, homes_needed
from mailbox_gui.core.relay.examining import Examined, Examiner
from mailbox_gui.core.relay.finishing import HeldMessage
from mailbox_gui.core.relay.held_lines import held_line, held_message
from mailbox_gui.core.relay.judging import Judge
from mailbox_gui.core.relay.owes import OwesFile
from mailbox_gui.core.relay.parts import Ledger, Tools
from mailbox_gui.core.relay.pauses import Pauses
from mailbox_gui.core.relay.problems import problem_of
from mailbox_gui.core.relay.publishing import Publishing
from mailbox_gui.core.relay.reach import Reach
from mailbox_gui.core.relay.recording import record_of
from mailbox_gui.core.relay.state import Problem

_LOG = logging.getLogger(__name__)

_POSTPONED = 2.0
# Corrections that a time service makes now and then are no news.
_CLOCK_TOLERANCE = timedelta(seconds=1)
_LARGEST_HELD = 1 << 26


@dataclass(frozen=True, slots=True)
class Step:
    """What came of a step: lines that are now in journal, folders and index, in their order; seconds until there is
    more to do (None: when woken), and until what was delivered is to be made durable (None: it is)."""

    entries: tuple[Entry, ...] = ()
    next_in: float | None = None
    settle_in: float | None = None


class Engine:
    """One life of the relay, from its opening to the first error of the machine or its close."""

    def __init__(self, office: PostOffice, tools: Tools, ledger: Ledger) -> None:
        self.office = office
        self.index = ledger.index
        self.journal = ledger.journal
        self._tools = tools
        self._ledger = ledger
        # A connection of its own: it sees the index before or after the projection that runs beside, never between.
        self._reads = connect(office.index)
        self._reads.execute("PRAGMA query_only = 1")
        self._reader = JournalReader(office.journal)
        self._homes = Homes(office, self.rules)
        self._collector = Collector(tools.disk, ledger.claims, tools.problems)
        self._pauses = Pauses(tools.problems, self._record_one)
        self._owes = OwesFile(office, tools.disk)
        self._owes_at = 0
        self._queued: dict[str, bytes | None] = {}
        self._judge = Judge(
            self._reads, self._pauses.book, ledger.authority, self._queued_bytes, self._held_line, self._owed
        )
        self._examiner = Examiner(tools, ledger.owner_key)
        self._bus = BusDesk(
            office,
            disk=tools.disk,
            examiner=PostExaminer(tools.scanner, tools.executor),
            problems=tools.problems,
            authority=ledger.authority,
            committer=ledger.committer,
            connection=self._reads,
            project=ledger.projector.wait,
        )
        self._acts = ActDesk(office, tools.disk, ledger.authority, self._record_one, self._refuse_act)
        self._refused_edit = ""
        self._use_rules()
        self.publishing = self._publishing()

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        assert self._ledger.rules.rules is not None
        return self._ledger.rules.rules

    @property
    def reading(self) -> sqlite3.Connection:
        """A connection that reads the index while a projection runs beside."""
        return self._reads

    @property
    def collector(self) -> Collector:
        """The outboxes, for status and waiting."""
        return self._collector

    def _publishing(self) -> Publishing:
        """What the broker's host works with: the same parts, so that it writes as the relay does."""
        ledger, tools = self._ledger, self._tools
        return Publishing(
            self.office,
            tools.disk,
            self._reads,
            tools.scanner,
            self._pauses,
            ledger.committer,
            ledger.authority.book,
            ledger.owner_key,
            self._now,
            lambda: self.rules,
            lambda: self._homes,
            lambda: Reach(tools.disk, self._homes, ledger.staging, tools.problems),
            self._learn_posts,
            ledger.projector.wait,
        )

    def _learn_posts(self, entries: Sequence[Entry]) -> None:
        self._learn(entries)
        if any(isinstance(entry.record, Request) and agent_in(entry.record) is not None for entry in entries):
            self._adopt_rules()

    def step(self, wall: float, monotonic: float, *, rescan: bool = False) -> Step:
        """Take in changed rules, acts, and at most one batch of drafts.

        Raises OSError when the machine fails in a commit: the engine is of no more use then and is opened anew.
        """
        settling = self._ledger.committer.settling
        settling.turn(monotonic)
        self._say_clock()
        self._take_rules()
        self._take_acts(wall)
        posted = self._bus.turn(wall, self._now())
        if rescan:
            self._follow_disks()
            self._bus.tidy(wall)
            self._ledger.committer.retry(self._homes)
        skip = self._pauses.current(self._tools.clock())
        wait = self._collector.look(self.rules, skip, wall, monotonic, force=rescan)
        claimed = self._collector.collect(self.rules, skip, monotonic) if wait is not None and wait <= 0 else []
        if claimed:
            self._take_batch(claimed, monotonic)
            # It is projected beside the next ones; whoever waits for its lines gets them with one of the next steps.
            return Step(self._ledger.projector.told(), 0.0)
        self._ledger.projector.wait()
        if self.index.height != self._owes_at:
            self._owes_at = self.index.height
            self._owes.follow(self._reads)
        more = posted or self._collector.backlog > 0
        return Step(self._ledger.projector.told(), 0.0 if more else wait, settling.next_in(monotonic))

    def settle(self) -> None:
        """Make durable what was delivered, now."""
        self._ledger.committer.settling.settle()

    def tidy(self, seconds: float) -> bool:
        """Work of the index that can wait for a quiet moment, for about `seconds`; whether some is left."""
        self._ledger.projector.wait()
        return self.index.tidy(seconds)

    def project(self) -> None:
        """Wait until all lines are in the index. Raises OSError when it could not be written."""
        self._ledger.projector.wait()

    def record(self, *records: Record) -> None:
        """Append lines of the relay's own life."""
        self._learn(self._ledger.committer.record(*records))

    def answer_recorded_acts(self) -> None:
        """Answer acts that a killed life recorded and did not answer; what they do to folders is done again."""
        for name, act, entry in self._acts.recorded(self._entry_of_nonce):
            self._apply(act)
            self._acts.answer(name, entry)

    def close(self, reason: str | None) -> None:
        """End this life; with a reason the journal gets its `stopped` line, without one nothing more is written."""
        try:
            if reason is not None:
                self._ledger.projector.wait()
            self.journal.close(reason)
            if reason is not None:
                self.index.catch_up()
                self._owes.follow(self.index.connection)
                self.settle()
        finally:
            self._ledger.projector.abandon()
            self._ledger.committer.settling.abandon()
            self._owes.close()
            self._bus.close()
            self._reads.close()
            self.index.close()

    def _take_batch(self, claimed: Sequence[Claimed], monotonic: float) -> None:
        now = self._now()
        self._judge.begin_batch(self.journal.height, self._ledger.projector.height)
        self._queued.clear()
        batch: list[Judged] = []
        reach = Reach(self._tools.disk, self._homes, self._ledger.staging, self._tools.problems)
        for item, examined in zip(claimed, self._examiner.each([item.draft for item in claimed]), strict=True):
            judged = self._judge_one(item, examined, reach, now)
            if judged is None:
                self._collector.put_back(item, monotonic, _POSTPONED)
            else:
                batch.append(judged)
        if batch:
            self._learn(self._ledger.committer.commit(batch, self._homes, now))
            self._pauses.pause_floods({judged.verdict.draft.folder for judged in batch}, now)

    def _judge_one(self, item: Claimed, examined: Examined, reach: Reach, now: datetime) -> Judged | None:
        """A draft's verdict with all its commit needs; None when a folder it needs cannot take anything now."""
        recipient = item.draft.get("to")
        if not reach.can_take(item.sender) or (recipient in self.rules.agents and not reach.can_take(recipient)):
            return None
        verdict = self._judge.judge(item.draft, examined, self.rules, now)
        held = self._held_message(verdict)
        if not all(reach.can_take(name) for name in homes_needed(verdict, held)):
            return None
        self._judge.remember(verdict, examined, now)
        return Judged(verdict, record_of(verdict, examined.findings), item.path, held)

    def _now(self) -> datetime:
        """The relay's clock, but never before the journal's last line: everything is judged by the journal's time.

        To the millisecond, as lines carry it: who proves history later judges by the very same moment.
        """
        now = self._tools.clock()
        now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        return now if self.journal.last_at is None else max(now, self.journal.last_at)

    def _held_message(self, verdict: Verdict) -> HeldMessage | None:
        if not isinstance(verdict, Decide) or verdict.draft.get("verdict") == "waive":
            return None
        self._ledger.projector.wait()
        return held_message(self._reads, self._reader, verdict.draft.get("ref"))

    def _held_line(self, message_id: str) -> Held | None:
        """The journal's own line of a held message."""
        self._ledger.projector.wait()
        return held_line(self._reads, self._reader, message_id)

    def _owed(self, name: str, recipient: str) -> list[Debt]:
        """The live debts that a waiver of that name would close."""
        self._ledger.projector.wait()
        return waivable(name, recipient, IndexBook(self._reads))

    def _queued_bytes(self, message_id: str) -> bytes | None:
        """What lies in the queue under that id now, read once per batch."""
        if message_id not in self._queued:
            try:
                self._queued[message_id] = read_plain(self.office.queue / f"{message_id}.md", _LARGEST_HELD)
            except OSError:
                self._queued[message_id] = None
        return self._queued[message_id]

    def _say_clock(self) -> None:
        """Say a clock that was set back for as long as it stands before the journal's last line."""
        last, problems = self.journal.last_at, self._tools.problems
        if last is None or last - self._tools.clock() < _CLOCK_TOLERANCE:
            problems.clear("clock", "clock")
            return
        text = "the machine's clock stands before the journal's last line; lines keep that time"
        problems.raise_problem(Problem("clock", "clock", text, "correct the clock; the relay goes on meanwhile"))

    def _take_rules(self) -> None:
        edit = self._ledger.rules.edit()
        where = os.fspath(self.office.rules_file)
        problems = self._tools.problems
        if edit is None:
            if self._ledger.rules.in_step:
                problems.clear(where)
            return
        problems.clear(where)
        if edit.record is not None:
            self.record(edit.record)
            self._adopt_rules()
            return
        problems.raise_problem(
            Problem("rules", where, f"{edit.refused}; the last good rules stay in force", edit.advice)
        )
        if edit.sha256 + edit.refused != self._refused_edit:
            self._refused_edit = edit.sha256 + edit.refused
            self.record(RulesRefused(edit.sha256, edit.refused))

    def _take_acts(self, wall: float) -> None:
        waiting = self._acts.waiting(wall)
        problems = self._tools.problems
        places = {name: os.path.join(self._homes.box(OWNER, "outbox"), name) for name in waiting}
        problems.clear_kind("unreadable-act", frozenset(places.values()))
        if not waiting or not Reach(self._tools.disk, self._homes, self._ledger.staging, problems).can_take(OWNER):
            return
        for name, where in places.items():
            try:
                entry, act = self._acts.take(name, self._act_facts(), self._tools.clock())
            except (FileNotFoundError, FileExistsError):
                # It was taken back, or an older one of its name is still on its way: the next step looks again.
                continue
            except PermissionError as error:
                problem = problem_of(error, visible(where))
                problems.raise_problem(Problem("unreadable-act", where, problem.text, problem.advice))
                continue
            problems.clear(where, "unreadable-act")
            if act is None:
                continue
            if act.name == "resume":
                self._pauses.book.forgive(act.arguments["agent"])
            elif act.name == "revoke":
                problems.clear(os.fspath(revocation_file(self.office.keys, act.arguments["session"])))
            self._adopt_rules()
            self._apply(act)
            self._acts.answer(name, entry)

    def _act_facts(self) -> ActFacts:
        ledger, now = self._ledger, self._tools.clock()
        taken = {ledger.owner_key: "the owner's own key", ledger.relay_key: "the relay's key"}
        authority = ledger.authority
        return ActFacts(
            self.rules,
            self._pauses.current(now),
            now,
            ledger.owner_key,
            taken,
            authority.journalled_standing,
            authority.last_serial,
            authority.book,
        )

    def _apply(self, act: SignedAct) -> None:
        """Let the folders follow an act. It is history: a folder that cannot be made is said where it is missed."""
        try:
            ALL_ACTS[act.name].apply(act, self.office, self.rules, self._tools.disk)
        except OSError as error:
            problem = problem_of(error, visible(os.fspath(error.filename or self.office.root)))
            _LOG.warning("what the act %s asks of the folders cannot be done: %s", act.name, problem.kind)

    def _record_one(self, record: Record) -> Entry:
        # A checkpoint that fell due comes before it.
        entries = self._ledger.committer.record(record)
        self._learn(entries)
        return entries[-1]

    def _learn(self, entries: Iterable[Entry]) -> None:
        """What the owner's word in new lines changes counts from the next draft on."""
        for entry in entries:
            self._ledger.authority.take(entry)

    def _refuse_act(self, record: Rejected, name: str) -> Entry:
        claim = self._ledger.claims.claim(OWNER, self._homes.box(OWNER, "outbox"), name)
        return self._ledger.committer.refuse(record, claim, self._homes)

    def _entry_of_nonce(self, nonce: str) -> Entry | None:
        self._ledger.projector.wait()
        return entry_of_nonce(self._reads, self._reader, nonce)

    def _adopt_rules(self) -> None:
        """Take what the journal says now: its newest rules, the agents added or removed, who is paused."""
        self._ledger.projector.wait()
        self._ledger.rules.reload(self._ledger.authority)
        self._use_rules()

    def _follow_disks(self) -> None:
        """Let the mark name the disks that are there now. One that went before what lay on it had settled ends this
        life: an OSError."""
        session, committer = self._homes.session(), self._ledger.committer
        committer.settling.know(map(self._homes.home, self._homes.everybody()))
        if session != committer.settling.session:
            committer.settling.settle()
            committer.disks_changed(self._homes)
            committer.settling.settle(session)

    def _use_rules(self) -> None:
        """Look into the outboxes of everybody who exists now; keep what is known of those that stay."""
        self._homes = Homes(self.office, self.rules)
        self._follow_disks()
        known_boxes = {outbox.sender: outbox for outbox in self._collector.outboxes}
        outboxes: list[Outbox] = []
        for name in self._homes.everybody():
            folder = self._homes.box(name, "outbox")
            outbox = known_boxes.get(name)
            if outbox is None:
                self._pauses.seed(self._reads, name, self._tools.clock())
            if outbox is None or outbox.folder != folder:
                outbox = Outbox(name, folder, self._tools.arrived_by_rename)
            outboxes.append(outbox)
        self._collector.use(outboxes)
        self._pauses.learn(self._reads, self.rules.agents)
