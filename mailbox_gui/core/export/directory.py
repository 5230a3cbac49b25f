"""The end of a zip file, looked at before any of it is believed: whole, nothing before or behind, of sane size."""

from __future__ import annotations

import struct
from typing import IO, Final

from mailbox_gui.core.export.manifest import MOST_MEMBERS
from mailbox_gui.core.export.refused import ArchiveRefused

# The record at the very end, and the two before it where numbers are large (APPNOTE.TXT 4.3.14 to 4.3.16).
_END: Final = struct.Struct("<4s4H2LH")
_LOCATOR: Final = struct.Struct("<4sLQL")
_LARGE_END: Final = struct.Struct("<4sQ2H2L4Q")
# An entry of the directory is 46 bytes, the name and, for large files, 28 more.
_MOST_BYTES: Final = MOST_MEMBERS * 256


def require_whole(file: IO[bytes], size: int) -> None:
    """Raise ArchiveRefused unless the file, `size` bytes long, is one zip archive from its first byte to its last."""
    tail = _END.size + _LOCATOR.size + _LARGE_END.size
    file.seek(max(0, size - tail))
    end = file.read(tail)
    if not end[-_END.size :].startswith(b"PK\x05\x06") or len(end) < _END.size:
        raise ArchiveRefused("it is no whole zip file: cut off, damaged, or something else")
    _, disk, start_disk, here, entries, length, offset, comment = _END.unpack(end[-_END.size :])
    behind = _END.size
    if end[-_END.size - _LOCATOR.size :].startswith(b"PK\x06\x07") and len(end) == tail:
        mark, _, _, _, disk, start_disk, here, entries, length, offset = _LARGE_END.unpack(end[: _LARGE_END.size])
        behind = tail
        if mark != b"PK\x06\x06":
            raise ArchiveRefused("its directory is damaged")
    if disk or start_disk or here != entries or comment:
        raise ArchiveRefused("it is a part of several, or carries a comment")
    if entries > MOST_MEMBERS + 1 or length > _MOST_BYTES:
        raise ArchiveRefused("it has more members than any archive of this program")
    if offset + length + behind != size:
        raise ArchiveRefused("bytes lie before or behind it that do not belong to it")
