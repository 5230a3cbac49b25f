"""`mailbox bus since --follow` in a process of its own: what is held, then each new post, until it is interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice

POST = ("bus", "post", "--from", "builder", "--topic", "build.status")


def test_following_goes_on_with_new_posts(mailbox: Mailbox, office: TestOffice) -> None:
    mailbox(*POST, "Held.")
    program = "import sys; from mailbox_gui.command_line.entry import main; sys.exit(main())"
    child = subprocess.Popen(
        [sys.executable, "-c", program, "bus", "since", "0", "--follow", "--json"],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "MAILBOX_ROOT": str(office.root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    try:
        assert json.loads(child.stdout.readline())["body"] == "Held."
        for number, body in ((2, "Second."), (3, "Third.")):
            assert mailbox(*POST, body).out == f"{number}\n"
            told = json.loads(child.stdout.readline())
            assert (told["seq"], told["body"]) == (number, body)
    finally:
        child.send_signal(signal.SIGINT)
        rest = child.communicate(timeout=30)
    assert (child.returncode, *rest) == (130, "", "")
