"""One window per post office."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtNetwork import QLocalServer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mailbox_gui.app.single_instance import SingleInstance, server_name


def test_the_second_raises_the_first(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    first, second = SingleInstance(server_name(tmp_path)), SingleInstance(server_name(tmp_path))
    assert first.take()
    with qtbot.waitSignal(first.raised):
        assert not second.take()
    first.release()
    assert second.take()
    second.release()


def test_what_a_crash_left_behind_is_taken_over(qapp: QApplication, tmp_path: Path) -> None:
    name = server_name(tmp_path)
    crashed = QLocalServer()
    assert crashed.listen(name)
    path = Path(crashed.fullServerName())
    kept = path.with_name("kept")
    path.rename(kept)
    crashed.close()
    kept.rename(path)
    made = SingleInstance(name)
    assert made.take()
    made.release()


def test_other_post_offices_have_windows_of_their_own(tmp_path: Path) -> None:
    assert server_name(tmp_path) != server_name(tmp_path / "x")
    assert server_name(tmp_path) == server_name(tmp_path / "x" / "..")
