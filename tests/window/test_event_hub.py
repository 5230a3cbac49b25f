"""The bridge from the relay's thread: merged batches, one signal at a time, on main."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mailbox_gui.core.relay.state import Batch, Event, RelayState
from mailbox_gui.window.event_hub import EventHub, News

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def batch(height: int) -> Batch:
    return Batch(RelayState("running", height=height), (Event(height, NOW, "accepted"),))


def test_a_burst_from_another_thread_is_a_few_signals_on_main(qapp: QApplication, qtbot: QtBot) -> None:
    hub = EventHub(interval_ms=20)
    got: list[News] = []
    threads: list[int] = []

    def take(news: News) -> None:
        got.append(news)
        threads.append(threading.get_ident())

    hub.news.connect(take)
    sender = threading.Thread(target=lambda: [hub.publish(batch(height)) for height in range(1, 5001)])
    sender.start()
    sender.join()
    qtbot.waitUntil(lambda: sum(news.count for news in got) == 5000, timeout=5000)
    assert len(got) <= 3, "5,000 batches are merged"
    assert got[-1].state.height == 5000
    assert len(got[-1].events) <= 1000
    assert set(threads) == {threading.get_ident()}


def test_a_batch_after_a_signal_is_told_too(qapp: QApplication, qtbot: QtBot) -> None:
    hub = EventHub(interval_ms=1)
    got: list[News] = []
    hub.news.connect(got.append)
    for height in (1, 2, 3):
        hub.publish(batch(height))
        qtbot.waitUntil(lambda: bool(got) and got[-1].state.height == height, timeout=5000)  # noqa: B023 - waited for here
    assert [event.height for news in got for event in news.events] == [1, 2, 3]
