"""Mail as it is read back: by the standard library, with the old and the new ways of reading headers."""

from __future__ import annotations

import email
import email.policy
import mailbox
from collections.abc import Mapping
from datetime import UTC, datetime
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from pathlib import Path

from mailbox_gui.core.export.delivered import Delivered
from mailbox_gui.core.journal.records import Accepted

NOON = datetime(2026, 11, 30, 12, 0, 5, tzinfo=UTC)
ID = "20261130T120000Z-builder-0123456789ab"
REF = "20261129T090000Z-hub-ba9876543210"


def delivered(body: str = "Passed.\n", header: Mapping[str, str] | None = None, **fields: str) -> Delivered:
    """An accepted message; `header` replaces fields whose names are no Python names."""
    read = {
        "from": "builder", "to": "hub", "kind": "note", "topic": "nightly build", "requires": "none",
        "created": "2026-11-30T12:00:00Z", **fields, **(header or {}),
    }  # fmt: skip
    record = Accepted(ID, read, None, body, len(body), "5e" * 32, "note.md", "builder")
    return Delivered(7, NOON, record, "accepted")


def read_eml(content: bytes) -> EmailMessage:
    return email.message_from_bytes(content, policy=email.policy.default)


def read_mbox(path: Path) -> list[Message]:
    box = mailbox.mbox(path, create=False)
    try:
        return list(box)
    finally:
        box.close()


def text(value: object) -> str:
    """A header's value, whichever way the mail was read."""
    return str(make_header(decode_header(str(value)))) if not hasattr(value, "defects") else str(value)


def body(mail: Message) -> bytes:
    content = mail.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content
