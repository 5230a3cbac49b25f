"""From what a scan saw, and what was known before, to the lines of the journal: only what is news."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from mailbox_gui.core.debts.book import Marker, Workspace
from mailbox_gui.core.journal.records import Work, Workaround
from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.memory import Memory
from mailbox_gui.core.workspaces.repository import Commits, Repository
from mailbox_gui.core.workspaces.scan import Place, Scan
from mailbox_gui.core.workspaces.trouble import Trouble

Record = Workaround | Work
_REWRITTEN: Final = Trouble(
    "workspace-rewritten",
    "the commit that work was counted from is not in the repository any more; counting begins anew at HEAD",
    "was the history rewritten? What was owed before stays owed",
)


@dataclass(frozen=True, slots=True)
class Known:
    """What history says of an agent's workspace before a scan.

    `folder` is the workspace as the rules name it now, `seen` the journal's height, `owed` the commits that are owed.
    """

    agent: str
    folder: str
    seen: int
    workspace: Workspace | None = None
    markers: Mapping[str, Marker] = field(default_factory=dict)
    owed: Commits | None = None

    @property
    def first(self) -> bool:
        """Whether this folder has never been scanned whole."""
        return self.workspace is None or self.workspace.folder != self.folder

    @property
    def versioned(self) -> bool:
        """Whether git was asked for the files of this folder before."""
        return self.workspace is not None and not self.first and self.workspace.head is not None


@dataclass(slots=True)
class News:
    """Lines for the journal, in their order; `troubles` beside those of the scan."""

    records: list[Record] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)


def news_of(known: Known, seen: Scan, memory: Memory, limits: Limits, *, every_line: bool, head_only: bool) -> News:
    """What is to be said. Without `every_line` a marker that only changed its line says nothing.

    A first scan that ran out of time says nothing at all: what it did not see would be owed afterwards. Raises what the
    repository raises.
    """
    news = News()
    if known.first and (seen.timed_out or head_only):
        return news
    if not head_only:
        news.records += _markers(known, seen, limits, news, every_line=every_line)
    if not seen.blind or known.first:
        news.records += _work(known, seen.repository, memory, news)
    return news


def _markers(known: Known, seen: Scan, limits: Limits, news: News, *, every_line: bool) -> Iterator[Workaround]:
    room = limits.markers
    for slug, marker in known.markers.items():
        places = seen.markers.get(slug)
        if places is None:
            if _is_gone(marker, seen):
                yield _marker(known, "gone", slug, Place(marker.path, marker.line, marker.text))
                continue
        else:
            place = _nearest(marker, places)
            if _spelled(place.path) != marker.path or (every_line and place.line != marker.line):
                yield _marker(known, "moved", slug, place)
        room -= 1
    for slug, places in seen.markers.items():
        if slug in known.markers:
            continue
        if room <= 0:
            text = f"the workspace has more than {limits.markers:,} markers of workarounds; the others are not listed"
            news.troubles.append(Trouble("workspace-large", text, "take out what is done"))
            return
        room -= 1
        yield _marker(known, "baseline" if known.first else "new", slug, places[0])


def _is_gone(marker: Marker, seen: Scan) -> bool:
    """Whether the place where it stood was looked at, or is none any more; of another nothing can be said."""
    if seen.whole or marker.path in seen.looked_at:
        return True
    return not seen.timed_out and not os.path.lexists(os.path.join(seen.folder, marker.path))


def _nearest(marker: Marker, places: list[Place]) -> Place:
    """Where a known marker stands now: there still, in the same file, or at the first of its places."""
    same_file = [place for place in places if _spelled(place.path) == marker.path]
    return next((place for place in same_file if place.line == marker.line), (same_file or places)[0])


def _work(known: Known, repository: Repository | None, memory: Memory, news: News) -> Iterator[Work]:
    workspace = known.workspace
    head = repository.head if repository is not None else None
    if workspace is None or known.first:
        yield _looked(known, "baseline", head, head)
        return
    if repository is None:
        return
    base = workspace.base
    if workspace.reported > workspace.based:
        yield _looked(known, "baseline", head, head)
        return
    if base is None:
        # There was no repository at the first scan: what says it is older was made elsewhere and is not owed.
        base = repository.newest_before(workspace.first_at)
        yield _looked(known, "baseline", head, base)
    elif base and not repository.has(base):
        news.troubles.append(_REWRITTEN)
        yield _looked(known, "baseline", head, head)
        return
    if known.owed is not None and (head, base) == (workspace.head, workspace.base):
        return
    if known.owed is None and (head, base) == memory.looked:
        return
    counted = repository.commits(base)
    memory.looked = None if counted.count else (head, base)
    if counted.count:
        # HEAD moves by commits elsewhere in the repository too, of which this part of it has nothing to tell.
        if repository.whole or counted != known.owed:
            yield _looked(known, "commits", head, base, counted)
    elif known.owed is not None and not (workspace.head and repository.keeps(workspace.head)):
        yield _looked(known, "gone", head, base)


def _spelled(path: str) -> str:
    """A path as the index keeps it: what is not UTF-8 in it is spelled out."""
    return path.encode("utf-8", "backslashreplace").decode()


def _looked(known: Known, found: str, head: str | None, base: str | None, counted: Commits | None = None) -> Work:
    counted = counted or Commits(0)
    newest, since = counted.newest or None, counted.since or None
    return Work(known.agent, known.folder, found, head, base, counted.count, newest, since, known.seen)


def _marker(known: Known, found: str, slug: str, place: Place) -> Workaround:
    return Workaround(known.agent, known.folder, found, slug, place.path, place.line, place.text)


def left(agent: str, folder: str, seen: int) -> Work:
    """The line that says that an agent has no workspace any more."""
    return Work(agent, folder, "left", None, None, 0, None, None, seen)


def folder_of(root: str, folder: str) -> str:
    """The absolute path of a workspace as the rules name it, links resolved."""
    return os.path.realpath(os.path.join(root, os.path.expanduser(folder)))
