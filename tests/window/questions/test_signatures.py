"""The words for who signed: every state has its own, and none falls silently to another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mailbox_gui.core.read_models.delegations import DelegationRow
from mailbox_gui.core.read_models.signature_state import SignatureState
from mailbox_gui.window.questions.rows import excerpt
from mailbox_gui.window.questions.signatures import signature_line

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
OWNER, OTHER, SESSION = "ab" * 32, "cd" * 32, "12" * 32


def delegation(**changes: Any) -> DelegationRow:
    row = DelegationRow(
        SESSION, "builder", 3, NOW, NOW + timedelta(days=30), (), (), OWNER, 7, NOW, None, None
    )  # fmt: skip
    return row._replace(**changes)


def test_a_session_key_is_named_with_its_agent_and_its_end() -> None:
    line = signature_line(SignatureState("signed", OWNER, SESSION, delegation()), OWNER, NOW)
    assert line.words == "signed by session key 1212 of builder, delegated by you until 30 Dec"
    assert line.short == "session key 1212 of builder, until 30 Dec"
    assert (line.proved, line.tone, line.holds) == (True, "ok", True)
    assert OWNER in line.tip
    assert SESSION in line.tip


def test_scope_and_later_revocation_are_told() -> None:
    row = delegation(kinds=("note",), topics=("build/*",), revoked_height=9, revoked_at=NOW)
    line = signature_line(SignatureState("signed", OWNER, SESSION, row), OWNER, NOW)
    assert "revoked since (30 Nov)" in line.words
    assert line.short == "session key 1212 of builder, revoked since"
    assert "for note only" in line.tip
    assert "topics: build/*" in line.tip


@pytest.mark.parametrize(
    ("signature", "at_fault", "short", "tone", "holds"),
    [
        (SignatureState("signed", OWNER), True, "signed by you", "ok", True),
        (SignatureState("signed", OTHER), True, "key cdcdcdcd, not yours", "bad", False),
        (SignatureState("signed", OTHER, SESSION, delegation()), True, "key cdcdcdcd, not yours", "bad", False),
        (SignatureState("unsigned"), True, "not signed", "quiet", True),
        (SignatureState("refused", reason="expired"), True, "signature refused", "bad", True),
        (SignatureState("refused", reason="another"), False, "refused with a signature", "quiet", True),
        (SignatureState("broken", reason="bytes changed"), True, "signature broken", "bad", False),
    ],
)  # fmt: skip
def test_every_state_has_its_words(
    signature: SignatureState, at_fault: bool, short: str, tone: str, holds: bool
) -> None:
    line = signature_line(signature, OWNER, NOW, at_fault=at_fault)
    assert (line.short, line.tone, line.holds) == (short, tone, holds)
    assert line.proved == (tone == "ok")
    assert ("not signed" in line.words) == (signature.state == "unsigned")
    if signature.reason and at_fault:
        assert signature.reason in line.words


def test_without_the_owners_public_key_nothing_is_the_owners() -> None:
    line = signature_line(SignatureState("signed", OWNER), None, NOW)
    assert not line.proved
    assert "cannot be read" in line.words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Release 2.4.0 | passed", "Release 2.4.0 | passed"),
        ("| | this week | last | |---|:--:| | lost | 0 |", "this week · last · lost · 0"),
        ("|", ""),
    ],
)
def test_the_beginning_of_a_table_is_its_cells(text: str, shown: str) -> None:
    assert excerpt(text) == shown
