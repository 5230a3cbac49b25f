"""Taking a picture of a window: wait until it is as it is to be seen, grab it, say where it lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

SIZES = ((1360, 860), (960, 600))
STEP_MS, LONGEST_MS = 50, 15_000
SETTLE_MS = 400


def keep(window: QWidget, file: Path) -> None:
    """Let everything be painted, then keep the picture."""
    pause(SETTLE_MS)
    window.grab().save(str(file))
    print(file)


def until(done: Callable[[], bool]) -> None:
    """Wait until it is done, fifteen seconds at most."""
    waited = 0
    while not done() and waited < LONGEST_MS:
        pause(STEP_MS)
        waited += STEP_MS


def pause(milliseconds: int) -> None:
    """Let the window work for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
