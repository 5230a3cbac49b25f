"""The end of a zip file: what is no whole archive is refused before anything of it is read."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest

from mailbox_gui.core.export.directory import require_whole
from mailbox_gui.core.export.refused import ArchiveRefused


def zipped(count: int = 3, comment: bytes = b"") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.comment = comment
        for number in range(count):
            file.writestr(f"{number}", b"")
    return buffer.getvalue()


def look(content: bytes) -> None:
    require_whole(io.BytesIO(content), len(content))


def ending(entries: int = 0, length: int = 0, offset: int = 0, disk: int = 0, start: int = 0) -> bytes:
    return struct.pack("<4s4H2LH", b"PK\x05\x06", disk, start, entries, entries, length, offset, 0)


def large_ending(entries: int, length: int, offset: int, mark: bytes = b"PK\x06\x06") -> bytes:
    end = struct.pack("<4sQ2H2L4Q", mark, 44, 45, 45, 0, 0, entries, entries, length, offset)
    return end + struct.pack("<4sLQL", b"PK\x06\x07", 0, 0, 1) + ending(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)


@pytest.mark.parametrize("count", [0, 1, 3, 70_000])
def test_a_whole_one_passes(count: int) -> None:
    look(zipped(count))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no whole zip file"),
        (b"PK", "no whole zip file"),
        (b"x" * 500, "no whole zip file"),
        (zipped()[:-1], "no whole zip file"),
        (zipped()[1:], "bytes lie before or behind it"),
        (b"x" + zipped(), "bytes lie before or behind it"),
        (zipped() + zipped(), "bytes lie before or behind it"),
        (zipped(comment=b"hello"), "no whole zip file"),
        (ending(disk=1), "a part of several"),
        (ending(start=1), "a part of several"),
        (ending(offset=1), "bytes lie before or behind it"),
        (ending(length=0xFFFFFFF0), "more members than any archive"),
        (large_ending(2**40, 0, 0), "more members than any archive"),
        (large_ending(1, 2**63, 0), "more members than any archive"),
        (large_ending(1, 0, 2**63), "bytes lie before or behind it"),
        (large_ending(0, 0, 0, b"XXXX"), "its directory is damaged"),
    ],
)
def test_anything_else_does_not(content: bytes, words: str) -> None:
    with pytest.raises(ArchiveRefused, match=words):
        look(content)
