"""Who else works on the engine's thread: it gets a turn whenever the loop comes round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from mailbox_gui.core.relay.engine import Engine


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether the guest did anything in its turn, and seconds until it needs the next one without being woken."""

    worked: bool = False
    due_in: float | None = None


class Guest(Protocol):
    """Called on the engine's thread only, between `begin` and `end` of each life."""

    def begin(self, engine: Engine) -> None:
        """A life began. Raises OSError, which ends it."""
        ...

    def turn(self, engine: Engine) -> Turn:
        """Do some of what waits. Raises OSError."""
        ...

    def end(self, *, clean: bool) -> None:
        """The life ends; only where it ends `clean` may anything still be written. Raises OSError then."""
        ...


class NoGuest:
    """Nobody."""

    def begin(self, engine: Engine) -> None:
        """Nothing."""

    def turn(self, engine: Engine) -> Turn:  # noqa: ARG002 - as Guest
        """Nothing."""
        return Turn()

    def end(self, *, clean: bool) -> None:
        """Nothing."""
