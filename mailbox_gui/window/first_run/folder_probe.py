"""Whether a folder can become a post office, or is one: asked while the path is typed, nothing is made."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mailbox_gui.core.folders.root import NewerPostOffice, NotAPostOffice, open_post_office

_LEAST_FREE = 50_000_000
_GB, _MB = 1_000_000_000, 1_000_000

Kind = Literal["new", "empty", "office", "unusable"]


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found, in one sentence for the line under the field."""

    path: Path
    kind: Kind
    words: str

    @property
    def usable(self) -> bool:
        """Whether the first run can go on with it."""
        return self.kind != "unusable"


def folder_of(text: str) -> Path | None:
    """The absolute folder that was typed; None for nothing, or what is no absolute path and begins with no ~."""
    text = text.strip()
    if not text or "\0" in text:
        return None
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        # ~ of a user that is not known.
        return None
    # Absolute, not resolved: a folder reached over a link keeps the name that its owner gave it.
    return Path(os.path.abspath(path)) if path.is_absolute() else None  # noqa: PTH100 - resolve() follows links


def probe(text: str) -> Probe:
    """Look at the folder. May block on a slow disk: not for the GUI thread."""
    path = folder_of(text)
    if path is None:
        words = "Write the whole path, from / or ~ on." if text.strip() else "Name a folder."
        return Probe(Path(), "unusable", words)
    try:
        return _look(path)
    except OSError as error:
        return _no(path, f"The folder cannot be looked at: {error.strerror or type(error).__name__}.")


def _look(path: Path) -> Probe:
    if os.path.lexists(path):
        if not path.is_dir():
            return _no(path, "This is a file, not a folder. Choose another one.")
        try:
            open_post_office(path)
            return Probe(path, "office", "A post office already; it opens as it is")
        except NewerPostOffice:
            return _no(path, "Made by a newer Agent Mailbox. Update the program, or choose another folder.")
        except NotAPostOffice:
            pass
        if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
            return _no(path, "You may not write in this folder. Choose another one.")
        if any(path.iterdir()):
            return _no(path, "The folder is not empty. Choose a new or an empty one.")
    parent = path.parent
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir():
        return _no(path, f"{parent} is a file, not a folder. Choose another one.")
    # The post office is built beside its place and moved there: the folder above is written too.
    if not os.access(parent, os.W_OK | os.X_OK):
        return _no(path, f"You may not write in {parent}. Choose another folder.")
    free = shutil.disk_usage(parent).free
    if free < _LEAST_FREE:
        return _no(path, f"The disk has {_size(free)} left. Choose a folder on another one.")
    kind: Kind = "empty" if path.is_dir() else "new"
    return Probe(path, kind, f"{kind.capitalize()} folder, writable, {_size(free)} free")


def _no(path: Path, words: str) -> Probe:
    return Probe(path, "unusable", words)


def _size(count: int) -> str:
    if count >= 10 * _GB:
        return f"{count // _GB} GB"
    return f"{count / _GB:.1f} GB" if count >= _GB else f"{count // _MB} MB"
