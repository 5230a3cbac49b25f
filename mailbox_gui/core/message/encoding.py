"""What is wrong with bytes that are not plain UTF-8 text, said so that the sender can save them right."""

from __future__ import annotations

from mailbox_gui.core.message.faults import Fault

_UTF8_HINT = "save the file as UTF-8 (with or without a byte order mark)"
_WIDE_HINT = (
    "save the file as UTF-8; in Windows PowerShell with `Set-Content -Encoding utf8`, since `>` and `Out-File` alone "
    "write UTF-16"
)


def wide_encoding(raw: bytes) -> str | None:
    """`UTF-16` or `UTF-32` when the bytes are written in it, with or without a byte order mark; else None."""
    if raw.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    start = raw[:256]
    if b"\0" not in start:
        return None
    if start.startswith((b"-\0\0\0-\0\0\0", b"\0\0\0-\0\0\0-")):
        return "UTF-32"
    # In UTF-16 a header's ASCII has its NULs on one side of every pair; a stray NUL in UTF-8 text does not.
    even, odd = start[0::2].count(0), start[1::2].count(0)
    most = max(even, odd)
    return "UTF-16" if min(even, odd) == 0 and most >= 4 and most * 8 >= len(start) else None


def wide_fault(encoding: str) -> Fault:
    """The fault of a file in UTF-16 or UTF-32."""
    return Fault("header", f"the file is written in {encoding}, mail is UTF-8", _WIDE_HINT)


def undecodable_fault(raw: bytes, at: int) -> Fault:
    """The fault of bytes that are not UTF-8 at offset `at`; the reason counts bytes and lines from 1."""
    line = raw.count(b"\n", 0, at) + 1
    return Fault("header", f"line {line}: byte {at + 1:,} of the file (0x{raw[at]:02X}) is not UTF-8", _UTF8_HINT)


def nul_fault(text: str, at: int) -> Fault:
    """The fault of a NUL character at index `at` of `text`."""
    line = text.count("\n", 0, at) + 1
    byte = len(text[:at].encode()) + 1
    return Fault("header", f"line {line}: a NUL character (byte {byte:,} of the file)", "remove it: mail is plain text")
