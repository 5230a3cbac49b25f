"""A file in an outbox that the relay never takes, and why: what somebody wonders about who waits for an answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.folders.outbox import ACT_SUFFIX, RECEIPT_SUFFIX, is_ignored
from mailbox_gui.core.message.names import OWNER


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """The file at `path` in the outbox of `sender` is no mail; `hint` says what to do, or is empty."""

    path: Path
    sender: str
    reason: str
    hint: str = ""


def left_alone(path: Path, sender: str) -> LeftAlone | None:
    """Why the file in the outbox of `sender` is left alone, None when it is taken."""
    name = path.name
    if name.endswith(RECEIPT_SUFFIX):
        return LeftAlone(path, sender, "it is the relay's answer to an act of the owner")
    if name.endswith(ACT_SUFFIX):
        if sender == OWNER:
            return LeftAlone(path, sender, "it is an act of the owner, not a message; its answer will lie beside it")
        return LeftAlone(path, sender, "it is an act, and only the owner's outbox takes acts", "remove it")
    if is_ignored(name):
        reason = "names like this (.x, *.tmp, *.part, *~, *.swp) are work in progress"
        return LeftAlone(path, sender, reason, "when it is whole, rename it so that it ends in .md")
    if not name.endswith(".md"):
        return LeftAlone(path, sender, "its name does not end in .md", f"rename it to {path.stem}.md")
    return None
