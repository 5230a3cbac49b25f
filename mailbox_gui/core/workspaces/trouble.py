"""What keeps a scan from its work, as a value: said once, gone with its cause."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Final

# Every kind that a scan may speak of.
KINDS: Final = (
    "workspace-missing",
    "workspace-unreadable",
    "workspace-large",
    "workspace-slow",
    "workspace-git",
    "workspace-rewritten",
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """`kind` is one of KINDS; `text` says it in one sentence, `advice` what to do."""

    kind: str
    text: str
    advice: str = ""


class Interrupted(Exception):
    """The scan was told to stop; nothing came of it."""


def unreadable(error: OSError) -> Trouble:
    """The trouble that an error of the file system stands for."""
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return Trouble("workspace-missing", "the workspace is not there", "make it, or correct its path in rules.json")
    return Trouble(
        "workspace-unreadable",
        f"the workspace cannot be read: {error.strerror or error}",
        "give this user read access to it, or correct its path in rules.json",
    )
