"""A burst of 20,000 drafts that overflows the watcher's queue: every one is delivered."""

from __future__ import annotations

import os
import time
from pathlib import Path

from benchmarks.post_office import found, message
from benchmarks.rounds import say
from benchmarks.running_relay import running_relay
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner

BURST = 20_000


def run(folder: Path, scanner: SecretScanner) -> None:
    """Drop the burst as fast as the disk takes it; print how many came through and at what rate."""
    office = found(folder)
    outbox = office.root / "agents" / "builder" / "outbox"
    inbox = office.root / "agents" / "hub" / "inbox"
    content = [message(number, size=600) for number in range(BURST)]
    with running_relay(office):
        began = time.perf_counter()
        partial = outbox / ".part"
        for number, raw in enumerate(content):
            partial.write_bytes(raw)
            partial.rename(outbox / f"{number}.md")
        dropped = time.perf_counter() - began
        delivered, last, quiet = 0, time.perf_counter(), 30.0
        while delivered < BURST and time.perf_counter() - last < quiet:
            time.sleep(0.2)
            now = len(os.listdir(inbox))
            if now != delivered:
                delivered, last = now, time.perf_counter()
        took = time.perf_counter() - began
    limit = Path("/proc/sys/fs/inotify/max_queued_events")
    queue = limit.read_text().strip() if limit.exists() else "?"
    say(f"a burst of {BURST:,} (watcher's queue: {queue})", f"{BURST - delivered} lost  (goal: none)")
    say("  dropped in, delivered in", f"{dropped:.1f} s, {took:.1f} s")
