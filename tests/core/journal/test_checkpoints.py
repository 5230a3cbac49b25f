"""A checkpoint proves the chain up to its own place and nothing else."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.journal.checkpoints import make_checkpoint, require_checkpoint
from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode, encode
from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.records import Checkpoint, Stopped
from mailbox_gui.core.keys.envelope import RULES, public_hex, sign_document
from tests.core.journal.history import KEY, NOON

HASH = "ab" * 32
RECORD = make_checkpoint(6, HASH, NOON, KEY)
ENTRY = decode(encode(7, NOON, RECORD, HASH))


def test_the_relays_signature_over_height_hash_and_moment_is_accepted() -> None:
    assert RECORD.document == {"height": 6, "hash": HASH, "at": "2026-11-30T12:00:00.000Z"}
    require_checkpoint(ENTRY, public_hex(KEY))
    require_checkpoint(ENTRY, None)


OTHER = SigningKey(bytes(range(1, 33)))
REFUSED: list[tuple[str, Entry, str]] = [
    ("another height", dataclasses.replace(ENTRY, height=8), "another place"),
    ("another line before", dataclasses.replace(ENTRY, prev=NO_PREVIOUS), "another place"),
    ("another moment", dataclasses.replace(ENTRY, at=NOON + timedelta(milliseconds=1)), "another place"),
    ("another key", dataclasses.replace(ENTRY, record=make_checkpoint(6, HASH, NOON, OTHER)), "another key"),
    (
        "a changed document",
        dataclasses.replace(ENTRY, record=Checkpoint({**RECORD.document, "height": 9}, RECORD.key, RECORD.signature)),
        "proves nothing",
    ),
    (
        "a signature made for rules",
        dataclasses.replace(
            ENTRY,
            record=Checkpoint(
                RECORD.document, RECORD.key, str(sign_document(RULES, RECORD.document, KEY)["signature"])
            ),
        ),
        "proves nothing",
    ),
    ("another record", dataclasses.replace(ENTRY, record=Stopped("s")), "not a checkpoint"),
]


@pytest.mark.parametrize(("entry", "reason"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_anything_else_is_refused(entry: Entry, reason: str) -> None:
    with pytest.raises(DamagedLine, match=reason):
        require_checkpoint(entry, public_hex(KEY))
