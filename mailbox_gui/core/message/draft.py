"""A draft: the bytes an agent dropped, read once, with everything that can be said of them without judging."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.header import Header
from mailbox_gui.core.message.ids import MessageId


@dataclass(frozen=True, slots=True)
class Draft:
    """What the checks judge. Made by `read_draft` (bytes) or `unreadable_draft` (not a plain file).

    `folder` is the participant in whose outbox the file lay, `file` its name there (surrogate escapes for names
    that are not UTF-8), `size` its size in bytes in the file system. `raw` is None for a file over the size limit
    and for what is not a plain file; then there is no `sha256` and no `id`. `head` is the exact text of the header
    block, closing line included (a BOM too), and `body` what follows: `(head + body).encode() == raw` where all three
    are not None. Without a closed header `head` is None and `body` the whole text; without text (not UTF-8, not a plain
    file) both are None, the fields being kept as far as they could be read. Of a file over the limit all this is what
    its first bytes hold. `faults` are those of reading alone (encoding, grammar, not a plain file).
    """

    folder: str
    file: str
    size: int
    raw: bytes | None = None
    header: Header = field(default_factory=Header)
    head: str | None = None
    body: str | None = None
    created: datetime | None = None
    sha256: str | None = None
    id: MessageId | None = None
    faults: tuple[Fault, ...] = ()

    def get(self, key: str) -> str:
        """The header's value of `key`, or an empty text."""
        return self.header.get(key) or ""
