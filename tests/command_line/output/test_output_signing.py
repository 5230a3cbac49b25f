"""Who signed, in words: each state its own, foreign text in it harmless, and none a silent fall to unsigned."""

from __future__ import annotations

from datetime import UTC, datetime

import click
import pytest

from mailbox_gui.command_line.output.pairs import Painted
from mailbox_gui.command_line.output.signing import signature_pairs, signed_by
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.read_models.delegations import DelegationRow
from mailbox_gui.core.read_models.signature_state import UNSIGNED, SignatureState

OWNER, SESSION = "0" * 64, "abcdef012345" + "9" * 52
BEGINS, ENDS, BETWEEN = (datetime(2026, 11, day, 12, tzinfo=UTC) for day in (1, 29, 15))
# Moments are shown in local time.
END, MIDDLE = (f"{moment.astimezone():%Y-%m-%d}" for moment in (ENDS, BETWEEN))
VALID = DelegationRow(SESSION, "builder", 1, BEGINS, ENDS, (), (), OWNER, 3, BEGINS, None, None)
REVOKED = VALID._replace(revoked_height=9, revoked_at=BETWEEN)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (UNSIGNED, ["signed unsigned"]),
        (
            SignatureState("refused", reason="it does not verify"),
            ["signed with a signature that proves nothing: it does not verify"],
        ),
        (
            SignatureState("broken", reason="not so \x1b[2J"),
            ["signed the signature does not hold: not so ␛[2J; see mailbox verify"],
        ),
        (SignatureState("signed", OWNER), ["signed with the owner's own key", f"author {OWNER}"]),
        (
            SignatureState("signed", OWNER, SESSION, VALID),
            [
                f"signed with the session key of builder, delegated until {END}",
                f"author {OWNER}",
                f"session {SESSION}",
            ],
        ),
        (
            SignatureState("signed", OWNER, SESSION, REVOKED),
            [f"delegated until {END}", f"author {OWNER}", f"session {SESSION}", f"revoked {MIDDLE}"],
        ),
    ],
)
def test_a_message_that_is_opened(state: SignatureState, told: list[str]) -> None:
    pairs = list(signature_pairs(state))
    lines = [f"{name} {click.unstyle(text.text) if isinstance(text, Painted) else text}" for name, text in pairs]
    assert len(lines) == len(told)
    for line, words in zip(lines, told, strict=True):
        assert words in line


def test_what_does_not_hold_is_red() -> None:
    ((_, words),) = signature_pairs(SignatureState("broken", reason="x"))
    assert isinstance(words, Painted)
    assert "\x1b[31m" in words.text


@pytest.mark.parametrize(
    ("signer", "known", "wide", "text"),
    [
        (None, {}, True, "unsigned"),
        (Signer(OWNER), {}, True, "owner"),
        (Signer(OWNER, SESSION), {SESSION: VALID}, True, f"abcdef012345 until {END}"),
        (Signer(OWNER, SESSION), {SESSION: REVOKED}, True, f"abcdef012345 until {MIDDLE}"),
        (Signer(OWNER, SESSION), {SESSION: VALID}, False, "abcdef012345"),
        (Signer(OWNER, SESSION), {}, True, "abcdef012345"),
    ],
)
def test_a_message_in_a_list(signer: Signer | None, known: dict[str, DelegationRow], wide: bool, text: str) -> None:
    cell = signed_by(signer, known, wide=wide)
    assert cell.text == text
    assert len(cell.text) <= 29
    assert (cell.colour == "") == (signer is None)
