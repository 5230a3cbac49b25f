"""Which files of a workspace are looked at: as git lists them where it is a repository, else as they lie there."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

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


def listed_by_git(git: Git, limits: Limits) -> Listing:
    """What git knows and what it does not ignore. Raises as `Git.ask` does."""
    said, cut = git.ask_for_much("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = (said or b"").split(b"\0")
    # The last name is empty, or cut off.
    paths = dict.fromkeys(os.fsdecode(name) for name in names[:-1] if name and not name.endswith(b"/"))
    return _bounded(_own_work(paths), limits, cut=cut)


def listed_by_walking(folder: str, limits: Limits, stop: threading.Event) -> Listing:
    """What lies in the folder; links are not followed. Raises OSError for the folder itself, Interrupted."""
    paths: list[str] = []
    waiting = [""]
    first = True
    while waiting:
        if stop.is_set():
            raise Interrupted
        inside = waiting.pop()
        try:
            with os.scandir(os.path.join(folder, inside)) as entries:
                here = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            if first:
                raise
            continue
        first = False
        if inside and any(entry.name == _ENVIRONMENT_MARK for entry in here):
            continue
        folders: list[str] = []
        for entry in here:
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    folders.append(path)
            elif entry.is_file(follow_symlinks=False):
                paths.append(path)
        waiting += reversed(folders)
        if len(paths) + len(waiting) > limits.files:
            return _bounded(paths, limits, cut=True)
    return _bounded(paths, limits, cut=False)


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
