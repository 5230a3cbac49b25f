"""The bus's desk: takes what lies in bus/drop, journals good posts, writes the ring, answers each."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

import yaml

from mailbox_gui.core.bus.post import LARGEST_POST, Post
from mailbox_gui.core.bus.ring import RingWriter
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import Read, StillOpen, read_claim
from mailbox_gui.core.folders.delivery import numbered_names
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import is_ignored
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.folders.quiet_folder import QuietFolder
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Posted
from mailbox_gui.core.keys.standing import Signing, troubles
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.faults import DAILY_LIMIT, Fault
from mailbox_gui.core.message.reason_file import render_reason
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.read_models.posts import Receipt, bus_entry, post_moments, posts_ever, receipt_of
from mailbox_gui.core.relay.bus_examining import ExaminedPost, PostExaminer
from mailbox_gui.core.relay.committing import Committer
from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.ring_keeping import make_bus, restore_ring
from mailbox_gui.core.relay.state import Problem

POST_SUFFIX: Final = ".post"
RECEIPT_SUFFIX: Final = ".receipt"
REASON_SUFFIX: Final = ".reason"
POSTS_PER_DAY: Final = 200
BATCH: Final = 64
_RECEIPTS_KEPT: Final = 24 * 3600.0
_PROBLEM: Final = "bus"
_LARGEST_RECEIPT: Final = 4_096


@dataclass(frozen=True, slots=True)
class _Answer:
    """What comes of one dropped file: a new line, an earlier one, or faults."""

    name: str
    record: Posted | None = None
    receipt: Receipt | None = None
    faults: tuple[Fault, ...] = ()


class BusDesk:
    """`connection` reads the index; `project` brings it up to date with the journal.

    A kill between two steps is no matter: the file still lies in the drop, and the same bytes get the first receipt.
    """

    def __init__(
        self,
        office: PostOffice,
        *,
        disk: Disk,
        examiner: PostExaminer,
        problems: ProblemBook,
        authority: Authority,
        committer: Committer,
        connection: sqlite3.Connection,
        project: Callable[[], None],
    ) -> None:
        self._office = office
        self._disk = disk
        self._examiner = examiner
        self._problems = problems
        self._authority = authority
        self._committer = committer
        self._connection = connection
        self._project = project
        self._drop = os.fspath(office.bus_drop)
        self._rejected = os.fspath(office.bus_rejected)
        self._folder = QuietFolder(self._drop)
        self._ring = RingWriter(office.ring, disk)

    def turn(self, wall: float, now: datetime) -> bool:
        """Answer at most BATCH posts; whether there may be more. Raises the OSError of a commit."""
        try:
            names = self._folder.names(wall)
        except OSError as error:
            self._say(self._drop, error)
            make_bus(self._disk, self._office)
            return False
        posts = sorted(name for name in names if name.endswith(POST_SUFFIX) and not is_ignored(name))[:BATCH]
        if not posts:
            self._folder.rest()
            return False
        self._project()
        answers = self._judge_all(posts, now)
        self._commit([answer.record for answer in answers if answer.record is not None], answers, now)
        return bool(answers)

    def tidy(self, wall: float) -> None:
        """Clear receipts that nobody has asked for within a day, and bring back a ring that was taken away."""
        self._care_for_ring()
        with suppress(OSError), os.scandir(self._drop) as found:
            for entry in found:
                if entry.name.endswith(RECEIPT_SUFFIX) and not is_ignored(entry.name):
                    with suppress(OSError):
                        if wall - entry.stat(follow_symlinks=False).st_mtime > _RECEIPTS_KEPT:
                            self._disk.unlink(entry.path)

    def _care_for_ring(self) -> None:
        try:
            if self._ring.is_at(self._office.ring):
                return
            self._project()
            restore_ring(self._disk, self._office, self._connection)
            old, self._ring = self._ring, RingWriter(self._office.ring, self._disk)
            old.close()
            self._problems.clear(os.fspath(self._office.ring), _PROBLEM)
        except OSError as error:
            self._say(os.fspath(self._office.ring), error)

    def close(self) -> None:
        """Close the ring."""
        self._ring.close()

    def _judge_all(self, names: Sequence[str], now: datetime) -> list[_Answer]:
        answers: list[_Answer] = []
        batch: dict[str, Posted] = {}
        posted = Counter[str]()
        seq = posts_ever(self._connection)
        for examined in self._examiner.each(self._read_all(names), now):
            answer = self._judge(examined, now, batch, posted)
            if (record := answer.record) is not None and record.seq == 0:
                seq += 1
                record = replace(record, seq=seq)
                answer = replace(answer, record=record)
                batch[examined.sha256] = record
                posted[record.key] += 1
            answers.append(answer)
        return answers

    def _read_all(self, names: Sequence[str]) -> list[tuple[str, Read]]:
        """Those of the files that can be read now."""
        found: list[tuple[str, Read]] = []
        for name in names:
            where = os.path.join(self._drop, name)
            try:
                found.append((name, read_claim(where, LARGEST_POST)))
            except (StillOpen, FileNotFoundError):
                continue
            except OSError as error:
                self._say(where, error)
        return found

    def _judge(self, examined: ExaminedPost, now: datetime, batch: dict[str, Posted], posted: Counter[str]) -> _Answer:
        """The answer to one file; a new record has no number yet."""
        name, post = examined.name, examined.post
        if post is None:
            return _Answer(name, faults=examined.faults)
        earlier = receipt_of(self._connection, examined.sha256)
        if earlier is not None:
            return _Answer(name, receipt=earlier)
        if examined.sha256 in batch:
            # It is answered with the line that the first of them gets.
            return _Answer(name, record=batch[examined.sha256])
        author, session, signing = self._signer(post, now)
        faults = (*examined.faults, *signing, *self._quota(post, posted, now))
        if faults:
            return _Answer(name, faults=faults)
        record = Posted(
            0, post.label, post.topic, post.kind, post.ref, post.body, author, session, post.key, post.signature,
            post.created,
        )  # fmt: skip
        return _Answer(name, record=record)

    def _signer(self, post: Post, now: datetime) -> tuple[str, str, list[Fault]]:
        """Author and session of a key, and why a session key may not post this."""
        owner = self._authority.owner_key
        standing = self._authority.standing(post.key)
        if standing is None:
            return post.key, "", []
        signing = Signing(post.key, standing.delegation.agent, post.kind, post.topic, now)
        found = troubles(standing, owner, signing)
        return owner, post.key, [Fault("signature", trouble.reason, trouble.hint) for trouble in found]

    def _quota(self, post: Post, posted: Counter[str], now: datetime) -> list[Fault]:
        if post.key == self._authority.owner_key:
            return []
        count = len(post_moments(self._connection, post.key, now)) + posted[post.key]
        if count < POSTS_PER_DAY:
            return []
        return [Fault("limits", f"{count} posts of this key {DAILY_LIMIT}; the limit is {POSTS_PER_DAY}", "wait")]

    def _commit(self, records: Sequence[Posted], answers: Sequence[_Answer], now: datetime) -> None:
        lines: dict[int, Entry] = {}
        new = list({record.seq: record for record in records}.values())
        if new:
            entries = self._committer.record(*new, at=now)
            for entry in entries:
                if isinstance(entry.record, Posted):
                    lines[entry.record.seq] = entry
                    self._ring.write(bus_entry(entry.record, entry.height))
        for answer in answers:
            where = os.path.join(self._drop, answer.name)
            try:
                if answer.faults:
                    self._refuse(answer, now)
                else:
                    self._acknowledge(answer, lines)
                self._problems.clear(where, _PROBLEM)
            except OSError as error:
                # It is in the journal or will be judged the same again: the next turn answers it.
                self._say(where, error)
        self._committer.follow((self._drop, self._rejected), (os.fspath(self._office.ring),))

    def _acknowledge(self, answer: _Answer, lines: dict[int, Entry]) -> None:
        receipt = answer.receipt
        if receipt is None:
            assert answer.record is not None
            receipt = Receipt(answer.record.seq, lines[answer.record.seq].height)
        content = yaml.safe_dump({"seq": receipt.seq, "height": receipt.height}, sort_keys=False).encode()
        stem = answer.name.removesuffix(POST_SUFFIX)
        self._put(self._drop, f"{stem}{RECEIPT_SUFFIX}", content)
        self._disk.unlink(os.path.join(self._drop, answer.name))

    def _refuse(self, answer: _Answer, now: datetime) -> None:
        """The reason first, then the file, unchanged, under the same name."""
        name = _free_name(self._rejected, answer.name)
        stem = name.removesuffix(POST_SUFFIX)
        content = render_reason(answer.faults, file=answer.name, id=None, at=now, height=None)
        self._put(self._rejected, f"{stem}{REASON_SUFFIX}", content)
        self._disk.rename_new(os.path.join(self._drop, answer.name), os.path.join(self._rejected, name))

    def _put(self, folder: str, name: str, content: bytes) -> None:
        partial = os.path.join(folder, ".answer.tmp")
        if os.path.lexists(partial):
            self._disk.unlink(partial)
        self._disk.write_new(partial, content)
        self._disk.rename_over(partial, os.path.join(folder, name))

    def _say(self, where: str, error: OSError) -> None:
        problem = problem_of(error, visible(where))
        self._problems.raise_problem(Problem(_PROBLEM, where, problem.text, problem.advice))


def _free_name(folder: str, wanted: str) -> str:
    """A name that no file has there; a reason without its file is of a killed life and is written over."""
    names: Iterable[str] = numbered_names(wanted)
    return next(name for name in names if not os.path.lexists(os.path.join(folder, name)))


def read_receipt(path: Path) -> Receipt | None:
    """What a receipt says; None where there is none, or no whole one."""
    try:
        members = yaml.safe_load(read_plain(path, _LARGEST_RECEIPT))
        return Receipt(int(members["seq"]), int(members["height"]))
    except (OSError, yaml.YAMLError, ValueError, KeyError, TypeError):
        return None
