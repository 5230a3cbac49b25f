"""Shows the first run over an empty window and waits for how it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QEventLoop, Signal, Slot
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QVBoxLayout, QWidget

from mailbox_gui.app.places import scanner_cache, short
from mailbox_gui.window.first_run.backdrop import backdrop_head, backdrop_sidebar
from mailbox_gui.window.first_run.first_run import FirstRun
from mailbox_gui.window.first_run.making import Making
from mailbox_gui.window.first_run.plan import Ending
from mailbox_gui.window.main_window import SIDEBARS
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tray import has_tray
from mailbox_gui.window.width_class import WidthClass, width_class


class FirstRunWindow(QMainWindow):
    """`ended` carries the Ending, or None when nobody wants a post office."""

    ended = Signal(object)

    def __init__(
        self,
        theme: Theme,
        proposed: str,
        clock: Callable[[], datetime],
        *,
        making: Making | None = None,
        notice: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._over = False
        self.setWindowTitle("Agent Mailbox")
        self.setMinimumSize(960, 600)
        body = QWidget()
        body.setObjectName("Surface")
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        toolbar, header = backdrop_head(theme)
        self._sidebar = backdrop_sidebar(theme, clock, proposed)
        right.addWidget(toolbar)
        right.addWidget(header)
        right.addStretch(1)
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._sidebar)
        row.addLayout(right, 1)
        self.setCentralWidget(body)
        self.resize(1360, 860)
        self._dress()
        theme.changed.connect(self._dress)
        making = making or Making(clock, scanner_cache())
        self.first_run = FirstRun(theme, making, proposed, self, has_tray=has_tray(), short=short, notice=notice)
        self.first_run.ended.connect(self._on_ended)
        self.first_run.quit_asked.connect(self.close)

    def begin(self) -> None:
        """Show it."""
        self.show()
        self.first_run.open_it()

    @Slot()
    def bring_up(self) -> None:
        """A second start asked for this window."""
        self.showNormal()
        self.raise_()
        self.activateWindow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The sidebar has the width that it will have."""
        super().resizeEvent(event)
        width = width_class(self.width())
        self._sidebar.set_width(SIDEBARS[width])
        if width is WidthClass.NARROW:
            self._sidebar.relay.set_rail(rail=True)
        else:
            self._sidebar.relay.show_title_alone()
        for words in self._sidebar.view.findChildren(QLabel):
            words.setVisible(width is not WidthClass.NARROW)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nobody wants a post office."""
        super().closeEvent(event)
        self._on_ended(None)

    @Slot(object)
    def _on_ended(self, ending: Ending | None) -> None:
        if not self._over:
            self._over = True
            self.hide()
            self.first_run.finish()
            self.ended.emit(ending)

    @Slot()
    def _dress(self) -> None:
        self.setStyleSheet(self._theme.sheet)


def run_first_run(window: FirstRunWindow) -> Ending | None:
    """Show the window until it ended."""
    endings: list[Ending | None] = []
    loop = QEventLoop()
    window.ended.connect(endings.append)
    window.ended.connect(loop.quit)
    window.begin()
    loop.exec()
    window.deleteLater()
    return endings[0] if endings else None


def proposed_folder(root: Path, *, named: bool) -> str:
    """What stands in the field at first: the folder that was named, else one that a person finds again."""
    return short(root) if named else "~/post-office"

