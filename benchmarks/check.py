"""`mailbox check` against the bare interpreter: an agent asks it at every turn."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.post_office import found
from benchmarks.rounds import Goal, report
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner

ROUNDS = 40


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print the ratio of the two starts, in turn."""
    office = found(folder)
    program = Path(sys.executable).with_name("mailbox")
    check = [os.fspath(program), "check", "builder", "--root", os.fspath(office.root)]
    bare = [sys.executable, "-c", "pass"]
    ratios = []
    for _ in range(ROUNDS):
        seconds = [_seconds(command) for command in (bare, check)]
        ratios.append(seconds[1] / seconds[0])
    report("mailbox check / bare interpreter", ratios, Goal(at_most=1.5))


def _seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
