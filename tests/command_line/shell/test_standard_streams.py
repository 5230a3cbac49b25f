"""Standard streams that are closed or full, and arguments that are no text: one line at most, and never a stack."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.post_office import TestOffice

FULL = Path("/dev/full")
SEND = "--as builder send --to hub --kind note --topic t"


def said(office: TestOffice, line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of shell in which MAILBOX stands for the command."""
    start = "import sys; from mailbox_gui.command_line.entry import main; sys.exit(main())"
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("MAILBOX", f"{sys.executable} -c '{start}'")],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "MAILBOX_ROOT": str(office.root), "XDG_STATE_HOME": str(office.root.parent / "state")},
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("MAILBOX status >&-", 0),
        ("MAILBOX check hub >&-", 0),
        ("MAILBOX status <&- >&- 2>&-", 0),
        ("MAILBOX nosuch 2>&-", 2),
        ("MAILBOX nosuch 2>/dev/full", 2),
        (f"MAILBOX {SEND} text >&- 2>&-", 0),
        ("MAILBOX relay --once <&- >&- 2>&-", 0),
    ],
)
def test_a_closed_stream_is_nowhere(office: TestOffice, line: str, status: int) -> None:
    done = said(office, line)
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


def test_nothing_else_gets_the_number_of_a_closed_stream(office: TestOffice) -> None:
    office.drop(topic="one")
    said(office, "MAILBOX relay --once <&- >&- 2>&-")
    told = said(office, "MAILBOX verify")
    assert told.returncode == 0, told
    assert said(office, "MAILBOX check hub").stdout == b"PENDING 1\n"


def test_a_closed_input_is_an_empty_one(office: TestOffice) -> None:
    done = said(office, f"MAILBOX {SEND} <&-")
    assert done.returncode == 1
    assert b"the body is empty" in done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("line", ["check hub", "status", "--help", "agent list --json", f"{SEND} text", "relay --once"])
def test_a_full_output_is_said(office: TestOffice, line: str) -> None:
    if "relay" in line:
        office.drop()
    done = said(office, f"MAILBOX {line} >/dev/full")
    assert (done.returncode, done.stdout) == (3, b"")
    lines = done.stderr.decode().splitlines()
    assert "the answer cannot be written: No space left on device" in lines[-1]
    assert not any("Traceback" in each or "a bug" in each or "Exception ignored" in each for each in lines)


@pytest.mark.parametrize(
    "line",
    [
        "MAILBOX read ODD",
        "MAILBOX why ODD",
        "MAILBOX why ODD.md",
        "MAILBOX thread ODD",
        "MAILBOX search ODD",
        "MAILBOX check ODD",
        "MAILBOX --as ODD inbox",
        "MAILBOX --root /ODD status",
        "MAILBOX agent add tests --folder /tmp/ODD",
        "MAILBOX --as builder send --to hub --kind note --topic ODD text",
        "MAILBOX --as builder send --to hub --kind note --topic t ODD",
    ],
)
def test_an_argument_that_is_no_text_is_no_bug(office: TestOffice, line: str) -> None:
    before = sorted(path for path in office.root.rglob("*") if ".relay" not in path.parts)
    done = said(office, "ODD=$(printf '\\377'); " + line.replace("ODD", '"$ODD"'))
    assert done.returncode in (1, 2, 3)
    assert done.stderr.count(b"\n") == 1
    assert b"a bug in the program" not in done.stderr
    assert sorted(path for path in office.root.rglob("*") if ".relay" not in path.parts) == before
