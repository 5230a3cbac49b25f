"""The whole relay against REF, in interleaved rounds: one at a time, and a backlog whose drafts were never fsynced."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.post_office import engine_of, found, message
from benchmarks.reference import reference_rate
from benchmarks.rounds import Goal, report
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.relay.engine import Engine

ROUNDS = 7
ONE_AT_A_TIME = 300
BACKLOG = 5_000


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print both ratios."""
    office = found(folder)
    outbox = office.root / "agents" / "builder" / "outbox"
    with ThreadPoolExecutor(2) as executor:
        engine = engine_of(office, scanner, executor)
        work_off(engine, rescan=True)
        singles, backlogs, references = [], [], []
        number = 0
        for turn in range(ROUNDS):
            bare = reference_rate(_fresh(folder, f"a{turn}"), message(number), ONE_AT_A_TIME)
            singles.append(one_at_a_time(engine, outbox, number, ONE_AT_A_TIME) / bare)
            number += ONE_AT_A_TIME
            references.append(bare)
        report("one at a time / REF", singles, Goal(at_least=0.55), references)
        references.clear()
        for turn in range(3):
            bare = reference_rate(_fresh(folder, f"b{turn}"), message(number), ONE_AT_A_TIME)
            backlogs.append(backlog(engine, outbox, number, BACKLOG) / bare)
            number += BACKLOG
            references.append(bare)
        report(f"a backlog of {BACKLOG:,} dirty drafts / REF", backlogs, Goal(at_least=2.0), references)
        engine.close("the benchmark is done")
    delivered = len(os.listdir(office.root / "agents" / "hub" / "inbox"))
    if delivered != number:
        raise SystemExit(f"{number - delivered} of {number} messages were not delivered")


def one_at_a_time(engine: Engine, outbox: Path, first: int, count: int) -> float:
    """Messages a second, each dropped by rename and worked off before the next; dropping is not counted."""
    spent = 0.0
    for number in range(first, first + count):
        partial = outbox / ".part"
        partial.write_bytes(message(number))
        partial.rename(outbox / f"{number}.md")
        began = time.perf_counter()
        engine.step(time.time(), time.monotonic())
        spent += time.perf_counter() - began
    began = time.perf_counter()
    work_off(engine)
    return count / (spent + time.perf_counter() - began)


def backlog(engine: Engine, outbox: Path, first: int, count: int) -> float:
    """Messages a second for drafts that lie there already and that their sender never made durable."""
    for number in range(first, first + count):
        (outbox / f"{number}.md").write_bytes(message(number))
    began = time.perf_counter()
    work_off(engine, rescan=True)
    return count / (time.perf_counter() - began)


def work_off(engine: Engine, *, rescan: bool = False) -> None:
    """Step until nothing is left to do."""
    while engine.step(time.time(), time.monotonic(), rescan=rescan).next_in == 0.0:
        rescan = False


def _fresh(folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    return path
