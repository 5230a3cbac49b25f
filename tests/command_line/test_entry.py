"""The start of `mailbox`: a Ctrl-C at any moment of it is quiet, the imports included."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.post_office import TestOffice

# Interrupts itself at the import of a module, as a Ctrl-C at that moment does.
PROGRAM = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)

from mailbox_gui.command_line.entry import main
sys.meta_path.insert(0, Interrupting())
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module",
    [
        "mailbox_gui.command_line.program",
        "click",
        "mailbox_gui.command_line.shell.guard",
        "mailbox_gui.command_line.status",
        "mailbox_gui.core.journal.lock",
        "sqlite3",
    ],
)
def test_an_interrupt_while_modules_are_imported_is_quiet(office: TestOffice, module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("MODULE", repr(module)), "status"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "MAILBOX_ROOT": str(office.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_interrupt_while_the_interpreter_winds_up_prints_no_stack(office: TestOffice) -> None:
    program = (
        "import atexit, os, signal, sys\n"
        "from mailbox_gui.command_line.entry import main\n"
        "atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "status"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "MAILBOX_ROOT": str(office.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("root ")
    assert done.stderr == ""
