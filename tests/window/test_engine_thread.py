"""The relay's thread: what it emits does not wear out Python's own objects, and how it ends is told."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mailbox_gui.core.journal.lock import Holder, LockHeld
from mailbox_gui.core.relay.state import Batch, RelayState
from mailbox_gui.window.engine_thread import EngineThread

ROOT = Path(__file__).resolve().parents[2]
# One version of PySide lost a reference to True at every emit() and aborted the process after about 570.
EMITS = """
import sys
from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal, Slot
from mailbox_gui.core.relay.state import Batch, RelayState
from mailbox_gui.window.engine_thread import EngineThread
from mailbox_gui.window.event_hub import EventHub

class Sender(QThread):
    sent = Signal(object)
    flag = Signal(bool)
    def run(self):
        for number in range(5000):
            self.sent.emit(number)
            self.flag.emit(True)

class Receiver(QObject):
    def __init__(self):
        super().__init__()
        self.count = 0
    @Slot(object)
    def take(self, value):
        self.count += 1
    @Slot(bool)
    def flag(self, value):
        assert value is True

app = QCoreApplication([])
hub, receiver, sender = EventHub(interval_ms=0), Receiver(), Sender()
sender.sent.connect(receiver.take)
sender.flag.connect(receiver.flag)
news = []
hub.news.connect(news.append)

def loop(*, stop, wake, sweep, publish):
    for height in range(5000):
        publish(Batch(RelayState("running", height=height)))

thread = EngineThread(loop, hub.publish)
thread.finished.connect(sender.start)
sender.finished.connect(app.quit)
thread.start()
app.exec()
thread.wait(); sender.wait()
app.processEvents()
assert receiver.count == 5000, receiver.count
assert news and news[-1].state.height == 4999
assert sys.getrefcount(True) > 100
print("whole")
"""


def test_five_thousand_emits_leave_the_process_whole() -> None:
    command = [sys.executable, "-c", EMITS]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False)
    assert (answer.returncode, answer.stdout.strip()) == (0, "whole"), answer.stderr[-2000:]


def run(loop: Callable[..., None], qtbot: QtBot) -> tuple[list[str], list[str]]:
    """What the thread told of its end: `could_not_start` and `crashed`."""
    thread = EngineThread(loop, lambda _batch: None)
    refused: list[str] = []
    crashed: list[str] = []
    thread.could_not_start.connect(refused.append)
    thread.crashed.connect(crashed.append)
    with qtbot.waitSignal(thread.finished, timeout=5000):
        thread.start()
    thread.wait()
    QApplication.processEvents()
    return refused, crashed


def test_a_lock_held_elsewhere_is_told(qapp: QApplication, qtbot: QtBot) -> None:
    def loop(**_given: object) -> None:
        raise LockHeld(Holder(4711, "mailbox relay"))

    refused, crashed = run(loop, qtbot)
    assert refused == ["the relay of this post office runs already (mailbox relay, process 4711)"]
    assert crashed == []


def test_a_bug_is_told_and_does_not_end_the_window(qapp: QApplication, qtbot: QtBot, caplog: object) -> None:
    def loop(**_given: object) -> None:
        raise RuntimeError("a bug")

    assert run(loop, qtbot) == ([], ["RuntimeError"])


def test_it_stops_when_asked_and_sweeps_when_asked(qapp: QApplication, qtbot: QtBot) -> None:
    swept = threading.Event()

    def loop(
        *, stop: threading.Event, wake: threading.Event, sweep: threading.Event, publish: Callable[[Batch], None]
    ) -> None:
        publish(Batch(RelayState("running")))
        while not stop.is_set():
            wake.wait()
            wake.clear()
            if sweep.is_set():
                swept.set()

    thread = EngineThread(loop, lambda _batch: None)
    thread.start()
    thread.sweep_now()
    assert swept.wait(5)
    with qtbot.waitSignal(thread.finished, timeout=5000):
        thread.ask_to_stop()
    assert thread.wait(5000)
