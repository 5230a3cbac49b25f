"""Whether a session key may sign this now: each way in which it may not is a reason of its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mailbox_gui.core.keys.delegation import Delegation
from mailbox_gui.core.keys.standing import Signing, Standing, troubles

OWNER, SESSION = "0a" * 32, "5e" * 32
FROM = datetime(2026, 11, 30, 12, tzinfo=UTC)
UNTIL = FROM + timedelta(days=30)
MADE = Delegation(OWNER, SESSION, "builder", FROM, UNTIL, 1, ("report",), ("nightly*",))
GOOD = Standing(MADE, height=5, at=FROM)
REVOKED = replace(GOOD, revoked_height=9, revoked_at=FROM + timedelta(days=2))
SIGNED = Signing(SESSION, "builder", "report", "nightly build", FROM + timedelta(days=1))


@pytest.mark.parametrize("now", [FROM, FROM + timedelta(days=1), UNTIL - timedelta(milliseconds=1)])
def test_from_the_first_moment_to_the_last_it_holds(now: datetime) -> None:
    assert troubles(GOOD, OWNER, replace(SIGNED, now=now)) == ()


TROUBLES: list[tuple[str, Standing | None, Signing, list[str], str]] = [
    (
        "nobody delegated it",
        None,
        SIGNED,
        ["unknown key"],
        "unknown session key 5e5e5e5e5e5e…: the owner has delegated",
    ),
    ("the owner's own key", None, replace(SIGNED, session=OWNER), ["owner's key"], "is the owner's own key"),
    (
        "another owner",
        replace(GOOD, delegation=replace(MADE, owner="0b" * 32)),
        SIGNED,
        ["other owner"],
        "delegated by another owner",
    ),
    ("another agent", GOOD, replace(SIGNED, agent="site"), ["wrong agent"], "delegated to builder, not to site"),
    (
        "revoked",
        REVOKED,
        SIGNED,
        ["revoked"],
        "the owner revoked the session key 5e5e5e5e5e5e… at 2026-12-02T12:00:00Z",
    ),
    (
        "a moment too early",
        GOOD,
        replace(SIGNED, now=FROM - timedelta(milliseconds=1)),
        ["not yet valid"],
        "not valid before 2026-11-30T12:00:00Z",
    ),
    ("the very end", GOOD, replace(SIGNED, now=UNTIL), ["expired"], "expired at 2026-12-30T12:00:00Z"),
    ("another kind", GOOD, replace(SIGNED, kind="task"), ["out of scope"], "a message of the kind `task`"),
    ("another topic", GOOD, replace(SIGNED, topic="weekly"), ["out of scope"], "the topic `weekly`"),
    (
        "everything at once, the gravest first",
        REVOKED,
        Signing(SESSION, "site", "task", "weekly", UNTIL),
        ["wrong agent", "revoked", "expired", "out of scope", "out of scope"],
        "not to site",
    ),
]


@pytest.mark.parametrize(
    ("standing", "signing", "words", "reason"), [row[1:] for row in TROUBLES], ids=[row[0] for row in TROUBLES]
)
def test_every_trouble_is_named(standing: Standing | None, signing: Signing, words: list[str], reason: str) -> None:
    found = troubles(standing, OWNER, signing)
    assert [trouble.word for trouble in found] == words
    assert reason in found[0].reason
    assert all(trouble.hint for trouble in found)
    assert len({trouble.reason for trouble in found}) == len(found)


def test_a_topic_that_may_hold_a_secret_is_not_repeated() -> None:
    (found,) = troubles(GOOD, OWNER, replace(SIGNED, topic="ghp_" + "x" * 36))
    assert "ghp" not in found.reason + found.hint


@pytest.mark.parametrize(
    ("height", "delegated", "revoked"), [(4, False, False), (5, False, False), (6, True, False), (8, True, False),
                                         (9, True, True), (20, True, True)]
)  # fmt: skip
def test_history_is_judged_by_what_held_at_its_height(height: int, delegated: bool, revoked: bool) -> None:
    then = REVOKED.at_height(height)
    assert (then is not None) == delegated
    assert (then is not None and then.revoked_height is not None) == revoked
