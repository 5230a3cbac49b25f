"""Committing a judged batch: copies staged, one append, then the folders and the index follow; it settles later."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import Staging
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Checkpoint, Record, Rejected
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.verdict import Accept, Decide, Hold, Refuse, Verdict
from mailbox_gui.core.relay.finishing import Finisher, HeldMessage, Touched, released_name
from mailbox_gui.core.relay.hands import Hands
from mailbox_gui.core.relay.mending import Mender
from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.projecting import Projector
from mailbox_gui.core.relay.settling import Settling
from mailbox_gui.core.relay.state import Problem


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with all that its commit needs: the record, the claim (None: no draft lay anywhere), and of a decision
    the held message."""

    verdict: Verdict
    record: Record
    claim: str | None
    held: HeldMessage | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A committed line that a folder does not follow yet. `lost`: a power cut may have taken what it needs; `mended`:
    its copies were written anew since, and one that lies nowhere now was handled by its agent."""

    entry: Entry
    held: HeldMessage | None
    claim: str | None
    lost: bool = False
    mended: bool = False


class Committer:
    """Turns judged batches into history. An OSError out of `commit` means: stop, and start again through recovery."""

    def __init__(
        self,
        disk: Disk,
        journal: Journal,
        projector: Projector,
        staging: Staging,
        finisher: Finisher,
        settling: Settling,
        problems: ProblemBook,
        hands: Hands | None = None,
    ) -> None:
        self._hands = hands or Hands(None)
        self._disk = disk
        self._journal = journal
        self._projector = projector
        self._staging = staging
        self._finisher = finisher
        self._mender = Mender(disk, staging, finisher, doubts=settling.doubts)
        self.settling = settling
        self._problems = problems
        self._unfinished: list[Unfinished] = []

    @property
    def unfinished(self) -> int:
        """How many committed lines wait for a folder."""
        return len(self._unfinished)

    def commit(
        self, batch: Sequence[Judged], homes: Homes, judged_at: datetime, *, before: Sequence[Record] = ()
    ) -> tuple[Entry, ...]:
        """Make a batch of verdicts history and let the folders follow; the lines written, checkpoints among them.

        `before` are records that no folder follows, written in front of them in the same append.
        """
        copies = [copy for judged in batch for copy in self._copies(judged, homes)]
        self._hands.each(lambda copy: self._staging.write(*copy), copies)
        entries = self._journal.append([*before, *(judged.record for judged in batch)], judged_at)
        lines = [entry for entry in entries if not isinstance(entry.record, Checkpoint)][len(before) :]
        work = [Unfinished(entry, judged.held, judged.claim) for entry, judged in zip(lines, batch, strict=True)]
        touched = Touched()
        # The claim left its outbox by a rename: that it did must be durable before the mark moves.
        for judged in batch:
            if judged.claim is not None:
                touched.folders[os.path.dirname(judged.claim)] = None
        self._unfinished += self._finish(work, homes, touched)
        self._settle(entries, touched)
        return entries

    def record(self, *records: Record, at: datetime | None = None) -> tuple[Entry, ...]:
        """Append lines that no folder has to follow; `at` is when they were judged."""
        entries = self._journal.append(records, at)
        self._settle(entries, Touched())
        return entries

    def follow(self, folders: Sequence[str], files: Sequence[str]) -> None:
        """What else followed the lines of the last `record` is to settle with them."""
        self._settle((), Touched(dict.fromkeys(folders), list(files)))

    def refuse(self, record: Rejected, claim: str, homes: Homes) -> Entry:
        """Make the refusal of a claimed file that is no draft history, and let its folder follow."""
        entries = self._journal.append([record])
        touched = Touched({os.path.dirname(claim): None})
        self._unfinished += self._finish([Unfinished(entries[-1], None, claim)], homes, touched)
        self._settle(entries, touched)
        return entries[-1]

    def resume(self, work: Sequence[Unfinished], homes: Homes) -> None:
        """Finish what an earlier life committed; what the machine does not let through is tried again later."""
        touched = Touched()
        self._unfinished += self._finish(work, homes, touched)
        self._settle((), touched)

    def disks_changed(self, homes: Homes) -> None:
        """A disk came or went: the copies of what is not finished may have gone with it."""
        self._unfinished = [replace(item, lost=True, mended=False) for item in self._unfinished]
        self.retry(homes)

    def retry(self, homes: Homes) -> None:
        """Try again to finish what a folder did not follow."""
        if self._unfinished:
            work, self._unfinished = self._unfinished, []
            self.resume(work, homes)

    def _copies(self, judged: Judged, homes: Homes) -> list[tuple[str, str, bytes]]:
        """The copies a verdict publishes: staging folder, name, content."""
        match judged.verdict:
            case Accept(draft, _):
                return [self._copy(draft.get("to"), f"{draft.id}.md", draft.raw, homes)]
            case Hold(draft, _):
                return [(self._staging.central, f"{draft.id}.md", draft.raw or b"")]
            case Decide(draft, _) if judged.held is None:
                # A waiver: nothing was held, only the notice goes out.
                return [self._copy(draft.get("to"), f"{draft.id}.md", draft.raw, homes)]
            case Decide(draft, _):
                assert judged.held is not None
                target = judged.held.recipient if draft.get("verdict") == "approve" else judged.held.sender
                return [
                    self._copy(target, released_name(str(draft.id)), judged.held.content, homes),
                    self._copy(judged.held.sender, f"{draft.id}.md", draft.raw, homes),
                ]
            case Refuse():
                return []

    def _copy(self, participant: str, name: str, content: bytes | None, homes: Homes) -> tuple[str, str, bytes]:
        return (self._staging.folder_for(homes.home(participant)), name, content or b"")

    def _finish(self, work: Sequence[Unfinished], homes: Homes, touched: Touched) -> list[Unfinished]:
        left: list[Unfinished] = []
        for item in self._with_reasons(work, homes, left):
            try:
                self._finisher.finish(item.entry, homes, item.held, item.claim, touched)
                self._problems.clear(_where(item))
            except OSError as error:
                self._say_undelivered(item, error)
                left.append(item)
        self._hands.each(self._drop, touched.drops)
        touched.drops.clear()
        for path in touched.conflicts:
            self._problems.raise_problem(
                Problem(
                    "conflict", path, f"{path}: another file had this message's name; both were kept", "compare them"
                )
            )
        touched.conflicts.clear()
        return left

    def _drop(self, claim: str) -> None:
        """Remove a claim whose verdict lies where it belongs. Gone already: an earlier life did it."""
        with suppress(FileNotFoundError):
            self._disk.unlink(claim)

    def _with_reasons(self, work: Sequence[Unfinished], homes: Homes, left: list[Unfinished]) -> list[Unfinished]:
        """Those whose reasons are staged, where they need one, and which lack nothing; the others are `left`."""
        ready: list[Unfinished] = []
        for tried in work:
            item = self._mended(tried, homes)
            try:
                self._finisher.stage_reason(item.entry, homes, item.held)
            except OSError as error:
                self._say_undelivered(item, error)
                left.append(item)
                continue
            ready.append(item)
        return ready

    def _mended(self, item: Unfinished, homes: Homes) -> Unfinished:
        """The same with what a power cut took of it written anew. Raises OSError when copies cannot even be staged."""
        if not item.lost:
            return item
        # First the reason, since it tells where the refused file lies. A folder that does not allow it is met again
        # when the line is finished.
        with suppress(OSError):
            self._mender.mend_reason(item.entry, item.held, homes)
        if not item.mended:
            self._mender.mend_copies(item.entry, item.held, homes)
        return replace(item, mended=True)

    def _say_undelivered(self, item: Unfinished, error: OSError) -> None:
        where = _where(item)
        problem = problem_of(error, os.fspath(error.filename2 or error.filename or where))
        text = f"what was decided at {where} cannot be put into its folder yet: {problem.text}"
        self._problems.raise_problem(Problem("undelivered", where, text, problem.advice))

    def _settle(self, entries: Sequence[Entry], touched: Touched) -> None:
        self._projector.submit(entries)
        first = min((item.entry.height for item in self._unfinished), default=self._journal.height + 1)
        self.settling.touch(touched.folders, touched.files, first - 1, len(entries))


def _where(item: Unfinished) -> str:
    return f"height {item.entry.height}"


def homes_needed(verdict: Verdict, held: HeldMessage | None) -> tuple[str, ...]:
    """The participants whose folders a verdict needs before it may be committed."""
    match verdict:
        case Accept(draft, _):
            return (draft.get("to"),)
        case Hold(draft, _):
            return (OWNER,)
        case Decide(draft, _):
            if held is None:
                return (draft.get("to"),)
            return (held.sender, held.recipient) if draft.get("verdict") == "approve" else (held.sender,)
        case Refuse(draft, _):
            return (draft.folder,)
