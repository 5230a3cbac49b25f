"""What the window remembers, through a settings file that anybody may have edited."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from mailbox_gui.app.window_state import WindowState

ROOT = Path("/somewhere/post-office")
UNTIL = datetime(2026, 12, 1, 9, tzinfo=UTC)


def state(folder: Path) -> WindowState:
    return WindowState(QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat), ROOT)


def test_sizes_and_what_was_put_off_come_back(tmp_path: Path) -> None:
    first = state(tmp_path)
    first.sizes = {"queue/wide": (400, 700)}
    first.later = {"an-id": UNTIL}
    first.keep()
    again = state(tmp_path)
    assert again.sizes == {"queue/wide": (400, 700)}
    assert again.later == {"an-id": UNTIL}


@pytest.mark.parametrize(
    "kept", ["", "{", "[1]", '{"a": "b"}', '{"a": ["x"]}', '{"a": "2026-12-01T09:00:00"}', '{"a": null}']
)
def test_what_makes_no_sense_is_as_good_as_nothing(tmp_path: Path, kept: str) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    read = WindowState(settings, ROOT)
    settings.setValue("window/sizes", kept)
    settings.setValue(f"office/{read._office}/later", kept)
    assert read.sizes == {}
    assert read.later == {}
