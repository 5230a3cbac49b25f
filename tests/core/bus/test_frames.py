"""Frames: the length says where a value ends, whatever is in it; nothing else is a frame."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.bus.frames import BadFrame, frame, frames, read_frame, read_frames

TRICKY = [
    b"",
    b"abc",
    b"3:abc",
    b"12",
    b"7:",
    b"\n",
    b"\0",
    b"|",
    "é🙂".encode(),
    frame(b"x") * 3,
    b"0:" * 9,
    b"1:\xff",
]


def test_the_frame_of_a_text() -> None:
    assert frame("abc") == b"3:abc"
    assert frame("") == b"0:"
    assert frame("é🙂") == b"6:" + "é🙂".encode()


@pytest.mark.parametrize("value", TRICKY)
def test_a_value_that_looks_like_frames_comes_back(value: bytes) -> None:
    assert read_frames(frames([value, b"end"]), 2) == (value, b"end")


@given(st.lists(st.binary(max_size=60), max_size=9))
def test_what_was_framed_is_read(values: list[bytes]) -> None:
    content = frames(values)

    assert read_frames(content) == tuple(values)
    assert read_frames(content, len(values)) == tuple(values)


@pytest.mark.parametrize(
    "content",
    [
        b"3", b"3:", b"3:ab", b"03:abc", b"00:", b"+3:abc", b"-1:", b" 3:abc", b"3 :abc", b"3;abc", b":abc", b"a:abc",
        b"3:abcx", b"99999999999999999999:abc", "٣:abc".encode(), b"1_0:0123456789", b"3.0:abc", b"0x3:abc",
    ],
)  # fmt: skip
def test_anything_else_is_refused(content: bytes) -> None:
    with pytest.raises(BadFrame):
        read_frames(content)


def test_the_number_of_frames_is_exact() -> None:
    with pytest.raises(BadFrame, match="2 frames, not 3"):
        read_frames(frames([b"a", b"b"]), 3)
    with pytest.raises(BadFrame, match="more than 1 frames"):
        read_frames(frames([b"a", b"b"]), 1)


@given(st.binary(max_size=40))
def test_no_bytes_surprise_the_decoder(content: bytes) -> None:
    try:
        values = read_frames(content)
    except BadFrame:
        return
    assert frames(values) == content


def test_one_frame_at_a_time() -> None:
    assert read_frame(b"1:a2:bc", 3) == (b"bc", 7)
