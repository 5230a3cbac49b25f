"""The developers' log never holds what a message says."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbox_gui.app.log import begin_log
from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    file = tmp_path / "logs" / "window.log"
    begin_log(file)
    yield file
    for handler in root.handlers[:]:
        if handler not in before:
            root.removeHandler(handler)
            handler.close()
    root.setLevel(level)
    logging.getLogger("mailbox_gui").setLevel(logging.NOTSET)


def test_no_text_of_a_message_is_logged(log: Path, open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="a topic of pears", body="a body of plums\n", requires="owner", kind="request")
    office.drop(topic="refused", body="another body of plums\n", to="site")
    opened = open_window()
    opened.until(lambda: opened.window._overview.waiting == 1)
    logging.getLogger("mailbox_gui.window").error("something to look at")
    for handler in logging.getLogger().handlers:
        handler.flush()
    text = log.read_text()
    assert "something to look at" in text
    assert "plums" not in text
    assert "pears" not in text


def test_a_place_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    before = list(logging.getLogger().handlers)
    begin_log(tmp_path / "file" / "window.log")
    for handler in logging.getLogger().handlers[:]:
        if handler not in before:
            logging.getLogger().removeHandler(handler)
