"""The window's reads: questions to the index on a thread of their own, answers back on main, stale ones dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

from mailbox_gui.window.worker_thread import Worker

Source = TypeVar("Source")
Value = TypeVar("Value")


class Readers(QObject, Generic[Source]):
    """`source` opens what questions read from, on the reader thread at the first question and after an error."""

    def __init__(self, source: Callable[[], Source], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker("reader", self)
        self._open = source
        self._source: Source | None = None
        self._ending = threading.Event()

    def start(self) -> None:
        """Begin to answer."""
        self._worker.start()

    def finish(self) -> None:
        """Stop; answers that are under way are dropped, and long questions that look at `ending` give up."""
        self._ending.set()
        self._worker.finish()

    def ending(self) -> bool:
        """Whether nobody waits for answers any more. For questions that take long; any thread may ask."""
        return self._ending.is_set()

    @property
    def busy(self) -> bool:
        """Whether an answer is still awaited."""
        return self._worker.busy

    def ask(
        self,
        name: str,
        question: Callable[[Source], Value],
        answer: Callable[[Value], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Answer a question about the post office. A newer question of the same `name` replaces this one."""
        self._worker.ask(name, partial(self._run, question), answer, failed)

    def forget(self, name: str) -> None:
        """Nobody wants the answer of this name any more."""
        self._worker.forget(name)

    def _run(self, question: Callable[[Source], Value]) -> Value:
        # Runs on the reader thread, the only one that touches the source.
        if self._source is None:
            self._source = self._open()
        return question(self._source)
