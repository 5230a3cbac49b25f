"""One notice of the desktop for each message that waits for the owner; none for what the owner is looking at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from mailbox_gui.window.tray import waiting_words

# So many at once are said in one sentence: a desktop that pops up fifty times is turned off.
MOST_AT_ONCE = 3
_MOST_KNOWN = 10_000


class Notices(QObject):
    """`say` shows a notice; `newest` is the id of the message that the last one was about, for the click on it.

    What waited before the window opened is news to nobody: its list and badges show it.
    """

    def __init__(self, say: Callable[[str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._say = say
        self._known: frozenset[str] | None = None
        self.newest = ""

    def take(self, held: frozenset[str], *, looking: bool, wanted: bool) -> None:
        """These wait now. `looking`: the queue is on the screen; `wanted`: the owner wants notices."""
        fresh = held - self._known if self._known is not None else frozenset()
        # An id that once was told is not told again, in a queue that is longer than what is read of it either.
        self._known = held if self._known is None or len(self._known) > _MOST_KNOWN else held | self._known
        if not fresh or looking or not wanted:
            return
        # Ids begin with the moment at which the message was written.
        self.newest = max(fresh)
        if len(fresh) > MOST_AT_ONCE:
            self._say(waiting_words(len(fresh)))
            return
        for _ in fresh:
            self._say(waiting_words(1))
