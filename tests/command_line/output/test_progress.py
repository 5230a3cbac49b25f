"""The bar: on a terminal only, never in what a program reads."""

from __future__ import annotations

import io
import sys

import pytest

from mailbox_gui.command_line.output.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_says_nothing_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("Exporting") as tell:
        tell(0, 10)
        tell(10, 10)
    assert capsys.readouterr() == ("", "")


def test_it_is_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_bar("Exporting") as tell:
        for done in range(0, 101, 10):
            tell(done, 100)
        tell(0, 0)
    assert "Exporting" in screen.getvalue()
    assert "100%" in screen.getvalue()
    assert capsys.readouterr().out == ""
