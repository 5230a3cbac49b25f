"""The demo at the first start: made off the GUI thread, made once, and a failure is said."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from mailbox_gui.app import demo
from mailbox_gui.core.relay.founding import FoundingError
from tests.support.post_office import found


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads on which a demo was made; a bare post office stands in for the lived-in one."""
    threads: list[int] = []

    def make(root: Path, *, on_progress: Any, **_given: Any) -> None:
        threads.append(threading.get_ident())
        for done in range(1, 6):
            on_progress(done, 5)
        found(root)

    monkeypatch.setattr(demo, "make_demo", make)
    return threads


def test_it_is_made_once_and_not_on_main(qapp: QApplication, making: list[int], tmp_path: Path) -> None:
    assert demo.ensure_demo(tmp_path / "demo") == ""
    assert demo.ensure_demo(tmp_path / "demo") == ""
    assert len(making) == 1
    assert making[0] != threading.get_ident()


@pytest.mark.parametrize("error", [FoundingError("the folder is not empty"), RuntimeError("a bug")])
def test_a_failure_is_said(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def make(*_given: Any, **_named: Any) -> None:
        raise error

    monkeypatch.setattr(demo, "make_demo", make)
    said = demo.ensure_demo(tmp_path / "demo")
    assert ("not empty" in said) == isinstance(error, FoundingError)
    assert said
    assert "a bug" not in said


def test_the_sentence_of_the_progress_is_not_cut(qapp: QApplication) -> None:
    window = demo._Progress()
    assert window._words.sizeHint().width() <= window.width() - 48
