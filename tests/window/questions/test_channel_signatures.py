"""What an agent said in a channel names its channel key, and never reads as the owner's own word."""

from __future__ import annotations

from datetime import UTC, datetime

from mailbox_gui.core.read_models.signature_state import SignatureState
from mailbox_gui.window.questions.signatures import signature_line

OWNER, KEY = "aa" * 32, "bb" * 32


def test_the_line_of_a_mention() -> None:
    line = signature_line(SignatureState("signed", OWNER, KEY, channel_key_of="builder"), OWNER, datetime.now(UTC))
    assert line.proved
    assert "channel key bbbb " in line.words
    assert "of builder" in line.words
    assert "you" not in line.words
    assert KEY in line.tip
