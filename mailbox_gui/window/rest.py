"""The rest after a change: for a moment keys and buttons that decide do nothing, and look like it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot


class Rest(QObject):
    """`changed` follows its beginning and its end. No rest at all with 0 milliseconds."""

    changed = Signal()

    def __init__(self, milliseconds: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._milliseconds = milliseconds
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.changed)

    @property
    def resting(self) -> bool:
        """Whether it goes on."""
        return self._timer.isActive()

    @Slot()
    def begin(self) -> None:
        """Begin anew."""
        if self._milliseconds > 0:
            self._timer.start(self._milliseconds)
            self.changed.emit()

    @Slot()
    def end(self) -> None:
        """End it before its time."""
        if self._timer.isActive():
            self._timer.stop()
            self.changed.emit()
