"""Answers come back on main; stale ones are dropped; errors go to who asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mailbox_gui.window.readers import Readers
from mailbox_gui.window.worker_thread import Worker


@pytest.fixture
def worker(qapp: QApplication) -> Iterator[Worker]:
    made = Worker("test")
    made.start()
    yield made
    made.finish()


def test_the_job_runs_elsewhere_and_its_answer_here(worker: Worker, qtbot: QtBot) -> None:
    seen: list[tuple[bool, bool]] = []
    main = threading.get_ident()
    worker.ask("who", threading.get_ident, lambda thread: seen.append((thread != main, threading.get_ident() == main)))
    qtbot.waitUntil(lambda: bool(seen), timeout=5000)
    assert seen == [(True, True)]


def test_a_newer_question_makes_the_older_answer_stale(worker: Worker, qtbot: QtBot) -> None:
    gate = threading.Event()
    answers: list[int] = []

    def slow() -> int:
        gate.wait(5)
        return 1

    worker.ask("n", slow, answers.append)
    worker.ask("n", lambda: 2, answers.append)
    worker.ask("other", lambda: 3, answers.append)
    gate.set()
    qtbot.waitUntil(lambda: not worker.busy, timeout=5000)
    assert answers == [2, 3]


def test_a_forgotten_question_is_not_answered(worker: Worker, qtbot: QtBot) -> None:
    gate = threading.Event()
    answers: list[object] = []
    worker.ask("n", lambda: gate.wait(5), answers.append)
    worker.forget("n")
    worker.ask("end", lambda: "end", answers.append)
    gate.set()
    qtbot.waitUntil(lambda: not worker.busy, timeout=5000)
    assert answers == ["end"]


def test_an_error_goes_to_who_asked(worker: Worker, qtbot: QtBot) -> None:
    errors: list[Exception] = []
    worker.ask("bad", lambda: 1 // 0, lambda _value: None, errors.append)
    qtbot.waitUntil(lambda: bool(errors), timeout=5000)
    assert isinstance(errors[0], ZeroDivisionError)


@pytest.mark.parametrize("carry_out", [True, False])
def test_the_end_carries_out_what_is_queued_only_where_that_is_wanted(qapp: QApplication, carry_out: bool) -> None:
    made = Worker("end")
    done: list[int] = []
    gate = threading.Event()
    made.start()
    made.ask("first", lambda: gate.wait(5), lambda _value: None)
    for number in range(3):
        made.ask(f"job {number}", lambda number=number: done.append(number), lambda _value: None)  # type: ignore[misc]
    threading.Timer(0.05, gate.set).start()
    made.finish(carry_out=carry_out)
    assert done == ([0, 1, 2] if carry_out else [])


def test_readers_open_their_source_once_and_on_the_thread(qapp: QApplication, qtbot: QtBot) -> None:
    opened: list[int] = []

    def source() -> str:
        opened.append(threading.get_ident())
        return "source"

    readers: Readers[str] = Readers(source)
    readers.start()
    answers: list[str] = []
    for name in ("a", "b"):
        readers.ask(name, lambda found: found.upper(), answers.append)
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=5000)
    readers.finish()
    assert answers == ["SOURCE", "SOURCE"]
    assert len(opened) == 1
    assert opened[0] != threading.get_ident()
