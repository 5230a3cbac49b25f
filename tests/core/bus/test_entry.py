"""Entries on the wire: the order of their frames, bytes that come back to the letter, strict decoding."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.bus.entry import BusEntry, entry_wire, message_wire, read_entry, read_wire, wire
from mailbox_gui.core.bus.frames import BadFrame, frame, frames

AUTHOR, SESSION = "a" * 64, "5" * 64
ENTRY = BusEntry(7, 42, "builder", "build.status", "note", "r-1", "All is green.", AUTHOR, SESSION)
BODIES = [
    "ends in digits 12", "3:abc", "two\nlines\n", "a|b", "nul \0 inside", "🙂 и 検証", "<b>&amp;</b>", " ", "\0",
    entry_wire(ENTRY).decode(), "x" * 16_384,
]  # fmt: skip


def test_the_order_of_the_frames() -> None:
    assert message_wire(ENTRY) == b"1:72:427:builder12:build.status4:note3:r-113:All is green."
    assert entry_wire(ENTRY) == b"64:" + b"a" * 64 + b"64:" + b"5" * 64 + message_wire(ENTRY)
    assert entry_wire(replace(ENTRY, session="")).startswith(b"64:" + b"a" * 64 + b"0:1:7")
    assert wire([]) == b""
    assert wire([ENTRY, ENTRY]) == frame(entry_wire(ENTRY)) * 2


@pytest.mark.parametrize("body", BODIES)
def test_any_body_comes_back_to_the_letter(body: str) -> None:
    entry = replace(ENTRY, body=body)

    assert read_entry(entry_wire(entry)) == entry
    assert read_wire(wire([entry, ENTRY])) == (entry, ENTRY)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(TEXT, TEXT, TEXT, TEXT, TEXT, st.integers(1, 10**17), st.sampled_from(["", SESSION]))
def test_any_entry_comes_back(label: str, topic: str, kind: str, ref: str, body: str, seq: int, session: str) -> None:
    entry = BusEntry(seq, seq + 1, label, topic, kind, ref, body, AUTHOR, session)

    assert read_entry(entry_wire(entry)) == entry


def _with(**values: bytes) -> bytes:
    frames_of = {
        "author": AUTHOR.encode(), "session": b"", "seq": b"7", "height": b"42", "label": b"l", "topic": b"t",
        "kind": b"", "ref": b"", "body": b"b",
    }  # fmt: skip
    return frames((frames_of | values).values())


@pytest.mark.parametrize(
    "content",
    [
        _with(seq=b"07"), _with(seq=b"+7"), _with(seq=b"0"), _with(seq=b""), _with(seq=b"7 "), _with(height=b"x"),
        _with(seq="٧".encode()), _with(author=b"A" * 64), _with(author=b"a" * 63), _with(session=b"s" * 64),
        _with(body=b"\xff"), _with(label=b"\xc3"), _with() + b"x", _with() + b"0:", _with()[:-1], b"", b"64:",
    ],
)  # fmt: skip
def test_nothing_else_is_an_entry(content: bytes) -> None:
    assert read_entry(_with()).seq == 7
    with pytest.raises(BadFrame):
        read_entry(content)
