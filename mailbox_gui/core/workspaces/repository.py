"""The repository that a workspace is, or lies in: its HEAD, and the commits that lead to it from another one."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.workspaces.git import Git
from mailbox_gui.core.workspaces.limits import Limits

_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LONGEST_SUBJECT: Final = 200


class UnreadableRepository(Exception):
    """The workspace has a `.git`, and git can make nothing of it."""


@dataclass(frozen=True, slots=True)
class Commits:
    """How many (at most as many as the limits allow to count), the newest one's subject, the oldest moment named."""

    count: int
    newest: str = ""
    since: str = ""


class Repository:
    """One look at a repository. `head` is a commit in hex, empty before the first commit; `whole` when the workspace is
    all of it, and not a folder inside.
    """

    def __init__(self, git: Git, limits: Limits, head: str, *, whole: bool) -> None:
        self.head = head
        self.whole = whole
        self._git = git
        self._limits = limits
        # A workspace that is only a part of the repository has only the commits that touch it.
        self._part = () if whole else (".",)

    def has(self, commit: str) -> bool:
        """Whether that commit is still known here."""
        return self._git.ask("cat-file", "-e", f"{_safe(commit)}^{{commit}}") is not None

    def keeps(self, commit: str) -> bool:
        """Whether a branch or another name still leads to that commit."""
        if not self.has(commit):
            return False
        return bool(self._git.ask("for-each-ref", "--count=1", "--format=%(refname)", "--contains", _safe(commit)))

    def commits(self, base: str) -> Commits:
        """The commits that reach HEAD and not `base` (empty: all that reach HEAD). Dates are shown, never trusted."""
        if not self.head:
            return Commits(0)
        without = [f"^{_safe(base)}"] if base else []
        said = self._git.ask(
            "rev-list",
            f"--max-count={self._limits.commits}",
            f"--format=%ct %<({_LONGEST_SUBJECT},trunc)%s",
            self.head,
            *without,
            "--",
            *self._part,
        )
        lines = (said or b"").decode("utf-8", "replace").split("\n")
        told = [line.partition(" ") for line in lines[1::2]]
        if not told:
            return Commits(0)
        moments = [int(seconds) for seconds, _, _ in told if seconds.isdecimal()]
        return Commits(len(told), told[0][2].strip(), _moment(min(moments, default=0)))

    def newest_before(self, moment: datetime) -> str:
        """The newest commit on the way to HEAD that says it is not younger than `moment`; empty when none does."""
        if not self.head:
            return ""
        seconds = int(moment.timestamp())
        said = self._git.ask("rev-list", "--max-count=1", f"--before={seconds}", self.head, "--")
        return _safe((said or b"").decode("ascii", "replace").strip()) if said and said.strip() else ""


def find_repository(git: Git, limits: Limits) -> Repository | None:
    """The repository around the folder, None when there is none, or none that counts this folder as its own.

    Raises UnreadableRepository, and what `Git.ask` raises.
    """
    said = git.ask("rev-parse", "--show-toplevel")
    if said is None:
        if os.path.lexists(os.path.join(git.folder, ".git")):
            raise UnreadableRepository
        return None
    top = os.fsdecode(said.removesuffix(b"\n"))
    whole = os.path.realpath(top) == git.folder
    if not whole:
        if not f"{git.folder}/".startswith(f"{os.path.realpath(top).rstrip('/')}/"):
            # Its settings name another folder as the one that it is of.
            return None
        if git.ask("check-ignore", "--quiet", "--", ".") is not None:
            return None
    head = git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return Repository(git, limits, _safe(head.decode("ascii", "replace").strip()) if head else "", whole=whole)


def _safe(commit: str) -> str:
    """`commit` when it is one in hex, so that it is never read as an option or a range."""
    if _COMMIT.fullmatch(commit) is None:
        raise UnreadableRepository
    return commit


def _moment(seconds: int) -> str:
    try:
        return format_second(datetime.fromtimestamp(seconds, UTC))
    except (ValueError, OverflowError, OSError):
        return ""
