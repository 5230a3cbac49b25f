"""From the core's rows to the rows of lists: words chosen, times preformatted, foreign text made visible."""

from __future__ import annotations

from datetime import datetime

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.signature_state import SignatureState
from mailbox_gui.window.draw.verdicts import UNPROVED
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.moments import exact, stamp
from mailbox_gui.window.questions.signatures import is_owners
from mailbox_gui.window.questions.source import Source

NOT_PROVED = "no decision that you signed stands behind this"
# As the commands write it. It is no name that anybody can have.
NO_RECIPIENT = "?"


def row_key(row: MessageRow) -> str:
    """What names the row in the window. A refused draft's id may come again, so it is named by its height."""
    return f"#{row.height}" if row.verdict == "rejected" or not row.id else row.id


def excerpt(text: str) -> str:
    """The beginning of a body on one line; of a table the cells, without the strokes between them."""
    if not text.startswith("|"):
        return text
    cells = [cell.strip() for cell in text.split("|")]
    return " · ".join(cell for cell in cells if cell.strip("-: "))


def shown_verdict(source: Source, row: MessageRow) -> str:
    """The verdict as lists show it. A decision that no signature of the owner proves is not called one."""
    if row.verdict in ("approved", "declined") and not source.decided_by_owner(row):
        return UNPROVED.word
    return "accepted" if row.verdict == "decision" else row.verdict


def list_row(
    source: Source,
    row: MessageRow,
    now: datetime,
    *,
    signature: SignatureState | None = None,
    unread: bool = False,
    second: str = "",
    flag: str = "",
    by_decision: bool = False,
) -> ListRow:
    """The row as lists show it. `second` is a pane's secondary line; `by_decision` stamps it as decided; `signature` is
    given where it was verified already."""
    signature = signature if signature is not None else source.signature(row)
    refused = row.verdict == "rejected"
    broken = f"the signature does not hold: {signature.reason}" if signature.state == "broken" else ""
    reason = f"{row.check}: {row.reason}" if refused and row.check else row.reason if refused else ""
    verdict = shown_verdict(source, row)
    if verdict == UNPROVED.word:
        reason = NOT_PROVED
    at = row.decided_at if by_decision and row.decided_at is not None else row.at
    return ListRow(
        key=row_key(row),
        height=row.height,
        at=row.at,
        sender=visible(row.sender),
        recipient=visible(row.recipient) or NO_RECIPIENT,
        kind=visible(row.kind) or "no kind",
        topic=visible(row.topic) or visible(row.file) or "no topic",
        excerpt=excerpt(visible(row.excerpt)),
        verdict=verdict,
        second=second or visible(row.kind),
        reason=visible(broken or reason),
        stamp=stamp(at, now),
        exact=exact(row.at),
        unread=unread,
        by_owner=is_owners(row, signature, source.owner_key),
        sha256=row.sha256,
        flag="broken" if broken else flag,
    )
