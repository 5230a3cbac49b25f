"""One scan of a workspace: its repository and the markers in its files, within the limits, or the trouble met."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from mailbox_gui.core.workspaces.files import Listing, listed_by_git, listed_by_walking, without
from mailbox_gui.core.workspaces.git import Git, GitTooMuch, NoGit
from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.memory import Memory
from mailbox_gui.core.workspaces.reading import Read, read_markers
from mailbox_gui.core.workspaces.repository import Repository, UnreadableRepository, find_repository
from mailbox_gui.core.workspaces.trouble import Interrupted, Trouble, unreadable

# So many files are looked at between two short rests, in which others get their turn.
_STRETCH: Final = 256
_REST_SECONDS: Final = 0.001
_SLOW: Final = Trouble(
    "workspace-slow", "git takes too long in the workspace", "is it on a slow disk, or enormous? mailbox debts scan"
)
_NO_GIT: Final = Trouble(
    "workspace-git", "git is not installed, so that commits without a report are not seen", "install git"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a marker stands: path relative to the workspace, line from 1, and the text behind it."""

    path: str
    line: int
    text: str


@dataclass(slots=True)
class Scan:
    """What was seen. `repository` None: there is none, or it was not looked at (`blind`).

    `markers` are the places of each slug, in the order of paths; `looked_at` the files that were read. Not `whole`:
    there were more, and markers that were not seen need not be gone. `timed_out`: something kept the scan from files
    that it should have looked at; `unfinished`: only its own time did, and the next will see more.
    """

    folder: str
    repository: Repository | None = None
    blind: bool = False
    markers: dict[str, list[Place]] = field(default_factory=dict)
    looked_at: frozenset[str] = frozenset()
    whole: bool = True
    timed_out: bool = False
    unfinished: bool = False
    troubles: list[Trouble] = field(default_factory=list)


def scan(
    folder: str,
    memory: Memory,
    stop: threading.Event,
    limits: Limits | None = None,
    *,
    head_only: bool = False,
    versioned: bool = False,
    apart: Collection[str] = (),
) -> Scan | Trouble:
    """Look into `folder` (absolute, links resolved); what `memory` knows is not read again.

    With `head_only` files are left alone. `versioned`: git listed the files of earlier scans, so that without it only
    those can be told from ignored ones. `apart` are folders inside, relative, that are not looked into. A Trouble where
    nothing could be seen at all. Raises Interrupted.
    """
    limits = limits or Limits()
    try:
        if not stat.S_ISDIR(os.stat(folder).st_mode):
            return Trouble("workspace-missing", "the workspace is not a folder", "correct its path in rules.json")
        git = Git(folder, limits, stop)
        seen = Scan(folder)
        seen.repository = _repository(git, limits, seen)
        if not head_only:
            listing = _listing(git, seen, limits, stop, memory, versioned=versioned, apart=apart)
            _read_all(folder, listing, memory, seen, limits, stop)
        return seen
    except OSError as error:
        return unreadable(error)


def _repository(git: Git, limits: Limits, seen: Scan) -> Repository | None:
    try:
        return find_repository(git, limits)
    except NoGit:
        # Only where it is missed.
        if os.path.lexists(os.path.join(git.folder, ".git")):
            seen.troubles.append(_NO_GIT)
    except GitTooMuch:
        seen.troubles.append(_SLOW)
    except UnreadableRepository:
        advice = "git status there says more; until it is whole again commits are not counted, nor new files looked at"
        seen.troubles.append(Trouble("workspace-git", "git cannot read the workspace's repository", advice))
    seen.blind = True
    return None


def _listing(
    git: Git,
    seen: Scan,
    limits: Limits,
    stop: threading.Event,
    memory: Memory,
    *,
    versioned: bool,
    apart: Collection[str],
) -> Listing:
    if seen.repository is not None:
        try:
            return listed_by_git(git, limits, apart)
        except GitTooMuch:
            seen.troubles.append(_SLOW)
    elif not (seen.blind and versioned):
        return listed_by_walking(git.folder, limits, stop, apart)
    # What git ignores is not to be had now: only what it listed before is looked at.
    seen.whole = False
    seen.timed_out = True
    return Listing(tuple(sorted(without(apart, memory.files))), cut=False)


def _read_all(folder: str, listing: Listing, memory: Memory, seen: Scan, limits: Limits, stop: threading.Event) -> None:
    """Read what is new or changed, until the time is over."""
    if listing.cut:
        seen.whole = False
        text = f"the workspace has more than {limits.files:,} files; only so many are looked at"
        seen.troubles.append(Trouble("workspace-large", text, "let .gitignore name what is not the agent's own work"))
    deadline = time.monotonic() + limits.seconds
    inside = _Inside(folder)
    kept: dict[str, Read] = {}
    for number, path in enumerate(listing.paths):
        if number % _STRETCH == _STRETCH - 1 and stop.wait(_REST_SECONDS):
            raise Interrupted
        known = memory.files.get(path)
        if known is None and time.monotonic() > deadline:
            seen.whole = False
            seen.timed_out = seen.unfinished = True
            continue
        if not inside.holds(path):
            continue
        read = read_markers(os.path.join(folder, path), known, limits.file_bytes)
        if read is None:
            memory.changed |= memory.files.pop(path, None) is not None
            continue
        memory.changed |= read is not known
        kept[path] = read
    if not seen.timed_out:
        memory.changed |= memory.files.keys() != kept.keys()
        memory.files = kept
    else:
        memory.files |= kept
    seen.looked_at = frozenset(kept)
    _gather(listing.paths, kept, seen)


def _gather(paths: Sequence[str], files: dict[str, Read], seen: Scan) -> None:
    for path in paths:
        read = files.get(path)
        for found in read.found if read is not None else ():
            seen.markers.setdefault(found.slug, []).append(Place(path, found.line, found.text))


class _Inside:
    """Whether a path's folders are folders of the workspace itself, and no link leads out of it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._known: dict[str, bool] = {}

    def holds(self, path: str) -> bool:
        parent = os.path.dirname(path)
        known = self._known.get(parent)
        if known is None:
            wanted = os.path.join(self._folder, parent) if parent else self._folder
            known = self._known[parent] = os.path.realpath(wanted) == wanted
        return known
