"""The relay's loop: lives of the engine one after the other until it is told to stop; never dies unseen."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from mailbox_gui.core.checks.secret_scan.scanner import ScannerUnavailable, SecretScanner
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.watcher import Watcher
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine, Entry
from mailbox_gui.core.journal.lock import LockHeld, LockUnusable, RelayLock
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
from mailbox_gui.core.read_models.trust import is_damage
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.events import event_of
from mailbox_gui.core.relay.guest import Guest, NoGuest
from mailbox_gui.core.relay.opening import NoRules, open_engine
from mailbox_gui.core.relay.parts import Scanner, Tools
from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.state import Batch, Clock, Event, Problem, RelayState, utc_now, write_status
from mailbox_gui.core.relay.surveys import Surveys
from mailbox_gui.core.relay.upkeep import Upkeep

_LOG = logging.getLogger(__name__)

# Hints may be lost: the outboxes are looked at this often in any case (a scan of 200 folders costs 1.2 ms).
_LONGEST_WAIT = 1.0
_STATUS_EVERY = 5.0
# So long a message that arrives meanwhile waits at most.
_TIDY_SECONDS = 0.005
# While a guest is asked without a pause, mail is looked at this often.
_MAIL_WAITS = 0.005
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 15.0
# With more drafts waiting than this the watcher rests: scanning is cheaper than an event for each.
_FLOOD = 128


def run_relay(  # noqa: PLR0913 - what it depends on, each named by the caller
    office: PostOffice,
    *,
    program: str,
    stop: threading.Event,
    wake: threading.Event,
    publish: Callable[[Batch], None],
    sweep: threading.Event | None = None,
    disk: Disk | None = None,
    clock: Clock = utc_now,
    cache: Path | None = None,
    scanner: Scanner | None = None,
    guest: Guest | None = None,
) -> None:
    """Run the relay until `stop` is set (set `wake` too, so that it is seen at once). Set `sweep` for a full rescan.
    `guest` works on the engine's thread beside the mail.

    Holds the post office's lock all the while. Raises LockHeld or LockUnusable at the start; nothing afterwards: a
    fault of the machine is published as the phase `failed` and healed by itself when its cause is gone.
    """
    disk = disk or Disk()
    if not office.relay.is_dir():
        disk.make_folder(office.relay)
    lock = RelayLock(office.root, disk)
    lock.acquire(program)
    try:
        _Loop(
            office,
            lock,
            program,
            stop,
            wake,
            sweep or threading.Event(),
            publish,
            disk,
            clock,
            cache,
            scanner,
            guest or NoGuest(),
        ).run()
    finally:
        lock.release()


class _Loop:
    def __init__(  # noqa: PLR0913, PLR0917 - as run_relay
        self,
        office: PostOffice,
        lock: RelayLock,
        program: str,
        stop: threading.Event,
        wake: threading.Event,
        sweep: threading.Event,
        publish: Callable[[Batch], None],
        disk: Disk,
        clock: Clock,
        cache: Path | None,
        scanner: Scanner | None,
        guest: Guest,
    ) -> None:
        self._guest = guest
        self._office = office
        self._lock = lock
        self._program = program
        self._stop = stop
        self._wake = wake
        self._sweep = sweep
        self._publish = publish
        self._disk = disk
        self._clock = clock
        self._cache = cache
        self._scanner = scanner
        self._problems = ProblemBook()
        self._state = RelayState("starting", program, os.getpid(), clock())
        self._watcher = Watcher((os.fspath(office.root),), wake)
        self._status_due = 0.0
        self._engine: Engine | None = None
        self._failures: list[Problem] = []

    def run(self) -> None:
        """Lives, one after the other."""
        self._say(phase="starting")
        pause = _FIRST_PAUSE
        with ThreadPoolExecutor(2, thread_name_prefix="secret-scan") as executor:
            while not self._stop.is_set():
                began = time.monotonic()
                try:
                    self._live(executor)
                    break
                except OSError as error:
                    self._fail(problem_of(error, os.fspath(error.filename or self._office.root)))
                except sqlite3.DatabaseError as error:
                    self._fail(_problem_of_index(error, self._office))
                except (
                    LockHeld,
                    LockUnusable,
                    ChainBroken,
                    DamagedLine,
                    NoRules,
                    KeyMissing,
                    KeyDamaged,
                    ScannerUnavailable,
                ) as error:
                    self._fail(_problem_of_post_office(error, self._office))
                except Exception:  # noqa: BLE001 - the outer guard of the relay
                    # The outer guard: a bug must not end the relay silently.
                    _LOG.exception("the relay's step failed")
                    self._fail(Problem("bug", "relay", "the relay met a fault of its own", "its log has the details"))
                pause = _FIRST_PAUSE if time.monotonic() - began > _LONGEST_PAUSE else min(pause * 2, _LONGEST_PAUSE)
                self._stop.wait(pause)
        self._watcher.stop()
        self._say(phase="stopped")

    def _live(self, executor: Executor) -> None:
        if not self._lock.is_in_place:
            # `.relay` was deleted while it was in use: what others would find must be ours before anything is done.
            self._lock.release()
            self._lock.acquire(self._program)
        if self._scanner is None:
            self._scanner = SecretScanner.load(self._cache or self._office.relay / "scanner")
        tools = Tools(self._disk, self._clock, self._scanner, self._problems, self._arrived_by_rename, executor)
        engine = open_engine(self._office, tools, program=self._program)
        self._engine = engine
        self._clear_failures()
        self._start_watcher(engine)
        try:
            self._guest.begin(engine)
            self._say(phase="running", since=self._clock(), reason="")
            self._turn(engine)
            self._say(phase="stopping")
            self._guest.end(clean=True)
        except BaseException:
            self._guest.end(clean=False)
            self._engine = None
            engine.close(None)
            raise
        self._engine = None
        engine.close("asked to stop")

    def _arrived_by_rename(self, path: str) -> bool:
        return self._watcher.arrived_by_rename(path)

    def _turn(self, engine: Engine) -> None:
        assert self._scanner is not None
        surveys = Surveys(self._office, self._disk, self._scanner, self._problems, self._wake.set)
        try:
            self._turn_with(engine, surveys)
        finally:
            surveys.stop()

    def _turn_with(self, engine: Engine, surveys: Surveys) -> None:
        upkeep = Upkeep(self._office, self._problems)
        rescan_due = mail_due = 0.0
        while not self._stop.is_set():
            self._wake.clear()
            if not self._lock.is_in_place:
                raise FileNotFoundError(errno.ENOENT, "its folder was deleted", os.fspath(self._office.relay))
            turn = self._guest.turn(engine)
            now = time.monotonic()
            if turn.worked and now < mail_due:
                # Whoever asks the guest one thing after the other would wait for a look at all outboxes each time.
                self._wake.wait(mail_due - now if turn.due_in is None else min(turn.due_in, mail_due - now))
                continue
            mail_due = now + _MAIL_WAITS
            rescan = now >= rescan_due or self._sweep.is_set() or self._watcher.lost_events.is_set()
            if rescan:
                self._sweep.clear()
                self._watcher.lost_events.clear()
                rescan_due = now + engine.rules.limits.rescan_seconds
            step = engine.step(time.time(), now, rescan=rescan)
            if rescan:
                upkeep.look(engine.reading, self._clock())
                self._care_for_watcher(engine)
            self._flood(engine)
            surveys.turn(engine, step.entries)
            self._say(events=step.entries, last_pass=self._clock())
            if step.next_in != 0.0 and not engine.tidy(_TIDY_SECONDS):
                waits = (step.next_in, step.settle_in, turn.due_in, _LONGEST_WAIT)
                self._wake.wait(min(seconds for seconds in waits if seconds is not None))

    def _start_watcher(self, engine: Engine) -> None:
        self._watcher.stop()
        self._watcher = Watcher(self._roots(engine), self._wake)
        self._watcher.start()

    def _roots(self, engine: Engine) -> tuple[str, ...]:
        """The post office's folder, and the homes that lie elsewhere."""
        root = os.fspath(self._office.root)
        homes = {os.path.dirname(outbox.folder) for outbox in engine.collector.outboxes}
        elsewhere = sorted(home for home in homes if not f"{home}/".startswith(f"{root}/"))
        return (root, *(home for home in elsewhere if os.path.isdir(home)))

    def _care_for_watcher(self, engine: Engine) -> None:
        if not self._watcher.alive:
            _LOG.warning("the watcher had died and is started again")
            self._start_watcher(engine)
        elif self._watcher.roots != self._roots(engine) and not self._watcher.resting:
            self._start_watcher(engine)

    def _flood(self, engine: Engine) -> None:
        backlog = engine.collector.backlog
        if backlog > _FLOOD and not self._watcher.resting and self._watcher.state == "events":
            self._watcher.rest()
        elif backlog == 0 and self._watcher.resting:
            self._start_watcher(engine)
            self._sweep.set()

    def _clear_failures(self) -> None:
        for problem in self._failures:
            self._problems.clear(problem.where, problem.kind)
        self._failures.clear()

    def _fail(self, problem: Problem) -> None:
        self._problems.raise_problem(problem)
        self._failures.append(problem)
        self._say(phase="failed", reason=problem.text)

    def _say(self, events: tuple[Entry, ...] = (), **changes: object) -> None:
        """Publish the state and the news; leave the state for other processes when it changed or is old."""
        old = self._state
        height = self._engine.journal.height if self._engine is not None else old.height
        changes |= {"height": height, "watcher": self._watcher.state, "problems": self._problems.all()}
        self._state = replace(old, **changes)  # type: ignore[arg-type]
        news: tuple[Event, ...] = tuple(event_of(entry) for entry in events)
        self._publish(Batch(self._state, news))
        now = time.monotonic()
        if now >= self._status_due or replace(old, last_pass=None, height=0) != replace(
            self._state, last_pass=None, height=0
        ):
            self._status_due = now + _STATUS_EVERY
            try:
                write_status(self._office, self._disk, self._state)
            except OSError:
                # Only other processes read it; a full disk is said elsewhere.
                _LOG.warning("the status file could not be written")


def _problem_of_index(error: sqlite3.DatabaseError, office: PostOffice) -> Problem:
    """The next life looks at the index and builds it anew where it is at fault."""
    if is_damage(error):
        return Problem("index", os.fspath(office.index), "the index is damaged; it is built anew from the journal")
    return Problem("index", os.fspath(office.index), f"the index cannot be used: {error}", "the relay tries again")


def _problem_of_post_office(error: Exception, office: PostOffice) -> Problem:
    where = os.fspath(office.root)
    match error:
        case ChainBroken() | DamagedLine():
            advice = "the history can be read but not added to; mailbox verify names the place; restore a backup"
            return Problem("chain-broken", where, f"{error}", advice)
        case LockHeld() | LockUnusable():
            return Problem("locked", where, f"{error}", "stop the other one; this one goes on by itself then")
        case NoRules():
            return Problem("no-rules", where, f"{error}", "mailbox rules check, then mailbox rules sign")
        case ScannerUnavailable():
            advice = "install the program anew for this machine (make run does)"
            return Problem("scanner", where, f"secrets cannot be looked for, so nothing is delivered: {error}", advice)
        case _:
            return Problem("keys", where, f"{error}", "restore the keys folder from a backup")
