"""A message that waits in the owner's queue for a decision: its line holds all that its bytes are rebuilt from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mailbox_gui.core.message.verdict import Signer


@dataclass(frozen=True, slots=True)
class Held:
    """A message that waits in the owner's queue for a decision.

    Text is as it was read; `head` is the exact header block, there only where the canonical one differs from it.
    `sha256` and `size` (bytes) are of the file. `folder` is the sender's, `file` the draft's name in the outbox.
    """

    id: str
    header: Mapping[str, str]
    head: str | None
    body: str
    size: int
    sha256: str
    file: str
    folder: str
    signer: Signer | None = None
