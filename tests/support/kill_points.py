"""Method A: a child runs a scenario and is killed before its k-th side effect, for every k; the parent recovers."""

from __future__ import annotations

import os
import shutil
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from tests.support.disks import WRITES, KillingDisk, WatchedDisk
from tests.support.life import Life, life
from tests.support.mutants import mixed
from tests.support.post_office import TestOffice
from tests.support.snapshot import Snapshot
from tests.support.truth import Wanted, early_faults, faults_of, lines_of

# The exit code of a child that nobody killed.
_LIVED = 3

Act = Callable[[TestOffice], list[Wanted]]


@dataclass(frozen=True, slots=True)
class Scenario:
    """What happens in a life: `first` lies there at its start, each of `later` comes when all before is worked off."""

    first: Act
    later: Sequence[Act] = ()


class KillPoints:
    """A scenario on one post office, to be run as often as it has side effects. `folders` hold all that it changes."""

    def __init__(self, made: TestOffice, scenario: Scenario, store: Path, folders: Sequence[Path] = ()) -> None:
        self.made = made
        self._scenario = scenario
        self._marks = store / "marks"
        self._wanted = scenario.first(made)
        self._start = Snapshot([made.root, *folders], store / "start")
        for act in scenario.later:
            # Acts are the same at every run: here only what they want is learned.
            self._wanted += act(made)

    def faults(self, mutant: type[Disk] = Disk, *, torn: bool = False, threads: bool = False) -> Iterator[str]:
        """What is wrong after a kill before each side effect and a recovery; with `torn` in the middle of each write.

        The relay that is killed is broken by `mutant`, the one that recovers is not. With `threads` it does several
        things at once, in an order that is another one each time.
        """
        for at, call in enumerate(self._calls(mixed(mutant, WatchedDisk)())):
            if not torn or call in WRITES:
                for fault in self._killed_at(mixed(mutant, KillingDisk)(at, torn=torn), at, threads=threads):
                    yield f"killed before {at} ({call}): {fault}"

    def faults_without_kill(self) -> list[str]:
        """What is wrong after a life that nobody disturbed."""
        self._begin()
        with life(self.made.office) as lived:
            self._go_on(lived)
        return faults_of(self.made, self._wanted)

    def _calls(self, disk: WatchedDisk) -> list[str]:
        self._begin()
        with life(self.made.office, disk=disk) as lived:
            self._go_on(lived)
        return disk.calls

    def _begin(self) -> None:
        self._start.put_back()
        shutil.rmtree(self._marks, ignore_errors=True)
        self._marks.mkdir(parents=True)

    def _go_on(self, lived: Life) -> None:
        """All that has not happened yet. An act has happened wholly or not at all: no kill comes in its middle."""
        lived.work_off()
        for number, act in enumerate(self._scenario.later):
            mark = self._marks / str(number)
            if not mark.exists():
                act(self.made)
                mark.touch()
            lived.work_off()
            lived.settle()

    def _killed_at(self, disk: KillingDisk, at: int, *, threads: bool) -> list[str]:
        self._begin()
        complaint = in_child(lambda: self._live(disk, threads=threads))
        if complaint:
            return [complaint]
        faults = early_faults(self.made, lines_of(self.made))
        if at % 2:
            # The agents are quick: they have handled their mail before the relay is back.
            self._handle_mail()
        try:
            with life(self.made.office) as lived:
                self._go_on(lived)
        except (ChainBroken, DamagedLine) as broken:
            return [*faults, str(broken)]
        return faults + faults_of(self.made, self._wanted)

    def _live(self, disk: KillingDisk, *, threads: bool) -> None:
        executor = ThreadPoolExecutor(3) if threads else None
        with life(self.made.office, disk=disk, executor=executor) as lived:
            self._go_on(lived)

    def _handle_mail(self) -> None:
        for home in self.made.homes().values():
            for letter in sorted((home / "inbox").glob("*.md")):
                letter.rename(home / "done" / letter.name)


def in_child(work: Callable[[], None]) -> str:
    """Run `work` in a forked child that is to be killed; what went wrong when it was not, or its own exit code."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Other tests may have left threads; the child uses none of theirs.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001 - whatever it is, the parent is to say it and no other test to run on here
            os.write(writing, traceback.format_exc().encode()[-4000:])
        finally:
            os._exit(_LIVED)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode("utf-8", "replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return ""
    return said or f"exit {os.waitstatus_to_exitcode(status)}"
