"""Method B: the real program under strace, killed at each system call that changes the disk, or failed there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.relay.state import utc_now
from tests.crash import scenarios
from tests.support.life import one_life
from tests.support.post_office import found
from tests.support.snapshot import Snapshot
from tests.support.truth import Wanted, early_faults, faults_of, lines_of

pytestmark = pytest.mark.crash

CALLS = ("renameat2", "rename", "unlink", "unlinkat", "mkdir", "fsync", "fdatasync", "syncfs", "truncate", "ftruncate")
_PROGRAM = "import sys; from mailbox_gui.command_line.entry import main; sys.exit(main())"
_CALL = re.compile(r"^(?:[0-9]+ +)?([a-z0-9_]+)\(", re.MULTILINE)


class RealProgram:
    """`mailbox relay --once` on a post office with a backlog."""

    def __init__(self, folder: Path) -> None:
        if why := _why_not():
            pytest.skip(f"method B was not run: {why}")
        self._cache = folder / "cache"
        self._log = folder / "strace.log"
        # Loaded once, so that no run compiles the scanner's rules.
        SecretScanner.load(self._cache / "agent-mailbox" / "scanner")
        self.made = found(folder / "office", clock=utc_now, limits={"settle_seconds": 0.05})
        one_life(self.made.office, clock=utc_now)
        self._wanted: list[Wanted] = scenarios.few(self.made)
        self._start = Snapshot([self.made.root], folder / "store")

    def calls(self) -> Counter[str]:
        """How often a run that nobody disturbs makes each of CALLS."""
        self._start.put_back()
        assert self._run(f"trace={','.join(CALLS)}") == 0
        counted = Counter(name for name in _CALL.findall(self._log.read_text()) if name in CALLS)
        assert counted["fdatasync"] >= 1
        assert counted["renameat2"] >= len(self._wanted)
        return counted

    def faults(self, injection: str) -> Iterator[str]:
        """What is wrong after a run in which each call was once met by `injection`."""
        for call, count in sorted(self.calls().items()):
            for when in range(1, count + 1):
                yield from self._one(call, injection, when)

    def faults_of_appends(self, injection: str) -> Iterator[str]:
        """The same for the writes to the journal alone."""
        segment = max(self.made.office.journal.glob("*.jsonl"))
        for when in range(1, 5):
            yield from self._one("write", injection, when, "-P", str(segment))

    def _one(self, call: str, injection: str, when: int, *options: str) -> Iterator[str]:
        self._start.put_back()
        self._run(f"trace={call}", f"inject={call}:{injection}:when={when}", options=options)
        faults = early_faults(self.made, lines_of(self.made))
        one_life(self.made.office, clock=utc_now)
        faults += faults_of(self.made, self._wanted, again=False)
        yield from (f"{call} {when}, {injection}: {fault}" for fault in faults)

    def _run(self, *expressions: str, options: Sequence[str] = ()) -> int:
        wanted = [option for expression in expressions for option in ("-e", expression)]
        program = [sys.executable, "-c", _PROGRAM, "--root", str(self.made.root)]
        tracer = ["strace", "-f", "--seccomp-bpf", "-o", str(self._log), *options, *wanted]
        command = [*tracer, *program, "relay", "--once"]
        environment = {**os.environ, "XDG_CACHE_HOME": str(self._cache)}
        return subprocess.run(command, env=environment, capture_output=True, check=False).returncode


def _why_not() -> str:
    if shutil.which("strace") is None:
        return "strace is not installed"
    command = ["strace", "-f", "--seccomp-bpf", "-e", "trace=rename", "true"]
    tried = subprocess.run(command, capture_output=True, check=False)
    return "" if tried.returncode == 0 else "strace may not trace here"


@pytest.mark.parametrize("injection", ["signal=SIGKILL", "error=EIO", "error=ENOSPC"])
def test_the_real_program_is_mended_after_anything_at_any_call(injection: str, tmp_path: Path) -> None:
    assert list(RealProgram(tmp_path).faults(injection)) == []


@pytest.mark.parametrize("injection", ["signal=SIGKILL", "error=EIO", "error=ENOSPC"])
def test_the_real_program_is_mended_after_anything_at_an_append(injection: str, tmp_path: Path) -> None:
    assert list(RealProgram(tmp_path).faults_of_appends(injection)) == []
