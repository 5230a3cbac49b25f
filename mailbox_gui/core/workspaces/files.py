"""Which files of a workspace are looked at: as git lists them where it is a repository, else as they lie there."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from mailbox_gui.core.workspaces.git import Git
from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.trouble import Interrupted

# Never an agent's own work. A virtual environment is known by its pyvenv.cfg, whatever its name.
_SKIPPED: Final = frozenset({".git", "node_modules", ".venv", "venv", ".tox", ".nox", "__pycache__"})
_ENVIRONMENT_MARK: Final = "pyvenv.cfg"


@dataclass(frozen=True, slots=True)
class Listing:
    """Paths relative to the workspace, sorted; `cut` when there are more than the limits allow."""

    paths: tuple[str, ...]
    cut: bool


def listed_by_git(git: Git, limits: Limits, apart: Collection[str] = ()) -> Listing:
    """What git knows and what it does not ignore, outside of the folders `apart`. Raises as `Git.ask` does."""
    said, cut = git.ask_for_much("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = (said or b"").split(b"\0")
    # The last name is empty, or cut off.
    paths = dict.fromkeys(os.fsdecode(name) for name in names[:-1] if name and not name.endswith(b"/"))
    return _bounded(without(apart, _own_work(paths)), limits, cut=cut)


def listed_by_walking(folder: str, limits: Limits, stop: threading.Event, apart: Collection[str] = ()) -> Listing:
    """What lies in the folder, outside of the folders `apart`; links are not followed.

    Everything met counts against the limit: links and empty folders cost time too. Raises OSError for the folder
    itself, Interrupted.
    """
    paths: list[str] = []
    waiting = [""]
    left = limits.files
    while waiting:
        if stop.is_set():
            raise Interrupted
        inside = waiting.pop()
        try:
            with os.scandir(os.path.join(folder, inside)) as entries:
                # In order, so that a large folder is cut at the same place every time; an endless one is cut anywhere.
                here = sorted(islice(entries, 2 * limits.files), key=lambda entry: entry.name)
        except OSError:
            if not inside:
                raise
            continue
        if inside and any(entry.name == _ENVIRONMENT_MARK for entry in here):
            continue
        left -= len(here)
        if left < 0:
            here = here[:left]
        folders: list[str] = []
        for entry in here:
            path = f"{inside}/{entry.name}" if inside else entry.name
            kind = _kind(entry)
            if kind == "file":
                paths.append(path)
            elif kind == "folder" and entry.name not in _SKIPPED and path not in apart:
                folders.append(path)
        if left < 0:
            return _bounded(paths, limits, cut=True)
        waiting += reversed(folders)
    return _bounded(paths, limits, cut=False)


def without(apart: Collection[str], paths: Iterable[str]) -> list[str]:
    """Those of `paths` that lie in none of the folders `apart`."""
    beginnings = tuple(f"{folder}/" for folder in apart)
    return [path for path in paths if not path.startswith(beginnings)]


def _kind(entry: os.DirEntry[str]) -> Literal["file", "folder", "other"]:
    """What an entry is, a link being neither file nor folder; the disk is asked where the folder does not say."""
    try:
        if entry.is_dir(follow_symlinks=False):
            return "folder"
        return "file" if entry.is_file(follow_symlinks=False) else "other"
    except OSError:
        return "other"


def _own_work(paths: Iterable[str]) -> list[str]:
    """Without what is skipped and what lies in a virtual environment."""
    listed = list(paths)
    environments = tuple(
        path.removesuffix(_ENVIRONMENT_MARK) for path in listed if path.endswith(f"/{_ENVIRONMENT_MARK}")
    )
    kept = [path for path in listed if _SKIPPED.isdisjoint(path.split("/")[:-1])]
    return [path for path in kept if not path.startswith(environments)] if environments else kept


def _bounded(paths: list[str], limits: Limits, *, cut: bool) -> Listing:
    paths.sort()
    return Listing(tuple(paths[: limits.files]), cut or len(paths) > limits.files)
