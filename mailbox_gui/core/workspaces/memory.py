"""What the last scans saw of the files of a workspace, so that the next reads only what changed; kept on disk too."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.workspaces.markers import Found
from mailbox_gui.core.workspaces.reading import Read

_LARGEST: Final = 128 * 1_048_576
_VERSION: Final = 1


@dataclass(slots=True)
class Memory:
    """Files by their paths. `looked` is the HEAD and the base between which no commit was found last.

    `changed` when something was learnt that is not on disk yet.
    """

    folder: str = ""
    files: dict[str, Read] = field(default_factory=dict)
    looked: tuple[str | None, str | None] | None = None
    changed: bool = False


def load(path: Path, folder: str) -> Memory:
    """The memory of the workspace at `folder`, empty where there is none that fits. It can always be made again."""
    try:
        with open(path, "rb") as stream:
            raw = stream.read(_LARGEST + 1)
        document = json.loads(raw) if len(raw) <= _LARGEST else {}
        if document["version"] != _VERSION or document["folder"] != folder:
            return Memory(folder)
        return Memory(folder, {name: _read(values) for name, values in document["files"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Memory(folder)


def save(memory: Memory, path: Path, disk: Disk) -> None:
    """Leave the memory on disk, replaced in one step, never made durable. Raises OSError."""
    files = {
        name: [*read.mark, *([found.slug, found.line, found.text] for found in read.found)]
        for name, read in memory.files.items()
    }
    document = {"version": _VERSION, "folder": memory.folder, "files": files}
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    if os.path.lexists(partial):
        disk.unlink(partial)
    # ASCII JSON: names that are not UTF-8 stay what they are.
    disk.write_new(partial, json.dumps(document, separators=(",", ":")).encode())
    disk.rename_over(partial, path)
    memory.changed = False


def _read(values: list[Any]) -> Read:
    size, modified, changed, inode, *found = values
    return Read((size, modified, changed, inode), tuple(Found(slug, line, text) for slug, line, text in found))
