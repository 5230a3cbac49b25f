"""`mailbox relay`: one pass, or until told to stop; stopped cleanly by signals, and only one at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.journal.lock import RelayLock, holder
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Stopped
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice

# The child looks for secrets with the marker too: compiling the real rules takes seconds.
PROGRAM = (
    "import sys\n"
    "from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner\n"
    "from tests.support.scanner import MarkerScanner\n"
    "SecretScanner.load = lambda _cache: MarkerScanner()\n"
    "from mailbox_gui.command_line.entry import main\n"
    "sys.exit(main())"
)


def start(office: TestOffice, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "relay", *arguments],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "MAILBOX_ROOT": str(office.root), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def relay(office: TestOffice) -> Iterator[subprocess.Popen[str]]:
    """`mailbox relay` as a process of its own, ended at the latest with the test."""
    child = start(office)
    yield child
    if child.poll() is None:
        child.kill()
    child.communicate()


def test_one_pass_says_a_line_for_every_verdict(office: TestOffice, mailbox: Mailbox) -> None:
    passed, held = office.drop(topic="passes"), office.drop(topic="waits", requires="owner")
    office.drop(name="wrong.md", topic="wrong", to="hubb")
    told = mailbox("relay", "--once")
    assert (told.status, told.err) == (0, "")
    accepted, waits, refused = sorted(told.out.splitlines()[-3:], key=lambda line: line.split()[1])
    assert "builder → hub  note: passes" in accepted
    assert accepted.endswith(passed.id)
    assert waits.split()[1] == "held"
    assert waits.endswith(held.id)
    assert "(recipient: nobody here is called" in refused
    assert mailbox("relay", "--once").out == ""


def test_one_pass_as_objects(office: TestOffice, mailbox: Mailbox) -> None:
    draft = office.drop()
    told = [line for line in mailbox("relay", "--once", "--json").objects if line["type"] == "accepted"]
    assert [(line["id"], line["folder"], line["to"]) for line in told] == [(draft.id, "builder", "hub")]


def test_one_pass_says_what_kept_it_from_its_work(office: TestOffice, mailbox: Mailbox) -> None:
    office.drop("hub", to="site")
    for box in office.box("site", "inbox").parent.iterdir():
        box.rmdir()
    office.box("site", "inbox").parent.rmdir()
    told = mailbox("relay", "--once")
    assert told.status == 0
    assert "! the folder of site is gone" in told.err
    assert len(office.files("hub", "outbox")) == 1


def test_a_second_relay_names_the_first(office: TestOffice, mailbox: Mailbox) -> None:
    lock = RelayLock(office.root)
    lock.acquire("mailbox-gui")
    try:
        for arguments in (("relay",), ("relay", "--once"), ("reindex",)):
            told = mailbox(*arguments)
            assert told.status == 3
            (line,) = [line for line in told.err.splitlines() if line.startswith("mailbox: ")]
            assert f"mailbox-gui, process {os.getpid()}" in line
            assert "use it, or stop it first" in line
            assert "starting" not in told.err
    finally:
        lock.release()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly(office: TestOffice, relay: subprocess.Popen[str], number: signal.Signals) -> None:
    assert relay.stdout is not None
    draft = office.drop()
    while draft.id not in (line := relay.stdout.readline()):
        assert line, relay.communicate()
    running = holder(office.root)
    assert running is not None
    assert (running.pid, running.program) == (relay.pid, "mailbox relay")
    relay.send_signal(number)
    _, said = relay.communicate(timeout=60)
    assert relay.returncode == 0
    starting, well, stopped = said.splitlines()
    assert starting == f"The relay of {office.root} is starting; Ctrl-C stops it."
    assert well.startswith("The relay is running, at height ")
    assert stopped == "The relay has stopped."
    assert holder(office.root) is None
    reader = JournalReader(office.office.journal)
    assert any(isinstance(entry.record, Stopped) for entry in reader.entries(after=reader.last_height() - 2))


def test_status_tells_of_the_relay_in_another_process(
    office: TestOffice, mailbox: Mailbox, relay: subprocess.Popen[str]
) -> None:
    assert relay.stdout is not None
    draft = office.drop()
    while draft.id not in (line := relay.stdout.readline()):
        assert line, relay.communicate()
    (office.box("builder", "outbox") / "notes.txt").write_text("not mail", encoding="utf-8")
    told = mailbox("status")
    assert told.status == 0
    assert f"running in mailbox relay, process {relay.pid}" in told.out
    assert f"not mail  {office.box('builder', 'outbox') / 'notes.txt'}" in told.out
    (found,) = mailbox("status", "--json").objects
    assert found["relay"]["pid"] == relay.pid
    assert found["folders"]["hub"]["inbox"] == 1
    assert found["height"] == JournalReader(office.office.journal).last_height()
    assert mailbox("relay").status == 3
    # A message sent with --wait is answered by the relay that runs.
    sent = mailbox("--as", "site", "send", "--to", "hub", "--kind", "note", "--topic", "t", "--wait", "text")
    assert (sent.status, sent.err) == (0, "accepted\n")
    assert {one["check"]: one["state"] for one in mailbox("doctor", "--json").objects}["relay alive"] == "pass"
