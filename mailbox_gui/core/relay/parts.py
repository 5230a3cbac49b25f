"""The parts an engine is made of, so that opening and tests can put them together."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders
from mailbox_gui.core.folders.delivery import Staging
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.relay.committing import Committer
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.projecting import Projector
from mailbox_gui.core.relay.rules_in_force import RulesInForce
from mailbox_gui.core.relay.state import Clock


class Scanner(Protocol):
    """Finds secrets in a draft; safe to call from several threads."""

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        """The secrets found."""
        ...


def _never_seen(_path: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Tools:
    """What a relay works with, and what tests replace.

    `arrived_by_rename` says whether a watcher saw a draft arrive whole; without `executor` everything is done in the
    caller's thread, one thing after the other.
    """

    disk: Disk
    clock: Clock
    scanner: Scanner
    problems: ProblemBook
    arrived_by_rename: Callable[[str], bool] = _never_seen
    executor: Executor | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where verdicts go and what is read back of them.

    `authority` is what the owner signed into the journal, `owner_key` and `relay_key` are public keys in hex.
    """

    journal: Journal
    index: Index
    projector: Projector
    committer: Committer
    staging: Staging
    claims: ClaimFolders
    rules: RulesInForce
    authority: Authority
    owner_key: str
    relay_key: str
