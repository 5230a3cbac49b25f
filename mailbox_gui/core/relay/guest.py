"""Who else works on the engine's thread: it gets a turn whenever the loop comes round."""

from __future__ import annotations

from typing import Protocol

from mailbox_gui.core.relay.engine import Engine


class Guest(Protocol):
    """Called on the engine's thread only, between `begin` and `end` of each life."""

    def begin(self, engine: Engine) -> None:
        """A life began. Raises OSError, which ends it."""
        ...

    def turn(self, engine: Engine) -> float | None:
        """Do what waits; seconds until the next turn is needed without being woken, None: none. Raises OSError."""
        ...

    def end(self, *, clean: bool) -> None:
        """The life ends; only where it ends `clean` may anything still be written. Raises OSError then."""
        ...


class NoGuest:
    """Nobody."""

    def begin(self, engine: Engine) -> None:
        """Nothing."""

    def turn(self, engine: Engine) -> float | None:  # noqa: ARG002 - as Guest
        """Nothing."""
        return None

    def end(self, *, clean: bool) -> None:
        """Nothing."""
