"""Anything in any order: drafts, edits, kills, decisions, rules, clocks, folders gone and back; and the same truths."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from contextlib import AbstractContextManager, ExitStack, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.support.clock import NOON, SetClock
from tests.support.disks import DyingDisk, Killed
from tests.support.life import Life, life
from tests.support.post_office import Dropped, found
from tests.support.scanner import MARKER
from tests.support.truth import (
    chain_faults,
    index_faults,
    leftover_faults,
    lines_of,
    placement_faults,
    second_start_faults,
    verdict_faults,
)

# Thousands of small steps: on a machine that is busy with other things they take their time.
pytestmark = pytest.mark.timeout(900)

# The one whose daily limit is small: it floods, is paused, is resumed.
FLOODER = "site"
_MEMORY = Path("/dev/shm")
# Long before any file was written: drafts settle only by being watched, as the test lets time pass.
_LONG_AGO = 1_000_000.0
_SETTLED = 0.31

INVALID = {
    "no front matter": ("header", {"raw": b"just text\n"}),
    "secret": ("secrets", {"body": f"{MARKER}\n"}),
    "itself": ("recipient", {"to": "builder"}),
    "nobody": ("recipient", {"to": "hubb"}),
    "stranger": ("identity", {"from": "researcher"}),
    "too large": ("limits", {"body": "x" * 20_000}),
    "empty": ("header", {"body": " \n"}),
}


class PostOfficeMachine(RuleBasedStateMachine):
    """One post office. Every draft has a name of its own, by which it is found again in the journal."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="mailbox-test-", dir=_MEMORY if _MEMORY.is_dir() else None))
        self.made = found(self.folder / "office", limits={"messages_per_day": 5_000})
        agents = {"hub": {}, "builder": {}, "researcher": {}, FLOODER: {"messages_per_day": 3}}
        self.made.set_rules(agents=agents)
        # A day after the moment at which all drafts were written: none is ever of the future.
        self.clock = SetClock(NOON + timedelta(days=1))
        self.lives = ExitStack()
        self.lived: Life | None = None
        self.disk = DyingDisk()
        self.number = 0
        self.wanted: dict[str, set[str]] = {}
        self.sent: list[Dropped] = []
        self.held: list[Dropped] = []
        self.away: Path | None = None

    @initialize()
    def open(self) -> None:
        self._open()

    # What agents do ------------------------------------------------------------------------------------------------

    @rule()
    def drop_valid(self) -> None:
        self._drop({"accepted"}, "builder", topic="fine")

    @rule()
    def drop_that_waits_for_the_owner(self) -> None:
        draft = self._drop({"held"}, "builder", topic="may I", kind="request", requires="owner")
        self.held.append(draft)

    @rule()
    def drop_over_a_route_that_comes_and_goes(self) -> None:
        self._drop({"accepted", "route"}, "builder", to="researcher", topic="perhaps")

    @rule(kind=st.sampled_from(sorted(INVALID)))
    def drop_invalid(self, kind: str) -> None:
        check, options = INVALID[kind]
        self._drop({check}, "builder", **options)  # type: ignore[arg-type]

    @precondition(lambda self: self.sent)
    @rule(which=st.randoms(use_true_random=False))
    def send_again(self, which) -> None:  # type: ignore[no-untyped-def]
        """The same bytes under another name: they count once, whichever is judged first."""
        first = which.choice(self.sent)
        verdicts = self.wanted[first.file]
        again = self._drop(verdicts | {"duplicate"}, first.sender, raw=first.raw)
        self.wanted[first.file] = self.wanted[again.file] = verdicts | {"duplicate"}

    @rule(count=st.integers(1, 30))
    def flood(self, count: int) -> None:
        for _ in range(count):
            self._drop({"accepted", "limits"}, FLOODER, topic="flood")

    @rule(pauses=st.lists(st.sampled_from([0.05, 0.2, 0.29]), min_size=1, max_size=3))
    def write_slowly(self, pauses: list[float]) -> None:
        """A draft that grows in place while the relay looks: judged with all its bytes, never before."""
        whole = self.made.write("builder", topic=f"slow {self.number}")
        name = self._name()
        path = self.made.box("builder", "outbox") / name
        for part, pause in enumerate(pauses):
            path.write_bytes(whole[: 10 * (part + 1)])
            self._look(pause)
            assert path.exists(), "judged while it was written"
        path.write_bytes(whole)
        self.wanted[name] = {"accepted"}

    # What happens to the relay -------------------------------------------------------------------------------------

    @rule()
    def work(self) -> None:
        self._work()

    @rule(after=st.integers(0, 60))
    def kill(self, after: int) -> None:
        """The relay works and is killed at some side effect, if it has that many to do."""
        self.disk.at = len(self.disk.calls) + after
        with suppress(Killed):
            self._work()
            self.disk.at = len(self.disk.calls)
        self._bury()
        self._open()

    @rule(after=st.integers(0, 40))
    def kill_while_it_recovers(self, after: int) -> None:
        self._bury()
        self.disk = DyingDisk(after)
        with suppress(Killed):
            self.lived = self.lives.enter_context(self._life())
        self._bury()
        self._open()

    @rule()
    def restart(self) -> None:
        self.lives.close()
        self._open()

    @rule()
    def lose_the_index(self) -> None:
        self.lives.close()
        self.made.office.index.unlink()
        self._open()

    @rule(hours=st.sampled_from([-20, -1, 1, 25]))
    def move_the_clock(self, hours: int) -> None:
        self.clock.now = max(self.clock.now + timedelta(hours=hours), NOON)

    # What the owner does -------------------------------------------------------------------------------------------

    @precondition(lambda self: self.held)
    @rule(which=st.randoms(use_true_random=False), verdict=st.sampled_from(["approve", "decline"]))
    def decide(self, which, verdict) -> None:  # type: ignore[no-untyped-def]
        """Perhaps before it is held, perhaps for the second time: one takes effect at most."""
        held = which.choice(self.held)
        name = self._name()
        self.made.decide(held, verdict, f"word {name}", name=name)
        self.wanted[name] = {"decided", "decision", "header"}

    @rule(allowed=st.booleans())
    def change_the_rules(self, *, allowed: bool) -> None:
        routes = {tuple(route) for route in self.made.rules.routes} - {("builder", "researcher")}
        extra = [["builder", "researcher"]] if allowed else []
        self.made.set_rules(routes=[*map(list, sorted(routes)), *extra])

    @rule()
    def resume(self) -> None:
        name = f"{self._name()}.act.json"
        self.made.act("resume", {"agent": FLOODER}, file=name)

    @precondition(lambda self: self.away is None)
    @rule()
    def take_the_recipients_folder_away(self) -> None:
        home = self.made.root / "agents" / "hub"
        self.away = self.folder / "away"
        home.rename(self.away)

    @precondition(lambda self: self.away is not None)
    @rule()
    def bring_it_back(self) -> None:
        assert self.away is not None
        self.away.rename(self.made.root / "agents" / "hub")
        self.away = None

    @rule()
    def read_the_mail(self) -> None:
        """The agents handle what they have: it must never come back."""
        for home in self.made.homes().values():
            for letter in sorted((home / "inbox").glob("*.md")):
                letter.rename(home / "done" / letter.name)

    # What must be true ---------------------------------------------------------------------------------------------

    @rule()
    def all_is_true_when_everything_is_worked_off(self) -> None:
        self._check()

    def teardown(self) -> None:
        try:
            if self.lived is not None:
                self._check(again=True)
        finally:
            self.lives.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _check(self, *, again: bool = False) -> None:
        if self.away is not None:
            self.bring_it_back()
        for _ in range(3):
            self._look(25.0)
            self._work()
        lines = lines_of(self.made)
        paused = [problem.where for problem in self._alive().problems if problem.kind == "paused"]
        waiting = self.made.files(FLOODER, "outbox") if paused else []
        left = [fault for fault in leftover_faults(self.made) if not fault.endswith(tuple(waiting) or ("\0",))]
        found_faults = [
            *chain_faults(self.made), *verdict_faults(lines), *placement_faults(self.made, lines),
            *index_faults(self.made), *left, *self._verdict_faults(lines, waiting),
        ]  # fmt: skip
        if again and not waiting and not found_faults:
            self.lives.close()
            self.lived = None
            found_faults = second_start_faults(self.made)
        assert found_faults == []

    def _verdict_faults(self, lines, waiting: list[str]) -> list[str]:  # type: ignore[no-untyped-def]
        verdicts: dict[str, Counter[str]] = {name: Counter() for name in self.wanted}
        for line in lines:
            if line.get("file") in verdicts:
                verdict = line["check"] if line["type"] == "rejected" else line["type"]
                verdicts[line["file"]][verdict] += 1
        faults = []
        for name, found_verdicts in verdicts.items():
            if name not in waiting and (found_verdicts.total() != 1 or not found_verdicts.keys() <= self.wanted[name]):
                faults.append(f"{name}: {dict(found_verdicts)}, wanted one of {sorted(self.wanted[name])}")
        return faults

    # How it is done ------------------------------------------------------------------------------------------------

    def _name(self) -> str:
        self.number += 1
        return f"{self.number:04}.md"

    def _drop(self, verdicts: set[str], sender: str, **options: str) -> Dropped:
        name = self._name()
        if "topic" in options:
            options["topic"] += f" {self.number}"
        draft = self.made.drop(sender, name=name, **options)  # type: ignore[arg-type]
        self.wanted[name] = verdicts
        if verdicts & {"accepted", "held"} and sender == "builder":
            self.sent.append(draft)
        return draft

    def _life(self) -> AbstractContextManager[Life]:
        return life(self.made.office, disk=self.disk, clock=self.clock)

    def _open(self) -> None:
        self.disk = DyingDisk()
        self.lived = self.lives.enter_context(self._life())
        self.lived.wall = _LONG_AGO

    def _alive(self) -> Life:
        assert self.lived is not None
        return self.lived

    def _bury(self) -> None:
        """The relay is dead: nothing that its process would still do reaches the disk."""
        self.disk.at = 0
        self.lived = None
        with suppress(Killed):
            self.lives.close()
        self.lives = ExitStack()

    def _look(self, seconds: float) -> None:
        self._alive().step()
        self._alive().wait(seconds)
        self._alive().step()

    def _work(self) -> None:
        self._look(_SETTLED)
        self._alive().work_off()


TestPostOffice = PostOfficeMachine.TestCase
TestPostOffice.settings = settings(
    max_examples=100, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
