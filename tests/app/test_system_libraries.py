"""Missing system libraries are named as packages, and the absence of a screen is told before Qt can abort."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest
from pytestqt.qtbot import QtBot

from mailbox_gui.app.system_libraries import (
    QT_LIBRARIES,
    X_LIBRARIES,
    Packager,
    has_screen,
    missing_packages,
    packages_of,
    uses_x_screen,
)

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt brings all it needs")


@pytest.mark.parametrize(
    ("absent", "family", "expected"),
    [
        (set(), "apt", []),
        ({"libEGL.so.1"}, "apt", ["libegl1"]),
        ({"libglib-2.0.so.0", "libgthread-2.0.so.0"}, "apt", ["libglib2.0-0"]),
        ({"libxcb-cursor.so.0", "libGL.so.1"}, "apt", ["libgl1", "libxcb-cursor0"]),
        ({"libxcb-shape.so.0", "libxcb-sync.so.1"}, "dnf", ["libxcb"]),
    ],
)
def test_each_missing_package_is_named_once(absent: set[str], family: Packager, expected: list[str]) -> None:
    assert packages_of(QT_LIBRARIES + X_LIBRARIES, lambda soname: soname not in absent, family) == expected


@on_linux
def test_libraries_of_the_x_screen_are_asked_for_only_with_one() -> None:
    def without_cursor(soname: str) -> bool:
        return soname != "libxcb-cursor.so.0"

    assert missing_packages(x_window=False, loads=without_cursor) == []
    assert len(missing_packages(x_window=True, loads=without_cursor)) == 1


@on_linux
def test_where_qt_runs_nothing_is_missing() -> None:
    assert missing_packages(x_window=False) == []


@on_linux
@pytest.mark.parametrize(
    ("environment", "screen", "through_x"),
    [
        ({}, False, True),
        ({"DISPLAY": ":0"}, True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, False),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, True, False),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"}, True, True),
        ({"QT_QPA_PLATFORM": "offscreen"}, True, False),
        ({"QT_QPA_PLATFORM": "xcb"}, False, True),
    ],
)
def test_the_screen_is_told_from_the_environment(
    environment: Mapping[str, str], screen: bool, through_x: bool
) -> None:
    assert (has_screen(environment), uses_x_screen(environment)) == (screen, through_x)


@pytest.mark.xwindow
def test_a_window_opens_on_the_x_screen(qtbot: QtBot) -> None:
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QWidget

    window = QWidget()
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    assert QGuiApplication.platformName() == "xcb"
