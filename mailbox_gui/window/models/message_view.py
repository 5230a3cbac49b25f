"""One opened message, ready to show: foreign text in one-line fields is visible already, the body is as it came."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from mailbox_gui.core.read_models.detail import CheckResult
from mailbox_gui.window.draw.verdicts import Tone
from mailbox_gui.window.models.list_row import ListRow


@dataclass(frozen=True, slots=True)
class SignatureLine:
    """Who signed, drawn from the verified signature only. `proved` is true for a good signature.

    `holds` is false where the journal vouches for a signature that is broken: such a message is never approved. `tip`
    names the keys whole.
    """

    words: str
    short: str
    proved: bool
    tone: Tone = "ok"
    holds: bool = True
    tip: str = ""


@dataclass(frozen=True, slots=True)
class FaultView:
    """One reason for a refusal."""

    check: str
    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class MessageView:
    """Everything the reading column and the detail show of a message."""

    row: ListRow
    requires: str
    long_stamp: str
    at: datetime
    id: str
    sha256: str
    raw_sender: str
    raw_topic: str
    """Sender and topic to the letter, for what is signed; never shown."""
    signature: SignatureLine
    trail: tuple[CheckResult, ...] = ()
    trail_note: str = ""
    faults: tuple[FaultView, ...] = ()
    fields: tuple[tuple[str, str, bool], ...] = ()
    """Name, value and whether a check refused it, in the order of the header."""
    head: str | None = None
    """The header block to the letter, None where only its fields were kept."""
    body: str = ""
    body_kept: bool = True
    """False where a refused draft's text was not kept: it held a secret, or is no text."""
    thread: tuple[ListRow, ...] = field(default=())
    """The messages of the same thread, oldest first, this one left out."""
    note: str = ""
    """The owner's note or reason on a decided message."""

    @property
    def exact(self) -> str:
        """The message as it was sent, as far as it was kept to the letter."""
        return f"{self.head or ''}{self.body}"
