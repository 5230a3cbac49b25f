"""Makes the demo post office at its first time, off the GUI thread, with a small window that says how far it is."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, Qt, QThread, Signal, Slot
from PySide6.QtWidgets import QLabel, QProgressBar, QVBoxLayout, QWidget

from mailbox_gui.app.places import scanner_cache
from mailbox_gui.core.demo.make_demo import make_demo
from mailbox_gui.core.folders.root import RootError, open_post_office
from mailbox_gui.core.relay.founding import FoundingError
from mailbox_gui.core.relay.state import utc_now
from mailbox_gui.window.theme import fonts

_log = logging.getLogger(__name__)


def ensure_demo(root: Path) -> str:
    """Make the demo post office at `root` when it is not there; why it could not be made, else an empty text."""
    try:
        open_post_office(root)
        return ""
    except RootError:
        pass
    window = _Progress()
    thread = _Making(root)
    loop = QEventLoop()
    thread.moved_on.connect(window.show_progress)
    thread.finished.connect(loop.quit)
    window.show()
    thread.start()
    loop.exec()
    thread.wait()
    window.close()
    return thread.failure


class _Making(QThread):
    """Lives the week through. Its signal is its only Qt."""

    moved_on = Signal(int, int)

    def __init__(self, root: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self.failure = ""

    def run(self) -> None:
        try:
            make_demo(self._root, now=utc_now(), cache=scanner_cache(), on_progress=self._tell)
        except FoundingError as error:
            self.failure = str(error)
        except Exception as error:  # noqa: BLE001 - the outer guard of this thread: the start says that it failed
            _log.error("the demo could not be made", exc_info=error)
            self.failure = f"{self._root}: the demo cannot be made ({type(error).__name__}); the log has the details"

    def _tell(self, done: int, count: int) -> None:
        self.moved_on.emit(done, count)


class _Progress(QWidget):
    """One sentence and a bar."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Surface")
        self.setWindowTitle("Agent Mailbox")
        self._words = QLabel("Making the demo post office: five agents live through a week…")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setFont(fonts.sans())
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(6)
        self._bar.setRange(0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(16)
        column.addWidget(self._words)
        column.addWidget(self._bar)
        # As wide as the sentence needs in the user's font, and never narrower than looks calm.
        self.setFixedSize(max(480, self._words.sizeHint().width() + 48), 104)

    @Slot(int, int)
    def show_progress(self, done: int, count: int) -> None:
        """So many of so many happenings are done."""
        self._bar.setRange(0, count if done else 0)
        self._bar.setValue(done)
