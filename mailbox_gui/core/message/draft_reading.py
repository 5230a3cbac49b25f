"""From the bytes of a dropped file to a draft that the checks can judge. Nothing is judged here but the reading."""

from __future__ import annotations

import codecs
import hashlib
from datetime import datetime

from mailbox_gui.core.message.composing import canonical_head, compose
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.encoding import nul_fault, undecodable_fault, wide_encoding, wide_fault
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.header import Header
from mailbox_gui.core.message.header_grammar import parse_header
from mailbox_gui.core.message.ids import MessageId, id_of
from mailbox_gui.core.message.moments import parse_moment
from mailbox_gui.core.message.names import is_name

__all__ = ["canonical_head", "compose", "read_draft", "unreadable_draft"]


def read_draft(folder: str, file: str, raw: bytes, size: int, limit: int) -> Draft:
    """The draft `file` of the participant `folder`: `raw` is what was read of it, at most `limit` + 1 bytes.

    `size` is the file system's. Over the limit the draft is judged by its first bytes and has no raw, id or hash;
    where its header does not end within them it has no fields and no faults of reading (docs/protocol.md, Checks).
    """
    if size > limit or len(raw) > limit:
        return _read_too_large(folder, file, raw, size)
    sha256 = hashlib.sha256(raw).hexdigest()
    if wide := wide_encoding(raw):
        return Draft(folder, file, size, raw, sha256=sha256, faults=(wide_fault(wide),))
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        # Fields are read all the same, so that the reason names every fault at once; the text is not kept.
        header, faults, _ = parse_header(raw.decode(errors="replace"))
        created = _created(header)
        faults = (undecodable_fault(raw, error.start), *faults)
        return Draft(folder, file, size, raw, header, None, None, created, sha256, _id(created, header, sha256), faults)
    header, head, body, faults = _split(text)
    created = _created(header)
    return Draft(folder, file, size, raw, header, head, body, created, sha256, _id(created, header, sha256), faults)


def unreadable_draft(folder: str, file: str, size: int, what: str) -> Draft:
    """The draft of something in an outbox that is not a plain file; `what` says it: "a symbolic link"."""
    fault = Fault("identity", f"{what}, not a plain file", "write the message as a regular file of its own, no link")
    return Draft(folder, file, size, faults=(fault,))


def _read_too_large(folder: str, file: str, raw: bytes, size: int) -> Draft:
    encoding_fault: tuple[Fault, ...] = ()
    try:
        # The last character may be cut in two; that is no fault of the sender's.
        text = codecs.getincrementaldecoder("utf-8")().decode(raw)
    except UnicodeDecodeError as error:
        text = raw.decode(errors="replace")
        encoding_fault = (undecodable_fault(raw, error.start),)
    header, head, body, faults = _split(text)
    if head is None:
        return Draft(folder, file, size, body=text)
    return Draft(folder, file, size, None, header, head, body, _created(header), faults=(*encoding_fault, *faults))


def _split(text: str) -> tuple[Header, str | None, str, tuple[Fault, ...]]:
    """Header, head, body and faults of a text. Without a closed header there is no head, and all is body."""
    header, faults, offset = parse_header(text)
    start = offset or 0
    if "\0" in text and (at := text.find("\0", start)) >= 0:
        faults = (nul_fault(text, at), *faults)
    return header, text[:start] if offset is not None else None, text[start:], faults


def _created(header: Header) -> datetime | None:
    try:
        return parse_moment(header.get("created") or "")
    except ValueError:
        return None


def _id(created: datetime | None, header: Header, sha256: str) -> MessageId | None:
    sender = header.get("from") or ""
    return id_of(created, sender, sha256) if created is not None and is_name(sender) else None
