"""From the rename into the outbox to the file in the inbox, its line durable, at 20 messages a second."""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path

from benchmarks.post_office import found, message
from benchmarks.reference import reference_rate
from benchmarks.rounds import Goal, report, say
from benchmarks.running_relay import running_relay
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner

MESSAGES = 600
EVERY = 0.05


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print p50 over REF's time for one message, and p99 in milliseconds."""
    office = found(folder)
    outbox = office.root / "agents" / "builder" / "outbox"
    inbox = office.root / "agents" / "hub" / "inbox"
    (folder / "ref").mkdir()
    bare = 1 / reference_rate(folder / "ref", message(0), 300)
    delays: list[float] = []
    with running_relay(office):
        time.sleep(1.0)
        for number in range(MESSAGES):
            due = time.perf_counter() + EVERY
            partial = outbox / ".part"
            partial.write_bytes(message(number))
            began = time.perf_counter()
            partial.rename(outbox / f"{number}.md")
            # The inbox gets its file by rename when the journal, with every byte of it, is durable.
            while len(os.listdir(inbox)) == number:
                if time.perf_counter() - began > 10:
                    raise SystemExit(f"message {number} was not delivered within 10 s")
                time.sleep(0.0002)
            delays.append(time.perf_counter() - began)
            time.sleep(max(0.0, due - time.perf_counter()))
    delays.sort()
    report("p50 from outbox to inbox at 20/s / (1/REF)", [statistics.median(delays) / bare], Goal(at_most=5.0))
    p99 = delays[int(len(delays) * 0.99)] * 1000
    say("p99 from outbox to inbox at 20/s", f"{p99:6.2f} ms  {Goal(at_most=25.0).verdict(p99)}")
