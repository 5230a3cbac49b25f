"""Collecting: settled drafts of all outboxes, in bounded slices, claimed and read; faults of the machine are said."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders, StillOpen, read_claim
from mailbox_gui.core.folders.outbox import Candidate, Outbox
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import read_draft, unreadable_draft
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.state import Problem

# At most this many drafts are judged under one commit, and this many of them from one outbox, so that a flooded
# outbox delays nobody by more than its own slice.
BATCH = 64
SLICE = 16
_TRY_AGAIN = 2.0


@dataclass(frozen=True, slots=True)
class Claimed:
    """A draft that is in the relay's hands: its sender, what was read, and where the claim lies."""

    sender: str
    draft: Draft
    path: str
    outbox: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """A claim that could not be put back (its name is taken again, its outbox is gone); it is read again at `due`."""

    sender: str
    outbox: str
    path: str
    due: float


class Collector:
    """All outboxes of a post office. Its moments are seconds of a monotonic clock, `wall` seconds since the epoch."""

    def __init__(self, disk: Disk, claims: ClaimFolders, problems: ProblemBook) -> None:
        self._disk = disk
        self._claims = claims
        self._problems = problems
        self._outboxes: list[Outbox] = []
        self._kept: list[_Kept] = []
        self._unreadable: set[str] = set()
        self._turn = 0

    def use(self, outboxes: Iterable[Outbox]) -> None:
        """Look into these outboxes from now on; the owner's comes first."""
        self._outboxes = list(outboxes)

    @property
    def outboxes(self) -> tuple[Outbox, ...]:
        """The outboxes looked into."""
        return tuple(self._outboxes)

    @property
    def backlog(self) -> int:
        """How many settled drafts are known to wait."""
        return sum(outbox.backlog for outbox in self._outboxes)

    @property
    def unsettled(self) -> int:
        """How many entries are being watched until they settle."""
        return sum(outbox.unsettled for outbox in self._outboxes) + len(self._kept)

    def look(self, rules: Rules, skip: frozenset[str], wall: float, now: float, *, force: bool) -> float | None:
        """Scan what may have changed; seconds until the next draft settles (0: some have), None when nothing waits."""
        if force:
            self._forget_taken_back()
        soonest: float | None = min((max(kept.due - now, 0.0) for kept in self._kept), default=None)
        for outbox in self._outboxes:
            if outbox.sender in skip:
                outbox.forget()
                continue
            try:
                wait = outbox.look(rules.limits.settle_seconds, wall, now, force=force)
            except OSError as error:
                self._problems.raise_problem(_outbox_problem(error, outbox))
                continue
            self._problems.clear(outbox.folder, *_OUTBOX_PROBLEMS)
            if wait is None:
                # Whatever could not be taken out of it is not there any more.
                self._problems.clear(outbox.folder, _STUCK)
            else:
                soonest = wait if soonest is None else min(soonest, wait)
        return soonest

    def collect(self, rules: Rules, skip: frozenset[str], now: float) -> list[Claimed]:
        """Claim and read at most BATCH settled drafts, at most SLICE of each outbox, each outbox first in its turn."""
        claimed: list[Claimed] = []
        for kept in self._take_kept(now):
            candidate = Candidate(os.path.basename(kept.path), (0, 0, 0, 0))
            self._read(kept.sender, kept.outbox, candidate, kept.path, rules, now, claimed)
        self._turn += 1
        turn = self._turn % max(len(self._outboxes), 1)
        waiting = [box for box in (*self._outboxes[turn:], *self._outboxes[:turn]) if box.sender not in skip]
        # A slice of each outbox in turn; what room the others leave is the flooded one's again.
        while waiting and len(claimed) < BATCH:
            for outbox in waiting:
                for candidate in outbox.take(min(SLICE, BATCH - len(claimed))):
                    self._claim(outbox, candidate, rules, now, claimed)
            waiting = [box for box in waiting if box.backlog]
        return claimed

    def put_back(self, claimed: Claimed, now: float, pause: float) -> None:
        """Return a draft to its outbox, to be looked at again after `pause` seconds."""
        self._return(claimed.sender, claimed.outbox, claimed.draft.file, claimed.path, now, pause)

    def keep(self, sender: str, outbox: str, path: str) -> None:
        """Look after a claim of an earlier life that could not go back to its outbox."""
        self._kept.append(_Kept(sender, outbox, path, 0.0))

    def _claim(self, outbox: Outbox, candidate: Candidate, rules: Rules, now: float, claimed: list[Claimed]) -> None:
        source = os.path.join(outbox.folder, candidate.name)
        if not os.access(source, os.R_OK) and os.path.exists(source) and not os.path.islink(source):
            # It would have to be put back: it stays where it is, is said, and is tried again.
            outbox.put_back(candidate.name, now, _TRY_AGAIN)
            self._say_unreadable(PermissionError(errno.EACCES, os.strerror(errno.EACCES)), source)
            return
        try:
            path = self._claims.claim(outbox.sender, outbox.folder, candidate.name)
        except FileNotFoundError:
            return
        except FileExistsError:
            outbox.put_back(candidate.name, now, _TRY_AGAIN)
            return
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise
            outbox.put_back(candidate.name, now, _TRY_AGAIN)
            problem = _outbox_problem(error, outbox)
            self._problems.raise_problem(replace(problem, kind=_STUCK))
            return
        self._problems.clear(outbox.folder, _STUCK)
        self._read(outbox.sender, outbox.folder, candidate, path, rules, now, claimed)

    def _read(
        self,
        sender: str,
        outbox: str,
        candidate: Candidate,
        path: str,
        rules: Rules,
        now: float,
        claimed: list[Claimed],
    ) -> None:
        limit = rules.message_bytes(sender)
        where = os.path.join(outbox, candidate.name)
        try:
            read = read_claim(path, limit, candidate.mark if candidate.mark[2] else None)
        except StillOpen:
            self._return(sender, outbox, candidate.name, path, now, rules.limits.settle_seconds)
            return
        except OSError as error:
            self._return(sender, outbox, candidate.name, path, now, _TRY_AGAIN)
            self._say_unreadable(error, where)
            return
        self._clear_unreadable(where)
        if read.what is not None:
            draft = unreadable_draft(sender, candidate.name, read.size, read.what)
        else:
            draft = read_draft(sender, candidate.name, read.raw, read.size, limit)
        claimed.append(Claimed(sender, draft, path, outbox))

    def _say_unreadable(self, error: OSError, where: str) -> None:
        problem = problem_of(error, visible(where))
        self._problems.raise_problem(Problem("unreadable-draft", where, problem.text, problem.advice))
        self._unreadable.add(where)

    def _clear_unreadable(self, where: str) -> None:
        if where in self._unreadable:
            self._unreadable.discard(where)
            self._problems.clear(where, "unreadable-draft")

    def _forget_taken_back(self) -> None:
        """An unreadable draft that its agent took back is no problem any more."""
        for where in [where for where in self._unreadable if not os.path.lexists(where)]:
            self._clear_unreadable(where)

    def _return(self, sender: str, outbox: str, name: str, path: str, now: float, pause: float) -> None:
        try:
            self._disk.rename_new(path, os.path.join(outbox, name))
        except OSError:
            self._kept.append(_Kept(sender, outbox, path, now + pause))
            return
        for known in self._outboxes:
            if known.folder == outbox:
                known.put_back(name, now, pause)

    def _take_kept(self, now: float) -> list[_Kept]:
        due = [kept for kept in self._kept if kept.due <= now]
        self._kept = [kept for kept in self._kept if kept.due > now]
        return due


_STUCK = "outbox-stuck"
_OUTBOX_PROBLEMS = ("missing", "permission", "not-a-folder", "system", "disk-error", "read-only", "too-many-files")


def _outbox_problem(error: OSError, outbox: Outbox) -> Problem:
    problem = problem_of(error, visible(outbox.folder))
    kind = problem.kind if problem.kind in _OUTBOX_PROBLEMS else "system"
    return Problem(kind, outbox.folder, f"the outbox of {outbox.sender}: {problem.text}", problem.advice)
