"""The signature of a mail: over the file's bytes without the `signature:` line, which is the header's last."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nacl.signing import SigningKey

from mailbox_gui.core.keys.envelope import MAIL, public_hex, signed_bytes, verifies

# The same marks that the header's grammar knows (message/header_grammar.py), on bytes.
_OPENING = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n")
_CLOSING = re.compile(rb"---[ \t]*(?:\r?\n|\Z)")
# The one line that the signature does not cover: it may be written in one way only, or the same signed message could be
# sent in many forms.
_SIGNATURE_LINE = re.compile(rb"signature: ?[0-9a-f]{128}\r?\n")


@dataclass(frozen=True, slots=True)
class _Header:
    """Where the header lies in the bytes: the start of its last line, the start of its closing line, its names."""

    last_line: int
    closing: int
    names: tuple[bytes, ...]


def signed_part(raw: bytes) -> bytes | None:
    """The file's bytes without its `signature:` line; None when that is not the last line of a closed header, or holds
    anything beside the signature."""
    header = _find_header(raw)
    if header is None or _SIGNATURE_LINE.fullmatch(raw, header.last_line, header.closing) is None:
        return None
    return raw[: header.last_line] + raw[header.closing :]


def sign_mail(raw: bytes, key: SigningKey, session: bool = False) -> bytes:
    """The message with `signature:` as the header's last line, and `session:` before it when `session` is set.

    Line endings are those of the first line. Raises ValueError when the header does not close or is signed already.
    """
    header = _find_header(raw)
    if header is None:
        raise ValueError("the message has no header that closes")
    if {b"session", b"signature"} & set(header.names):
        raise ValueError("the message is signed already")
    ending = b"\r\n" if raw.partition(b"\n")[0].endswith(b"\r") else b"\n"
    head, rest = raw[: header.closing], raw[header.closing :]
    if session:
        head += b"session: " + public_hex(key).encode("ascii") + ending
    signature = key.sign(signed_bytes(MAIL, head + rest)).signature
    return head + b"signature: " + signature.hex().encode("ascii") + ending + rest


def verify_mail(raw: bytes, signature: str, key: str) -> bool:
    """Whether `signature` (hex) covers the message and was made by `key` (hex)."""
    content = signed_part(raw)
    return content is not None and verifies(signed_bytes(MAIL, content), signature, key)


def _find_header(raw: bytes) -> _Header | None:
    """Where the header lies, by its marks alone: the grammar of its lines is not judged here."""
    opening = _OPENING.match(raw)
    if opening is None:
        return None
    names: list[bytes] = []
    last_line = position = opening.end()
    while position < len(raw):
        if _CLOSING.match(raw, position):
            return _Header(last_line, position, tuple(names))
        end = raw.find(b"\n", position) + 1
        if end == 0:
            return None
        names.append(raw[position:end].partition(b":")[0])
        last_line, position = position, end
    return None
