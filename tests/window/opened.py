"""The fixtures of tests that work the real window: one theme, a post office, the program opened on it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mailbox_gui.app.program import Means, Program, Waits
from mailbox_gui.app.window_state import WindowState
from mailbox_gui.core.resources import resource_path
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Appearance, Theme
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice, found
from tests.support.scanner import MarkerScanner

LONG_MS = 20_000


@pytest.fixture(autouse=True)
def garbage_on_main() -> Iterator[None]:
    """As in the program: no QObject is ever collected on a worker's thread."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    """The light theme, dressed once."""
    fonts.register(resource_path("fonts"))
    return Theme(qapp, resource_path("style/window.qss").read_text(encoding="utf-8"), Appearance.LIGHT)


@pytest.fixture(scope="session")
def compiled_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the real scanner keeps its rules: compiling them takes seconds, once is enough."""
    return tmp_path_factory.mktemp("scanner")


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def office(tmp_path: Path, clock: SetClock) -> TestOffice:
    """A new post office with the hub and three agents."""
    return found(tmp_path / "post-office", clock=lambda: clock.now)


class Opened:
    """The real window on a post office, and ways to wait for what it shows."""

    def __init__(self, program: Program, office: TestOffice, qtbot: QtBot) -> None:
        self.program = program
        self.window = program.window
        self.office = office
        self._qtbot = qtbot

    def until(self, holds: Callable[[], object]) -> None:
        """Wait until it holds; a test fails when it does not."""
        self._qtbot.waitUntil(lambda: bool(holds()), timeout=LONG_MS)

    def running(self) -> None:
        """Wait until the relay works."""
        self.until(lambda: self.program.relay.view.state.phase == "running")

    def go(self, key: str) -> None:
        """Go to a place and wait until everything is read."""
        self.window.go_to(key)
        self.quiet()

    def quiet(self) -> None:
        """Wait until nothing is being read."""
        self.until(lambda: not self.program.readers.busy)


OpenWindow = Callable[..., Opened]


@pytest.fixture
def open_window(
    office: TestOffice, clock: SetClock, theme: Theme, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> Iterator[OpenWindow]:
    """Opens the real window; `undo_ms` and `guard_ms` shorten the waits that are not what a test is about."""
    opened: list[Program] = []

    def open_it(*, relay: bool = True, undo_ms: int = 60_000, guard_ms: int = 0) -> Opened:
        settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        state = WindowState(settings, office.root)
        if not settings.contains("window/closing"):
            # What is asked at closing is the matter of its own tests.
            settings.setValue("window/closing", "stop")
        program = Program(
            qapp, theme, office.office, state, clock, waits=Waits(undo_ms, guard_ms),
            means=Means(tmp_path / "cache", MarkerScanner(), WatchedDisk()),
        )  # fmt: skip
        opened.append(program)
        program.start(relay=relay)
        qtbot.waitExposed(program.window)
        program.window.activateWindow()
        made = Opened(program, office, qtbot)
        if relay:
            made.running()
        made.quiet()
        return made

    yield open_it
    for program in opened:
        program.window.leave()
        program.window.deleteLater()
        program.deleteLater()
    qapp.processEvents()
