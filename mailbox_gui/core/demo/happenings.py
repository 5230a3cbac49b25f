"""What can happen in the demo's week, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

Sign = Literal["none", "owner", "stranger", "session"]


@dataclass(frozen=True, slots=True)
class Letter:
    """A file dropped into an outbox, `ago` before the demo is made.

    A `session` letter is signed by the session key that its sender has by then, if it has one: so do agents.
    `key` names it for other events, `folder` is the participant whose outbox it is. `ref` is the key of another event.
    `text` replaces header and body, `again` repeats the bytes of another letter. A `left` one is dropped after the
    relay has stopped; an `unread` one stays in the inbox. `refused` is the check that is expected to refuse it.
    """

    ago: timedelta
    key: str
    folder: str
    file: str
    fields: Mapping[str, str] = field(default_factory=dict)
    ref: str = ""
    due: timedelta | None = None
    body: str = ""
    text: str = ""
    encoding: str = "utf-8"
    sign: Sign = "none"
    again: str = ""
    unread: bool = False
    left: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The owner approves or declines the held letter `ref`."""

    ago: timedelta
    key: str
    ref: str
    verdict: Literal["approve", "decline"]
    note: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class AskBack:
    """The owner asks about the held letter `ref`, which stays held."""

    ago: timedelta
    key: str
    ref: str
    text: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class RulesEdit:
    """rules.json gets these members of agents and these routes; an unsigned edit is put back after the relay saw it."""

    ago: timedelta
    agents: Mapping[str, Mapping[str, object]]
    routes: Sequence[Sequence[str]]
    signed: bool


@dataclass(frozen=True, slots=True)
class Restart:
    """The relay stops for this reason and starts again."""

    ago: timedelta
    reason: str


@dataclass(frozen=True, slots=True)
class Delegating:
    """The owner delegates a new session key to an agent, for `days`, for these kinds (none: all mail)."""

    ago: timedelta
    agent: str
    days: int
    kinds: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Waiver:
    """The owner does without what the letter `ref` opened."""

    ago: timedelta
    key: str
    ref: str
    reason: str


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The agent puts files into its workspace: those of resources/demo/workspaces that are named in `take`, texts in
    `write`. With `commit`, the subject of a commit, everything there is committed, where git is installed.
    """

    ago: timedelta
    agent: str
    take: Sequence[str] = ()
    write: Mapping[str, str] = field(default_factory=dict)
    commit: str = ""


@dataclass(frozen=True, slots=True)
class Scan:
    """The relay scans the workspaces."""

    ago: timedelta


@dataclass(frozen=True, slots=True)
class Posting:
    """A post on the bus. Whoever has a session key by then signs with it, the owner with the owner's, others with a
    key of their own. `ref` is the key of a letter.
    """

    ago: timedelta
    label: str
    topic: str
    body: str
    kind: str = ""
    ref: str = ""


Happening = Letter | Ruling | AskBack | RulesEdit | Restart | Delegating | Waiver | WorkDone | Scan | Posting
