"""What the doctor's checks look at, and what each answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Literal

from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.chain import ChainReport, verify_chain
from mailbox_gui.core.journal.lock import Holder, holder
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.rules import Rules


@dataclass(frozen=True, slots=True)
class Result:
    """`note` is no failure, but something the owner should know. `advice` says what to do, or is empty."""

    state: Literal["pass", "note", "fail"]
    text: str
    advice: str = ""


class Patient:
    """The post office under examination; what several checks need is looked up once."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def office(self) -> PostOffice:
        """Its paths."""
        return self.session.office

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.session.rules

    @property
    def now(self) -> datetime:
        """The machine's clock."""
        return self.session.clock()

    @cached_property
    def holder(self) -> Holder | None:
        """Who runs the relay."""
        return holder(self.office.root)

    @cached_property
    def chain(self) -> ChainReport:
        """The whole chain, followed once."""
        return verify_chain(self.office.journal, relay_public(self.office.keys))
