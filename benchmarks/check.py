"""`mailbox check` against the bare interpreter: an agent asks it at every turn."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.post_office import engine_of, found
from benchmarks.rounds import Goal, report
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner

ROUNDS = 40


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print the ratio of the starts, in turn: without debts and with them."""
    office = found(folder)
    # What the relay leaves for the question of debts.
    engine_of(office, scanner, None).close("the benchmark begins")
    program = Path(sys.executable).with_name("mailbox")
    check = [os.fspath(program), "check", "builder", "--root", os.fspath(office.root)]
    bare = [sys.executable, "-c", "pass"]
    ratios: list[float] = []
    with_debts: list[float] = []
    for _ in range(ROUNDS):
        alone, checked, owed = [_seconds(command) for command in (bare, check, [*check, "--debts"])]
        ratios.append(checked / alone)
        with_debts.append(owed / alone)
    report("mailbox check / bare interpreter", ratios, Goal(at_most=1.5))
    report("mailbox check --debts / bare interpreter", with_debts, Goal(at_most=1.5))


def _seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
