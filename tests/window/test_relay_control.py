"""The relay as the window sees it: here, in another process, gone without a word, refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.relay.state import RelayState, write_status
from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow

ROOT = Path(__file__).resolve().parents[2]
OTHER = """
import sys, threading
from pathlib import Path
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.relay.loop import run_relay
from tests.support.scanner import MarkerScanner
stop, wake = threading.Event(), threading.Event()
def publish(batch):
    if batch.state.phase == "running":
        print("running", flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), stop.set(), wake.set()), daemon=True).start()
run_relay(PostOffice(Path(sys.argv[1])), program="mailbox relay", stop=stop, wake=wake, publish=publish,
          scanner=MarkerScanner())
"""


@pytest.fixture
def other(office: TestOffice) -> Iterator[subprocess.Popen[str]]:
    """The relay in another process."""
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(office.root)], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = process.stdout.readline().strip()
        assert said == "running", process.communicate(timeout=20)
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_relay_elsewhere_is_named_and_its_work_is_seen(
    open_window: OpenWindow, office: TestOffice, other: subprocess.Popen[str]
) -> None:
    opened = open_window(relay=False)
    control = opened.program.relay
    opened.until(lambda: control.view.title in ("Relay runs elsewhere", "Relay is late"))
    assert f"mailbox relay, process {other.pid}" in control.view.lines(opened.program._clock())
    assert not control.view.button, "it is not this window's to stop"
    office.drop(topic="deploy", requires="owner", kind="request")
    opened.until(lambda: opened.window._overview.waiting == 1)


def test_starting_beside_another_relay_says_who_has_it(
    open_window: OpenWindow, office: TestOffice, other: subprocess.Popen[str]
) -> None:
    opened = open_window(relay=False)
    opened.program.relay.start()
    opened.until(lambda: opened.program.relay.view.elsewhere)
    assert not opened.program.relay.mine


def test_a_relay_that_was_killed_is_not_shown_as_running(
    open_window: OpenWindow, office: TestOffice, other: subprocess.Popen[str]
) -> None:
    opened = open_window(relay=False)
    opened.until(lambda: opened.program.relay.view.elsewhere)
    other.kill()
    other.wait()
    opened.until(lambda: opened.program.relay.view.title == "Relay stopped")
    assert "it ended without a word" in opened.program.relay.view.lines(opened.program._clock())
    opened.program.relay.start()
    opened.running()


def test_an_old_status_file_is_not_believed(open_window: OpenWindow, office: TestOffice) -> None:
    office.office.relay.mkdir(exist_ok=True)
    write_status(office.office, Disk(), RelayState("running", "mailbox relay", 4711))
    opened = open_window(relay=False)
    opened.until(lambda: opened.program.relay.view.title == "Relay stopped")


def test_a_post_office_without_any_relay_yet(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.until(lambda: opened.program.relay.view.title in ("Relay not set up", "Relay stopped"))
    assert opened.program.relay.view.starts


def test_a_journal_that_broke_is_said_and_the_relay_waits(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="one", body="pears\n")
    opened = open_window()
    opened.until(lambda: office.files("hub", "inbox"))
    opened.program.relay.stop()
    opened.until(lambda: not opened.program.relay.mine)
    segment = next(office.office.journal.glob("*.jsonl"))
    *lines, last = segment.read_bytes().splitlines(keepends=True)
    changed = last.replace(b'"prev":"', b'"prev":"0000')[:-6] + b'"}\n'
    assert len(changed) != len(last) or changed != last
    segment.write_bytes(b"".join(lines) + changed)
    opened.program.relay.start()
    opened.until(lambda: opened.program.relay.view.title == "Relay cannot work")
    assert opened.window.problems.isVisible()
    opened.program.relay.stop()
    opened.until(lambda: not opened.program.relay.mine)
    opened.until(lambda: not opened.window.problems.isVisible())
