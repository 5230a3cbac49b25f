"""Counts the journal's histogram in the background: in parts, anew now and then, and never for most of the time."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject

from mailbox_gui.window.questions.journal import JournalBars, journal_bars
from mailbox_gui.window.widgets.histogram import Histogram
from mailbox_gui.window.widgets.verdict_counts import VerdictCounts
from mailbox_gui.window.workbench import Workbench

# Counted anew at most so often, and for no more than a tenth of the time.
EVERY_MS = 2_000
_MOST_OF_TIME = 10


class JournalCounting(QObject):
    """Fills histogram and counts. What was counted whole stays while it is counted anew."""

    def __init__(self, bench: Workbench, bars: Histogram, counts: VerdictCounts, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._bars, self._counts = bench, bars, counts
        self._query = ""
        self._whole = False
        self._ended: QElapsedTimer | None = None
        self._begun: QElapsedTimer | None = None
        self._cost_ms = 0

    def take(self, query: str) -> None:
        """Another query is shown: what was counted says nothing of it."""
        self._query = query
        self._whole = False
        self._ended = self._begun = None
        self._bench.readers.forget("journal bars")
        self._counts.show_inside(query, None)

    def count(self) -> None:
        """Count anew where it is worth while."""
        rest = max(EVERY_MS, _MOST_OF_TIME * self._cost_ms)
        if self._begun is None and (self._ended is None or self._ended.elapsed() > rest):
            self._begun = self._bench.stopwatch()
            self._ask(None)

    def _ask(self, so_far: JournalBars | None) -> None:
        query, now = self._query, self._bench.clock()
        self._bench.readers.ask(
            "journal bars", lambda source: journal_bars(source, query, now, so_far), self._on_bars, self._on_failed
        )

    def _on_bars(self, bars: JournalBars) -> None:
        if bars.query != self._query:
            return
        view = bars.view
        if view is not None and (view.complete or not self._whole):
            self._bars.show_view(view)
            self._counts.show_inside(self._query, view.inside if view.complete else None)
            self._whole = view.complete
        if view is not None and view.complete:
            self._end()
        else:
            self._ask(bars)

    def _on_failed(self, _error: Exception) -> None:
        # The pane itself says that the index cannot be read.
        self._end()

    def _end(self) -> None:
        if self._begun is not None:
            self._cost_ms = self._begun.elapsed()
        self._begun = None
        self._ended = self._bench.stopwatch()
