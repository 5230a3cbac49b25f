"""Messages that the owner put off: they wait as before, but out of sight until the time that was chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from PySide6.QtCore import QObject, Signal, Slot

MORNING = 9


@dataclass(frozen=True, slots=True)
class Delay:
    """One of the offered times; `&` stands before the key that chooses it."""

    words: str
    until: Callable[[datetime], datetime]


def tomorrow_morning(now: datetime) -> datetime:
    """Nine o'clock of the next day, by the owner's clock."""
    return (now.astimezone() + timedelta(days=1)).replace(hour=MORNING, minute=0, second=0, microsecond=0)


DELAYS = (
    Delay("&1 hour", lambda now: now + timedelta(hours=1)),
    Delay("&4 hours", lambda now: now + timedelta(hours=4)),
    Delay("&Tomorrow, 09:00", tomorrow_morning),
)


class Later(QObject):
    """A matter of this window alone: nothing is signed or written, and every other reader of the queue sees them.

    `changed` follows every change, also when a time has come.
    """

    changed = Signal()

    def __init__(
        self, clock: Callable[[], datetime], known: Mapping[str, datetime] | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._until = dict(known or {})

    def put_off(self, key: str, until: datetime) -> None:
        """Keep a message out of sight until then."""
        self._until[key] = until
        self.changed.emit()

    def take_back(self, key: str) -> bool:
        """Let it be seen now; False when it was not put off."""
        if self._until.pop(key, None) is None:
            return False
        self.changed.emit()
        return True

    def every(self) -> dict[str, datetime]:
        """What is out of sight now, and until when."""
        now = self._clock()
        return {key: until for key, until in self._until.items() if until > now}

    @Slot()
    def look(self) -> None:
        """Bring back what is due by the clock."""
        due = self._until.keys() - self.every().keys()
        if due:
            for key in due:
                del self._until[key]
            self.changed.emit()

    def forget_others(self, waiting: Collection[str]) -> None:
        """What no longer waits was decided elsewhere: it need not be remembered."""
        for key in self._until.keys() - set(waiting):
            del self._until[key]
