"""The outer guard of the window: an exception in a slot is logged and told, and the window goes on."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from types import TracebackType

_log = logging.getLogger(__name__)


class Guard:
    """`tell` gets one sentence, at most once for each kind of fault, on whatever thread it happened."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._told: set[tuple[str, str]] = set()

    def install(self) -> None:
        """Take the place of Python's own hooks."""
        sys.excepthook = self.on_exception
        threading.excepthook = self._on_thread_exception

    def on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log an exception that nobody caught, and tell the owner."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        _log.error("an exception reached the outer guard", exc_info=(kind, error, trace))
        where = _place(trace)
        if (kind.__name__, where) not in self._told:
            self._told.add((kind.__name__, where))
            self._tell(f"The window met a fault of its own ({kind.__name__} in {where}); its log has the details")

    def _on_thread_exception(self, arguments: threading.ExceptHookArgs) -> None:
        error = arguments.exc_value
        if error is not None:
            self.on_exception(arguments.exc_type, error, arguments.exc_traceback)


def _place(trace: TracebackType | None) -> str:
    if trace is None:
        return "an unknown place"
    while trace.tb_next is not None:
        trace = trace.tb_next
    return str(trace.tb_frame.f_globals.get("__name__", "an unknown place"))
