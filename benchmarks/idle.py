"""What a relay costs that has nothing to do."""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.post_office import found
from benchmarks.rounds import Goal, say
from benchmarks.running_relay import cpu_seconds, running_relay
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner

SECONDS = 60.0


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print the share of one core."""
    office = found(folder, tuple(f"agent-{number}" for number in range(20)))
    with running_relay(office) as process:
        time.sleep(3.0)
        before = cpu_seconds(process)
        time.sleep(SECONDS)
        share = (cpu_seconds(process) - before) / SECONDS * 100
    say("idle, 21 agents: share of one core", f"{share:6.2f} %  {Goal(at_most=0.5).verdict(share)}")
