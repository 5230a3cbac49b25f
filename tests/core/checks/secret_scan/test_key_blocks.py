"""Where a private key block ends."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.secret_scan.key_blocks import whole_block
from tests.core.checks.secret_scan.made_up import BASE64, HEX, drawn, pem

_BEGIN = "-----BEGIN PRIVATE" + " KEY-----"
_END = "-----END PRIVATE" + " KEY-----"
_FULL = drawn(BASE64, 64)
_SHORT = drawn(BASE64, 6)


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        ([_BEGIN, _FULL, _FULL, _SHORT, _END, _FULL], 5),
        ([_BEGIN, _FULL, _FULL, _SHORT], 4),
        ([_BEGIN, _FULL, _FULL, "", "Thanks"], 3),
        ([_BEGIN, _FULL, _SHORT, "Thanks", "Bob"], 3),
        ([_BEGIN, _FULL, "That was it.", _FULL, _END], 2),
        ([_BEGIN, _FULL, "", _FULL, _END], 5),
        ([_BEGIN, _SHORT, _SHORT, _SHORT, _END], 5),
        ([f"> {_BEGIN}", f"> {_FULL}", f"> {_FULL}", f"> {_END}", "> bye"], 4),
        ([f'"{_BEGIN}"', f'"{_FULL}" +', f'    "{_FULL[:30]}" + "{_FULL[30:]}" +', f'"{_END}"', "bye"], 4),
        ([_BEGIN, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,00FF", "", _FULL, _FULL, _END], 7),
        ([_BEGIN + _FULL + _END, _FULL], 2),
        ([_BEGIN, _FULL + _END, _FULL], 2),
        (["PuTTY-User-Key" + "-File-3: x", "Encryption: none", _FULL, "Private-Lines: 1", _FULL,
          "Private-MAC: " + drawn(HEX, 64), "", "bye"], 6),
    ],
)  # fmt: skip
def test_the_last_line(lines: list[str], last: int) -> None:
    begun = range(1, 2) if lines[0].startswith("PuTTY") else range(1, 3)
    assert whole_block(begun, lines) == range(1, last + 1)


def test_nothing_behind_the_text() -> None:
    lines = pem().split("\n")
    assert whole_block(range(6, 8), lines) == range(6, 8)
    assert whole_block(range(1, 2), lines[:1]) == range(1, 2)
