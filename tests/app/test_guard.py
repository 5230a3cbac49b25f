"""The outer guard: logged with its stack, told once, never fatal."""

from __future__ import annotations

import logging
import sys
import threading

import pytest

from mailbox_gui.app.guard import Guard


def fail(guard: Guard) -> None:
    empty: dict[str, str] = {}
    try:
        empty["a secret inside"]
    except KeyError as error:
        guard.on_exception(type(error), error, error.__traceback__)


def test_a_fault_is_told_once_and_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    guard = Guard(told.append)
    with caplog.at_level(logging.ERROR):
        fail(guard)
        fail(guard)
    assert len(told) == 1
    assert "KeyError" in told[0]
    assert "secret" not in told[0]
    assert len(caplog.records) == 2


def test_it_takes_both_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    guard = Guard(lambda _words: None)
    guard.install()
    assert sys.excepthook == guard.on_exception
