"""Power cuts without a power switch: a scenario is recorded once, and every state it may leave is recovered from."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from tests.support.kill_points import Scenario
from tests.support.life import Life, life, one_life
from tests.support.mutants import mixed
from tests.support.post_office import TestOffice
from tests.support.truth import Wanted, faults_of, lines_of
from tests.support.unsynced import Choice, Node, RecordingDisk, put, state_at

State = dict[str, tuple[Node, bytes]]


@dataclass(frozen=True, slots=True)
class Answered:
    """Up to `event` the relay had told that the journal's line of that height is history."""

    event: int
    height: int
    prev: str


class PowerCuts:
    """A scenario after a first, clean life of the relay. `folders` hold what lies outside the post office."""

    def __init__(self, made: TestOffice, scenario: Scenario, folders: Sequence[Path] = ()) -> None:
        one_life(made.office)
        self._made = made
        self._scenario = scenario
        self._roots = [made.root, *folders]
        self._wanted: list[Wanted] = []
        self._acts_at: list[int] = []
        self._answered: list[Answered] = []
        # It follows the journal's syncs: after a cut it is as old as you like, or gone, but never ahead.
        self._indexes: list[bytes | None] = [None, made.office.index.read_bytes()]
        self._seen: set[str] = set()

    def faults(self, mutant: type[Disk] = Disk, *, seeds: int = 1) -> Iterator[str]:
        """What is wrong after a cut before each side effect, by every choice of what was not durable yet."""
        disk = self._record(mutant)
        ends = [*disk.story.calls, (len(disk.story.events), "the end")]
        for number, (end, call) in enumerate(ends):
            for choice in choices(number, seeds):
                state = state_at(disk.story.events[:end], choice)
                for fault in self._recover(state, end):
                    yield f"cut before {number} ({call}), {choice.name}: {fault}"

    def faults_of_second_ends(self, *, first: float = 0.05, seed: int = 0) -> Iterator[str]:
        """What is wrong after a second cut, or a kill, before each side effect of the recovery from a first cut.

        `first` is the share of the first cuts that are tried.
        """
        chance = random.Random(seed)
        disk = self._record(Disk)
        # A recording's bytes are of nodes that later recordings know nothing of: all states are made before.
        cuts = [
            (number, end, choice.name, state_at(disk.story.events[:end], choice))
            for number, (end, _) in enumerate(disk.story.calls)
            for choice in choices(number, 1)
            if chance.random() < first
        ]
        for number, end, name, state in cuts:
            if not self._is_new(state, end):
                continue
            self._put(state)
            again = RecordingDisk(self._roots)
            self._go_on(end, 1, again)
            for second, (at, call) in enumerate(again.story.calls):
                ends = (("killed", _KILLED, 1), ("cut", chance.choice(list(choices(second, 1))), 2))
                for how, choice, session in ends:
                    self._put(state_at(again.story.events[:at], choice))
                    for fault in self._ended(end, session):
                        yield f"{number} ({name}), then {how} before {second} ({call}), {choice.name}: {fault}"

    @property
    def states(self) -> int:
        """How many different states were recovered from."""
        return len(self._seen)

    def _record(self, mutant: type[Disk]) -> RecordingDisk:
        self._wanted = self._scenario.first(self._made)
        disk: RecordingDisk = mixed(mutant, RecordingDisk)(self._roots)
        with life(self._made.office, disk=disk) as lived:
            self._work_off(lived, disk)
            # The first acts come while all before them has not settled, the others when it has.
            for act in self._scenario.later:
                self._wanted += act(self._made)
                disk.look_around()
                self._acts_at.append(len(disk.story.events))
                self._work_off(lived, disk)
                lived.settle()
        return disk

    def _work_off(self, lived: Life, disk: RecordingDisk) -> None:
        def note(step: object) -> None:
            told = lived.entries[len(self._answered) :]
            self._answered += [Answered(len(disk.story.events), entry.height, entry.prev) for entry in told]

        lived.work_off(note)

    def _recover(self, state: State, end: int) -> list[str]:
        if not self._is_new(state, end):
            return []
        self._put(state)
        return self._ended(end, 1)

    def _is_new(self, state: State, end: int) -> bool:
        key = _digest(state, sum(1 for at in self._acts_at if at <= end))
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _put(self, state: State) -> None:
        index = self._indexes[len(self._seen) % len(self._indexes)]
        for root in self._roots:
            shutil.rmtree(root)
        put(state)
        if index is not None:
            self._made.office.index.write_bytes(index)

    def _ended(self, end: int, session: int) -> list[str]:
        """What is wrong when all that had not happened at the `end` of the first life has happened at last."""
        try:
            self._go_on(end, session)
        except (ChainBroken, DamagedLine) as broken:
            return [str(broken)]
        return [*self._forgotten(end), *faults_of(self._made, self._wanted, after_a_cut=True)]

    def _go_on(self, end: int, session: int, disk: RecordingDisk | None = None) -> None:
        with after_a_cut(session), life(self._made.office, disk=disk) as lived:
            lived.work_off()
            if disk is not None:
                # What follows is no recovery.
                return
            for at, act in zip(self._acts_at, self._scenario.later, strict=True):
                if at > end:
                    act(self._made)
                    lived.work_off()

    def _forgotten(self, end: int) -> list[str]:
        """What the relay had told before the cut must still be history."""
        prevs = {line["height"]: line["prev"] for line in lines_of(self._made)}
        told = [(answer.height, answer.prev) for answer in self._answered if answer.event <= end]
        return [f"height {height} was told and is lost" for height, prev in told if prevs.get(height) != prev]


@contextmanager
def after_a_cut(number: int = 1) -> Iterator[None]:
    """What is opened now finds its disks in another session than before."""
    with patch.object(Homes, "session", lambda _: f"after a cut {number:04}"):
        yield


def choices(number: int, seeds: int) -> Iterator[Choice]:
    """What may be left: the extremes, some of everything by chance, and both on a disk that keeps names in order."""
    yield Choice("nothing unsynced is left", 0.0, _none)
    yield Choice("names are left, bytes are not", 1.0, _none)
    yield Choice("bytes are left, names are not", 0.0, _all)
    for seed in range(seeds):
        yield Choice(f"by chance {number}-{seed}", 0.5, _some, random.Random(f"{number}-{seed}"))
    yield Choice("in order, bytes lost", 0.0, _none, ordered=True)
    yield Choice("in order, by chance", 0.2, _some, random.Random(f"{number}-ordered"), ordered=True)


def _none(_content: bytes, _chance: random.Random) -> None:
    return None


def _all(content: bytes, _chance: random.Random) -> bytes:
    return content


def _some(content: bytes, chance: random.Random) -> bytes | None:
    """All, nothing, the beginning, or a hole of zeros where the bytes should be."""
    kind = chance.randrange(4)
    if kind == 0:
        return None
    if kind == 1:
        return content[: chance.randrange(len(content) + 1)]
    return bytes(len(content)) if kind == 2 else content


_KILLED = Choice("all is left", 1.0, _all)


def _digest(state: State, acts: int) -> str:
    digest = hashlib.sha256(str(acts).encode())
    for name, (node, content) in sorted(state.items()):
        digest.update(f"{name}\0{node.folder}\0{node.link}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()
