"""Checkpoints: the relay's signature over the chain so far, so that a rewritten history cannot pass for the old one."""

from __future__ import annotations

from datetime import datetime

from nacl.signing import SigningKey

from mailbox_gui.core.journal.codec import moment_text
from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.records import Checkpoint
from mailbox_gui.core.keys.envelope import CHECKPOINT, BadSignature, sign_document, verify_document


def make_checkpoint(height: int, line_hash: str, at: datetime, key: SigningKey) -> Checkpoint:
    """The record that signs the chain up to `height`, whose line has the hash `line_hash`; `at` is its own moment."""
    document = {"height": height, "hash": line_hash, "at": moment_text(at)}
    signature = sign_document(CHECKPOINT, document, key)["signature"]
    return Checkpoint(document, bytes(key.verify_key).hex(), str(signature))


def require_checkpoint(entry: Entry, relay_public: str | None) -> None:
    """Raise DamagedLine unless `entry` is a checkpoint that the relay's key signed for exactly this place.

    With None any key may have signed it: then it shows only that nobody changed it by accident.
    """
    record = entry.record
    if not isinstance(record, Checkpoint):
        raise DamagedLine("it is not a checkpoint", entry.height)
    envelope = {"document": record.document, "key": record.key, "signature": record.signature}
    try:
        document, key = verify_document(CHECKPOINT, envelope)
    except BadSignature as error:
        raise DamagedLine(f"its checkpoint proves nothing: {error.reason}", entry.height) from None
    if relay_public is not None and key != relay_public:
        raise DamagedLine("its checkpoint is signed by another key than the relay's", entry.height)
    if document != {"height": entry.height - 1, "hash": entry.prev, "at": moment_text(entry.at)}:
        raise DamagedLine("its checkpoint is signed for another place", entry.height)
