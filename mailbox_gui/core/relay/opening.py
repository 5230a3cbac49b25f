"""Opening a life of the relay: keys, journal, index, rules; then recovery, then the `started` line."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.core.acts.session_files import revocation_file
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders
from mailbox_gui.core.folders.delivery import Staging
from mailbox_gui.core.folders.homes import Homes, make_home
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Record, Recovered, Started
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.keys.key_file import KeyDamaged
from mailbox_gui.core.keys.owner_key import PUBLIC_FILE, owner_public
from mailbox_gui.core.keys.relay_endorsement import require_endorsed
from mailbox_gui.core.keys.relay_key import RelayKey
from mailbox_gui.core.keys.standing import short
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.proof.lost_revocations import lost_revocations
from mailbox_gui.core.proof.owners_word import read_owners_word
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.trust import UNLIKE
from mailbox_gui.core.relay.bus_mending import mend_bus
from mailbox_gui.core.relay.committing import Committer
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.finished_mark import FinishedMark
from mailbox_gui.core.relay.finishing import Finisher
from mailbox_gui.core.relay.hands import Hands
from mailbox_gui.core.relay.known_heights import require_not_shortened
from mailbox_gui.core.relay.parts import Ledger, Tools
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.projecting import Projector
from mailbox_gui.core.relay.recovery import Recovery, recover
from mailbox_gui.core.relay.restoring import restore_session_files
from mailbox_gui.core.relay.ring_keeping import restore_ring
from mailbox_gui.core.relay.rules_in_force import RulesInForce
from mailbox_gui.core.relay.settling import Settling
from mailbox_gui.core.relay.state import Problem
from mailbox_gui.core.relay.torn_posts import finish_posts


class NoRules(Exception):
    """The post office has no rules that the owner signed; the text says what to do."""


def open_engine(office: PostOffice, tools: Tools, *, program: str, root: Path | None = None) -> Engine:
    """Open one life of the relay. The caller holds the relay's lock.

    `root` is what the `started` line names, where the post office is being built beside its final place.
    Raises ChainBroken (the journal can only be read; ForgedLine when the owner's word in it is not the owner's,
    ShortenedJournal when it was longer), NoRules, KeyMissing, KeyDamaged, OSError.
    """
    disk = tools.disk
    _make_folders(office, disk)
    relay_key = RelayKey.load(office.keys)
    owner_key = owner_public(office.keys)
    require_not_shortened(office)
    journal = Journal.open(office.journal, disk, relay_key.signing_key, tools.clock)
    index: Index | None = None
    committer: Committer | None = None
    try:
        require_not_shortened(office, journal.height)
        authority = read_owners_word(office.journal, relay_key.public)
        _require_same_owner(office, authority.owner_key or owner_key, owner_key)
        require_endorsed(office.keys, relay_key.public, owner_key)
        restore_session_files(office.keys, disk, authority)
        index = Index.open(office.index, office.journal, disk=disk)
        rules = RulesInForce(office, owner_key, authority)
        if rules.rules is None:
            _adopt_first_rules(rules, journal, index, authority)
        assert rules.rules is not None
        claims = ClaimFolders(disk, os.fspath(office.claimed))
        staging = Staging(disk, os.fspath(office.staging))
        projector = Projector(index, tools.executor)
        homes = Homes(office, rules.rules)
        mark = FinishedMark(office.finished, disk)
        settling = Settling(disk, mark, os.fspath(office.relay), homes.session(), tools.executor)
        finisher = Finisher(office, disk, staging, claims)
        hands = Hands(tools.executor)
        committer = Committer(disk, journal, projector, staging, finisher, settling, tools.problems, hands)
        recovery = recover(office, disk, homes, index, claims, staging, committer, mark.read())
        for entry in finish_posts(office, index, committer, homes, authority.owner_key):
            authority.take(entry)
        ledger = Ledger(
            journal=journal,
            index=index,
            projector=projector,
            committer=committer,
            staging=staging,
            claims=claims,
            rules=rules,
            authority=authority,
            owner_key=authority.owner_key,
            relay_key=relay_key.public,
        )
        restore_ring(disk, office, index.connection)
        if recovery.lost:
            mend_bus(disk, office)
        engine = Engine(office, tools, ledger)
        for claim in recovery.waiting:
            engine.collector.keep(*claim)
        engine.answer_recorded_acts()
        exchanged = _exchanged_history(office, index, tools.problems)
        exchanged += _lost_revocations(office, authority, journal, tools)
        engine.record(*_first_lines(root or office.root, journal, recovery, program, exchanged))
    except BaseException:
        journal.close()
        if committer is not None:
            committer.settling.abandon()
        if index is not None:
            index.close()
        raise
    return engine


def _require_same_owner(office: PostOffice, signed_by: str, owner_key: str) -> None:
    """A public key put in the owner's place would make whoever did it the owner: the journal knows the real one."""
    if signed_by != owner_key:
        raise KeyDamaged(
            f"{office.keys / PUBLIC_FILE} is not the key that signed the first rules in the journal; it was replaced"
        )


def _first_lines(
    root: Path, journal: Journal, recovery: Recovery, program: str, exchanged: tuple[str, ...]
) -> list[Record]:
    started = Started(os.fspath(root), program, os.getpid())
    torn = journal.opening.torn_bytes
    if not recovery and not torn and not exchanged:
        return [started]
    notes = (f"a line cut short was cut off; it is kept in {journal.opening.torn_file}",) if torn else ()
    return [started, Recovered(recovery.finished, recovery.rejudged, torn, notes + exchanged)]


def _exchanged_history(office: PostOffice, index: Index, problems: ProblemBook) -> tuple[str, ...]:
    """An index that knows lines which the journal has not: no kill does that, so somebody put other files there.

    An older journal put back makes revoked session keys good again and takes decisions away, and nothing in it shows.
    """
    if index.rebuilt != UNLIKE:
        return ()
    note = "the journal is not the one that the index was made from: it was cut or exchanged"
    advice = "compare it with a backup or an export; session keys that were revoked since must be revoked again"
    problems.raise_problem(Problem("history-exchanged", os.fspath(office.journal), note, advice))
    return (note,)


def _lost_revocations(office: PostOffice, authority: Authority, journal: Journal, tools: Tools) -> tuple[str, ...]:
    """Session keys whose revocation is here, signed by the owner, but not in the journal: they are not trusted."""
    notes: list[str] = []
    for session in lost_revocations(office.keys, authority):
        authority.distrust(session, journal.height, tools.clock())
        where = os.fspath(revocation_file(office.keys, session))
        note = f"the owner revoked the session key {short(session)}, and the journal has lost it: it is an older one"
        advice = f"mailbox keys revoke {session}, once more; compare the journal with a backup or an export"
        tools.problems.raise_problem(Problem("history-exchanged", where, note, advice))
        notes.append(note)
    return tuple(notes)


def _adopt_first_rules(rules: RulesInForce, journal: Journal, index: Index, authority: Authority) -> None:
    edit = rules.judge()
    if edit is None or edit.record is None:
        why = edit.refused if edit is not None else "rules.json is missing"
        raise NoRules(f"{why}, and no earlier rules are known; correct it and run: mailbox rules sign")
    entries = journal.append([edit.record])
    index.project(entries)
    for entry in entries:
        authority.take(entry)
    rules.reload(authority)


def _make_folders(office: PostOffice, disk: Disk) -> None:
    for folder in (office.relay, office.claimed, office.staging):
        if not folder.is_dir():
            disk.make_folder(folder)
    make_home(disk, office.root / "owner", ("outbox", "inbox", "done", "rejected", "queue"))
