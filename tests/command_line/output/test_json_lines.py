"""JSON answers: one line, lossless, and harmless in a terminal."""

from __future__ import annotations

import json

import pytest

from mailbox_gui.command_line.output.json_lines import harmless, print_object

TEXTS = [
    "plain",
    "Grüße, мир, 世界 🧪",
    "\x1b[2J",
    "a\u202eb",
    "zero\u200bwidth",
    "\u2028line",
    "\U000e0041tag",
    "\udcff",
    "\x9b1m",
]


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_read_back_is_what_was_there(capsys: pytest.CaptureFixture[str], text: str) -> None:
    print_object({"text": text, text: 1})
    line = capsys.readouterr().out
    assert line.count("\n") == 1
    assert line.rstrip("\n").isprintable()
    assert json.loads(line) == {"text": text, text: 1}


def test_what_can_be_read_stays_readable() -> None:
    assert harmless('{"a":"Grüße 世界"}') == '{"a":"Grüße 世界"}'
