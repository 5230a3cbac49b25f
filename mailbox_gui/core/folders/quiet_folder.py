"""A folder that is looked into in every step of the relay, and mostly has not changed: then it is not read."""

from __future__ import annotations

import os

from mailbox_gui.core.folders.outbox import MTIME_TRUSTED_AFTER


class QuietFolder:
    """`path` as text. `wall` is seconds since the epoch."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._at_rest = -1
        self._seen = -1

    def names(self, wall: float) -> list[str]:
        """All names in it; none when it has not changed since it was put to rest. Raises OSError."""
        status = os.stat(self.path)
        if status.st_mtime_ns == self._at_rest:
            return []
        # A folder that changed a moment ago may change again and show the same time.
        self._seen = status.st_mtime_ns if wall - status.st_mtime > MTIME_TRUSTED_AFTER else -1
        return os.listdir(self.path)

    def rest(self) -> None:
        """Nothing that was read in it last is of interest: leave it alone until it changes."""
        self._at_rest = self._seen
