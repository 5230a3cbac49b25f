"""What the fold remembers between two lines of the journal, and asks: a port, kept in memory or in the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.debts.letter import Letter
from mailbox_gui.core.debts.terms import Terms

Standing = Literal["baseline", "owed", "told", "waived"]


@dataclass(frozen=True, slots=True)
class Workspace:
    """What is known of an agent's workspace since its first scan.

    `folder` as the rules name it. `head` is the commit last seen, `base` the one from which work counts (None: no
    repository then; empty: no commit). `reported` is the height of the agent's last delivered report, `based` the
    journal's height when `base` was looked up: below `reported` it has to be looked up anew.
    """

    agent: str
    folder: str
    first: int
    first_at: datetime
    head: str | None
    base: str | None
    reported: int = 0
    based: int = 0


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker that lies in a workspace now, and whether it is owed."""

    agent: str
    slug: str
    path: str
    line: int
    text: str
    standing: Standing


class Book(Protocol):
    """Every question is a step or two in an index, however long history is; lists are of what is owed now."""

    def terms(self) -> Terms:
        """The terms in force."""
        ...

    def use_terms(self, text: str) -> None:
        """Rules with this text are in force from here on."""
        ...

    def add(self, debt: Debt) -> None:
        """A new debt; its `number` is given here."""
        ...

    def change(self, debt: Debt) -> None:
        """The debt of that number is now so."""
        ...

    def of_message(self, message_id: str) -> Sequence[Debt]:
        """The live debts that a message opened, oldest first."""
        ...

    def of_escalations(self, message_id: str) -> Sequence[Debt]:
        """The live debts of those to whom a message was escalated, oldest first."""
        ...

    def between(self, debtor: str, creditor: str, topic_key: str) -> Sequence[Debt]:
        """The live debts that messages on a topic opened between two."""
        ...

    def of_markers(self, agent: str) -> Sequence[Debt]:
        """The live and baseline debts of an agent's markers."""
        ...

    def of_marker(self, agent: str, slug: str) -> Debt | None:
        """The live or baseline debt of one marker."""
        ...

    def of_work(self, agent: str) -> Debt | None:
        """The live debt of an agent's commits."""
        ...

    def marker(self, agent: str, slug: str) -> Marker | None:
        """The marker of that slug, None when the workspace has none."""
        ...

    def put_marker(self, marker: Marker) -> None:
        """The marker is there, and so."""
        ...

    def drop_marker(self, agent: str, slug: str) -> None:
        """The marker is gone."""
        ...

    def workspace(self, agent: str) -> Workspace | None:
        """The agent's workspace, None before its first scan."""
        ...

    def put_workspace(self, workspace: Workspace) -> None:
        """The workspace is now so."""
        ...

    def drop_workspace(self, agent: str) -> None:
        """The agent has no workspace any more; its markers are forgotten with it."""
        ...

    def tell(self, agent: str, words: frozenset[str]) -> None:
        """The agent said these words in a message that tells of markers."""
        ...

    def told(self, agent: str, slug: str) -> bool:
        """Whether the agent said that word before."""
        ...

    def hold(self, letter: Letter) -> None:
        """A message waits for the owner."""
        ...

    def release(self, message_id: str) -> Letter | None:
        """The message that waited, which it does no more; None when none did."""
        ...
