"""The real relay in a process of its own, as `mailbox relay` runs it, for what only a running relay can show."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.relay.state import read_status


@contextmanager
def running_relay(office: PostOffice) -> Iterator[subprocess.Popen[bytes]]:
    """Start the relay, wait until it says that it runs, stop it at the end."""
    program = Path(sys.executable).with_name("mailbox")
    command = [os.fspath(program), "--root", os.fspath(office.root), "relay"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while (state := read_status(office)) is None or state.phase != "running" or state.pid != process.pid:
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit("the relay did not start")
            time.sleep(0.05)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """User and system time of a running process, from /proc."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
