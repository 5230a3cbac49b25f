"""Names of members: a closed list."""

from __future__ import annotations

import pytest

from mailbox_gui.core.export.members import (
    ALWAYS,
    delegation_member,
    is_member,
    revocation_member,
    segment_member,
    segment_of,
)


def test_what_is_written_is_accepted() -> None:
    names = [*ALWAYS, segment_member(1), delegation_member("ab" * 32), revocation_member("ab" * 32)]
    assert [name for name in names if not is_member(name)] == []


def test_a_segments_name_is_read_back() -> None:
    assert segment_of(segment_member(4711)) == 4711
    assert segment_of("rules.json") is None


@pytest.mark.parametrize(
    "name",
    [
        "", "manifest.json", "journal/", "journal/1.jsonl", "journal/000000000001.jsonl\n",
        "journal//000000000001.jsonl",
        "./journal/000000000001.jsonl", "journal/../keys/owner.pub", "/keys/owner.pub", "keys/owner.secret",
        "keys/relay.secret", "keys\\owner.pub", "keys/sessions/x.json", f"keys/sessions/{'AB' * 32}.json",
        f"keys/sessions/{'ab' * 32}.key", "README.TXT", "readme.txt", ".relay/index.sqlite3", "c:rules.json",
        "journal/00000000000\u0661.jsonl",
    ],
)  # fmt: skip
def test_nothing_else_is(name: str) -> None:
    assert not is_member(name)
