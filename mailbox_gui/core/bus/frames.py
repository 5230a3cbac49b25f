"""Frames: a value as its length in bytes, a colon, the bytes. Whatever is inside a value, its end is never in doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

# More digits than any length here has, so that a hostile one costs nothing to refuse.
_LENGTH: Final = re.compile(rb"(0|[1-9][0-9]{0,9}):")


class BadFrame(ValueError):
    """Bytes that are no frames; the text says what is wrong and at which byte."""


def frame(value: bytes | str) -> bytes:
    """The frame of a value; text is written as UTF-8. `frame("abc")` is `3:abc`."""
    content = value.encode("utf-8") if isinstance(value, str) else value
    return b"%d:%s" % (len(content), content)


def frames(values: Iterable[bytes | str]) -> bytes:
    """The frames of several values, one after the other."""
    return b"".join(map(frame, values))


def read_frame(content: bytes, start: int = 0) -> tuple[bytes, int]:
    """The value of the frame that begins at `start`, and where the next one begins. Raises BadFrame."""
    length = _LENGTH.match(content, start)
    if length is None:
        raise BadFrame(f"there is no length of a frame at byte {start}")
    end = length.end() + int(length[1])
    if end > len(content):
        raise BadFrame(f"the frame at byte {start} is longer than what follows")
    return content[length.end() : end], end


def read_frames(content: bytes, count: int | None = None) -> tuple[bytes, ...]:
    """All values of `content`, which is frames and nothing else; exactly `count` of them where it is given.

    Raises BadFrame.
    """
    values: list[bytes] = []
    at = 0
    while at < len(content):
        if len(values) == count:
            raise BadFrame(f"there are more than {count} frames: something follows at byte {at}")
        value, at = read_frame(content, at)
        values.append(value)
    if count is not None and len(values) < count:
        raise BadFrame(f"there are {len(values)} frames, not {count}")
    return tuple(values)
