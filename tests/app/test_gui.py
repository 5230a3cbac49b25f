"""The program as a process: it needs a screen, opens a post office, raises the first window, ends in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.journal.lock import holder
from tests.support.post_office import found

ROOT = Path(__file__).resolve().parents[2]
# The real window with the quick scanner: the real one takes seconds to compile its rules.
QUICK = """
import sys
import mailbox_gui.core.relay.loop as loop
from tests.support.scanner import MarkerScanner
class Quick:
    @staticmethod
    def load(cache):
        return MarkerScanner()
loop.SecretScanner = Quick
from mailbox_gui.app.gui import main
sys.exit(main(sys.argv[1:]))
"""


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", QUICK, *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def wait_for(condition: object, process: subprocess.Popen[str]) -> None:
    """Wait until it holds; the time-out of the test run ends a wait in vain."""
    while not condition():  # type: ignore[operator]
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return found(tmp_path / "post-office").root


@pytest.fixture
def running(root: Path) -> Iterator[subprocess.Popen[str]]:
    process = start("--root", str(root))
    wait_for(lambda: holder(root) is not None, process)
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


def test_a_signal_closes_it_in_order(running: subprocess.Popen[str], root: Path) -> None:
    running.send_signal(signal.SIGTERM)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 0, (out, err)
    assert holder(root) is None
    journal = b"".join(path.read_bytes() for path in (root / "journal").glob("*.jsonl"))
    assert b'"type":"stopped"' in journal, "the relay ended its life properly"


def test_a_second_start_raises_the_first_window_and_ends(running: subprocess.Popen[str], root: Path) -> None:
    second = start("--root", str(root))
    out, err = second.communicate(timeout=60)
    assert second.returncode == 0, (out, err)
    assert running.poll() is None
    who = holder(root)
    assert who is not None
    assert who.pid == running.pid


def test_without_a_screen_it_says_so_before_qt_is_loaded(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, "-m", "mailbox_gui.app.gui"]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 3
    assert answer.stderr.count("\n") == 1
    assert "screen" in answer.stderr or "libraries" in answer.stderr


# Interrupts itself at the import of a module, as a Ctrl-C at that moment does.
INTERRUPTED = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)

from mailbox_gui.app.gui import main
sys.meta_path.insert(0, Interrupting())
sys.exit(main([]))
"""


@pytest.mark.parametrize(
    "module",
    ["argparse", "mailbox_gui.app.options", "mailbox_gui.app.start", "PySide6.QtWidgets", "mailbox_gui.app.program"],
)
def test_an_interrupt_while_modules_are_imported_is_quiet(module: str) -> None:
    program = INTERRUPTED.replace("MODULE", repr(module))
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
