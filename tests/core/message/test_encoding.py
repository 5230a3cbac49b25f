"""Which bytes are told to be what."""

from __future__ import annotations

import pytest

from mailbox_gui.core.message.encoding import nul_fault, undecodable_fault, wide_encoding, wide_fault

TEXT = "---\nfrom: builder\nto: hub\ntopic: Привет\n---\nbody\n"


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (TEXT.encode(), None),
        (TEXT.encode("utf-8-sig"), None),
        (TEXT.encode("utf-16"), "UTF-16"),
        (TEXT.encode("utf-16-le"), "UTF-16"),
        (TEXT.encode("utf-16-be"), "UTF-16"),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "UTF-16"),
        (TEXT.encode("utf-32"), "UTF-32"),
        (TEXT.encode("utf-32-le"), "UTF-32"),
        (TEXT.encode("utf-32-be"), "UTF-32"),
        (b"\0\0\xfe\xff" + TEXT.encode("utf-32-be"), "UTF-32"),
        ("just text, no header".encode("utf-16-le"), "UTF-16"),
        (b"---\nfrom: a\0b\n---\nbody", None),
        (b"\0" * 100, None),
        (b"", None),
        (b"\0", None),
    ],
)
def test_wide_encodings_are_recognised(raw: bytes, encoding: str | None) -> None:
    assert wide_encoding(raw) == encoding


def test_hints_say_what_to_do() -> None:
    assert "UTF-8" in wide_fault("UTF-16").hint
    assert "UTF-16" in wide_fault("UTF-16").reason
    fault = undecodable_fault(b"one\ntwo\nth\xe9ree", 10)
    assert fault.reason == "line 3: byte 11 of the file (0xE9) is not UTF-8"
    assert "UTF-8" in fault.hint
    assert nul_fault("é\n\0", 2).reason == "line 2: a NUL character (byte 4 of the file)"
