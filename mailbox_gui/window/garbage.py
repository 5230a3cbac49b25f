"""Collects Python's cyclic garbage on main alone: a QObject that is collected on another thread brings Qt down.

Python collects on whichever thread happens to allocate, and the relay and the readers allocate most.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

EVERY_MS = 250
_THRESHOLDS = (2_000, 10, 10)


class MainThreadGarbage(QObject):
    """While it runs, Python's own collector rests and a timer on main does its work, generation by generation."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect_due)

    def start(self) -> None:
        """Take over. What is alive now (modules, classes) is set aside: a collection then stays far below a frame."""
        gc.disable()
        gc.collect()
        gc.freeze()
        self._timer.start()

    def stop(self) -> None:
        """Collect what is left and give the work back."""
        self._timer.stop()
        gc.collect()
        gc.unfreeze()
        gc.enable()

    @Slot()
    def collect_due(self) -> None:
        """Collect the oldest generation that is due, as Python would have."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > _THRESHOLDS[generation]:
                gc.collect(generation)
                return
