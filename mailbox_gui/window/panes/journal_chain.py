"""When the journal's chain is verified: now and then by itself, and whenever the owner asks."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Slot

from mailbox_gui.window.models.chain_view import ChainView
from mailbox_gui.window.panes.journal_head import JournalHead
from mailbox_gui.window.questions.journal import chain_view
from mailbox_gui.window.workbench import Workbench

EVERY_MS = 30_000
# A longer history is verified when the owner asks: it takes a second for each million lines.
MOST_LINES = 200_000


class JournalChain(QObject):
    """Apart from the reads, on the checker's thread."""

    def __init__(self, bench: Workbench, head: JournalHead, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._head = bench, head
        self._newest = 0
        self._checked: QElapsedTimer | None = None
        self._checked_height = 0
        head.verify_asked.connect(self.verify)

    def look(self, newest: int) -> None:
        """The journal has so many lines; not by itself for a history that takes seconds."""
        self._newest = newest
        due = self._checked is None or (newest > self._checked_height and self._checked.elapsed() > EVERY_MS)
        if due and 0 < newest <= MOST_LINES:
            self.verify()
        self._head.verify.setVisible(newest > MOST_LINES and not self._head.chain.isVisible())

    @Slot()
    def verify(self) -> None:
        """Follow the chain from its first line."""
        self._checked = self._bench.stopwatch()
        self._checked_height = self._newest
        self._head.verify.setEnabled(False)
        checker, now = self._bench.checker, self._bench.clock()
        checker.ask("chain", lambda source: chain_view(source, checker.ending, now), self._on_view, self._on_failed)

    def _on_view(self, view: ChainView) -> None:
        self._head.verify.setEnabled(True)
        self._head.show_chain(view)

    def _on_failed(self, error: Exception) -> None:
        self._on_view(ChainView("chain not verified", "warning-circle-fill", "bad", str(error)))
