"""What the broker's host asks of the relay: the checks of mail on what is written, one append for what follows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.copies import EVENT_FIELD, copy_of
from mailbox_gui.core.checks import judge, limits, secrets, signature
from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.masking import mask_faults
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.homes import Homes, make_home
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Also, Rejected, Request
from mailbox_gui.core.keys.channel_event import ChannelEvent
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.faults import DAILY_LIMIT, Fault
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.reason_file import also_entries
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.verdict import Accept, Signer
from mailbox_gui.core.read_models.facts import known
from mailbox_gui.core.relay.committing import Committer, Judged
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.relay.pauses import Pauses
from mailbox_gui.core.relay.reach import Reach
from mailbox_gui.core.relay.recording import record_of

_UNREACHABLE = "its folder cannot take mail now"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why what an agent wrote may not be published: faults in the words of mail, and the findings of secrets in it."""

    faults: tuple[Fault, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def by_daily_limit(self) -> bool:
        """Whether tomorrow it may pass, nothing else being wrong with it."""
        return all(fault.check == limits.NAME and DAILY_LIMIT in fault.reason for fault in self.faults)


@dataclass(frozen=True, slots=True)
class Copy:
    """The mail for one who is mentioned: checked and ready to be delivered."""

    recipient: str
    draft: Draft


class Publishing:
    """On the engine's thread only. `rules` and `homes` are asked for anew each time: they change."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of the engine that it works with
        self,
        office: PostOffice,
        disk: Disk,
        reading: sqlite3.Connection,
        scanner: Scanner,
        pauses: Pauses,
        committer: Committer,
        book: ChannelBook,
        owner_key: str,
        now: Callable[[], datetime],
        rules: Callable[[], Rules],
        homes: Callable[[], Homes],
        reach: Callable[[], Reach],
        learn: Callable[[Sequence[Entry]], None],
        project: Callable[[], None],
    ) -> None:
        self.book = book
        self.now = now
        self._office = office
        self._disk = disk
        self._reading = reading
        self._scan = scanner.scan
        self._pauses = pauses
        self._committer = committer
        self._owner_key = owner_key
        self._rules = rules
        self._homes = homes
        self._reach = reach
        self._learn = learn
        self._project = project

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules()

    def reading(self) -> sqlite3.Connection:
        """The index with every line in it."""
        self._project()
        return self._reading

    def is_paused(self, agent: str) -> bool:
        """Whether the agent ran into its daily limit so often that it is not listened to."""
        return agent in self._pauses.current(self.now())

    def examine(self, agent: str, operation: str, texts: Sequence[str], *, counted: bool) -> Refusal | None:
        """The checks that what an agent writes goes through without becoming mail; None when it passes."""
        body = "\n".join(texts)
        draft = Draft(agent, operation, len(body.encode()), head="", body=body)
        findings = self._scan(draft)
        facts = self._facts(agent, findings, counted=counted)
        faults = secrets.check(draft, facts) + (limits.check_number(draft, facts) if counted else [])
        return Refusal(tuple(mask_faults(faults, draft, findings)), findings) if faults else None

    def examine_copies(
        self, event: ChannelEvent, agent: str, operation: str, recipients: Sequence[str], topic: str
    ) -> list[Copy] | Refusal:
        """The copies of an event for who is mentioned, all checks of mail passed; or why one of them may not go."""
        copies: list[Copy] = []
        reach = self._reach()
        for recipient in recipients:
            try:
                raw = copy_of(event, agent, recipient, topic)
            except ValueError as error:
                return Refusal((Fault("header", f"a mention becomes mail, and {error}"),))
            limit = self._rules().message_bytes(agent)
            draft = read_draft(agent, operation, raw, len(raw), limit)
            # The event's id is the host's own, and looks like a key.
            findings = tuple(finding for finding in self._scan(draft) if finding.key != EVENT_FIELD)
            # It is signed: by the agent's channel key, over the event.
            found = judge(draft, self._facts(agent, findings, counted=True))
            faults = tuple(fault for fault in found if fault.check != signature.NAME)
            if faults:
                return Refusal(faults, findings)
            if not reach.can_take(recipient):
                return Refusal((Fault("recipient", f"{recipient}: {_UNREACHABLE}", "try again later"),))
            copies.append(Copy(recipient, draft))
        return copies

    def commit(self, request: Request, copies: Sequence[Copy] = (), *, counted: bool = False) -> Entry:
        """Make an answered request history, with its effect, and let its copies be delivered. Raises OSError."""
        now = self.now()
        batch = [Judged(Accept(copy.draft), self._accepted(request, copy), None) for copy in copies]
        entries = self._committer.commit(batch, self._homes(), now, before=(request,))
        if counted:
            self._pauses.book.sent(request.agent, now)
        self._learn(entries)
        return next(entry for entry in entries if entry.record is request)

    def keep(self, requests: Sequence[Request]) -> None:
        """Make answered requests history that changed nothing. Raises OSError."""
        self._learn(self._committer.record(*requests))

    def refuse(self, refusal: Refusal, agent: str, operation: str, topic: str, body: str) -> None:
        """Journal why something was not published, as a refused draft is. Raises OSError."""
        headline = refusal.faults[0]
        now = self.now()
        record = Rejected(
            id=None,
            folder=agent,
            file=operation,
            header={"topic": topic} if topic else None,
            size=len(body.encode()),
            sha256=None,
            check=headline.check,
            reason=headline.reason,
            hint=headline.hint or None,
            also=tuple(Also(**also) for also in also_entries(refusal.faults)),
            body=None if refusal.findings else body,
        )
        self._learn(self._committer.record(record))
        if any(fault.check == limits.NAME and DAILY_LIMIT in fault.reason for fault in refusal.faults):
            self._pauses.book.over_limit(agent, now)
            self._pauses.pause_floods({agent}, now)

    def make_homes(self) -> None:
        """Make the folders of agents that were made through the broker. Raises OSError."""
        for made in self.book.all_made():
            if made.name in self._rules().agents:
                make_home(self._disk, self._office.home(made.name, self._rules()))

    def is_taken(self, name: str) -> bool:
        """Whether a mailbox of this name is there, or ever was."""
        there = name in self._rules().agents or self.book.key_of(name) is not None
        return there or name == OWNER or Path(self._office.root / "agents" / name).exists()

    def _facts(self, agent: str, findings: tuple[Finding, ...], *, counted: bool) -> Facts:
        now = self.now()
        sent = self._pauses.book.sent_last_day(agent, now) if counted else 0
        return Facts(self._rules(), now, sent, lambda message_id: known(self._reading, message_id), findings)

    def _accepted(self, request: Request, copy: Copy) -> Accepted:
        return accepted_copy(copy.draft, self._owner_key, request.principal)


def accepted_copy(draft: Draft, owner_key: str, principal: str) -> Accepted:
    """The line of a copy: signed, by the key (hex) of the agent's channel that the owner vouches for."""
    record = record_of(Accept(draft, Signer(owner_key, principal)), ())
    assert isinstance(record, Accepted)
    return record
