"""What one run of a command works with: the post office, who acts, the desk; looked up when first asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.root import find_root, open_post_office
from mailbox_gui.core.folders.user_folders import default_root, scanner_cache
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.nearest import nearest
from mailbox_gui.core.relay.state import Clock, utc_now

if TYPE_CHECKING:
    from mailbox_gui.core.message.rules import Rules
    from mailbox_gui.core.relay.desk import Desk

PROGRAM = "mailbox"


@dataclass
class Session:
    """The common options of a command as given, and what follows from them. Nothing is opened before it is needed."""

    root: str | None = None
    acting: str | None = None
    as_json: bool = False
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    clock: Clock = utc_now

    @cached_property
    def office(self) -> PostOffice:
        """The post office meant. Raises RootError."""
        current = Path.cwd()
        return open_post_office(find_root(self.root, self.environment, current, default_root()))

    @cached_property
    def desk(self) -> Desk:
        """Where requests to the relay are handed in."""
        from mailbox_gui.core.relay.desk import Desk

        return Desk(self.office, program=PROGRAM, clock=self.clock, cache=self.cache)

    @cached_property
    def cache(self) -> Path:
        """Where the compiled rules of the secret scanner are kept, the window's too."""
        return scanner_cache()

    @cached_property
    def rules(self) -> Rules:
        """The rules in force, with the agents that acts added or removed."""
        from mailbox_gui.core.read_models.reading import open_reading
        from mailbox_gui.core.relay.rules_in_force import RulesInForce

        # The desk answers too, but it brings the whole relay along, which reading commands can do without.
        with closing(open_reading(self.office.index, self.office.journal)) as connection:
            rules = RulesInForce(self.office, None, connection).rules
        return self.desk.rules() if rules is None else rules

    def participant(self, name: str) -> str:
        """`name` when somebody here is called so. Raises AnswerIsNoError with the nearest names."""
        names = self.rules.participants()
        if name in names:
            return name
        close = nearest(name, names)
        meant = f"did you mean {' or '.join(close)}?" if close else "there are: " + ", ".join(names)
        raise AnswerIsNoError(f"nobody in {self.office.root} is called {name!r}; {meant}")

    def acting_participant(self) -> str:
        """Who acts: `--as`, else $MAILBOX_AGENT, else whose folder the current one lies in."""
        named = self.acting or self.environment.get("MAILBOX_AGENT")
        if named:
            return self.participant(named)
        found = self._whose_folder(os.path.realpath(Path.cwd()))
        if found is None:
            raise WrongUsageError(
                "who is acting? The current folder is no agent's: give --as NAME or set $MAILBOX_AGENT "
                f"(one of {', '.join((*self.rules.agents, OWNER))})"
            )
        return found

    def _whose_folder(self, current: str) -> str | None:
        # The longest fits: an agent's folder may lie inside another's.
        fitting: list[tuple[int, str]] = []
        for name in self.rules.participants():
            home = os.path.realpath(self.office.home(name, self.rules))
            if current == home or current.startswith(home + os.sep):
                fitting.append((len(home), name))
        return max(fitting)[1] if fitting else None
