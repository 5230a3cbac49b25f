"""Every signature in the journal, each judged by what held at its height and moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.bus.post import make_post
from mailbox_gui.core.journal.records import Accepted, Agent, Held, Posted, Record, Resumed, Stopped
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.signatures import SignatureProof
from tests.core.read_models.history import History, content, rejected
from tests.support.clock import NOON
from tests.support.signed_records import (
    OTHER,
    OTHER_KEY,
    OWNER,
    OWNER_KEY,
    SESSION,
    SESSION_KEY,
    by_act,
    decided,
    delegated,
    mail,
    revoked,
    rules,
    signed,
)

PLAIN = content("builder", "hub")
BY_SESSION = mail(Accepted, signed(PLAIN))
BY_OWNER = mail(Accepted, signed(content("builder", "hub", topic="by the owner"), OWNER))
HELD = mail(Held, signed(content("builder", "hub", requires="owner")))
OTHER_HELD = mail(Held, content("builder", "hub", topic="other", requires="owner"))
UNSIGNED = mail(Accepted, content("builder", "hub", topic="plain"))


def prove(records: Sequence[Record], owner: str = OWNER_KEY) -> tuple[list[Wrong], int]:
    proof, history = SignatureProof(owner), History(now=NOON)
    entries = [history.add(record) for record in records]
    return list(proof.prove(entries)), proof.verified


def test_a_good_history_has_nothing_wrong_and_every_signature_counts() -> None:
    wrong, verified = prove(
        [
            rules(1), delegated(kinds=["report"], topics=["nightly*"]), BY_SESSION, BY_OWNER, UNSIGNED, HELD,
            decided(HELD), revoked(), by_act(Agent, "agent-add", {"name": "x"}),
            by_act(Resumed, "resume", {"agent": "builder"}), rejected("builder", "hub"), Stopped("x"),
        ]
    )  # fmt: skip
    assert wrong == []
    # The delegation in an act is signed by itself.
    assert verified == 10


WRONG: list[tuple[str, list[Record], list[tuple[int, str]]]] = [
    ("mail changed", [replace(BY_SESSION, body="x\n")], [(3, "its id is of"), (3, "not hold")]),
    (
        "mail changed with its id and hash",
        [mail(Accepted, signed(PLAIN).replace(b"well", b"ill "))],
        [(3, "its signature does not hold")],
    ),
    ("a hash that is not its own", [replace(UNSIGNED, sha256="00" * 32)], [(3, "the hash that the line says")]),
    ("a signature passed over in silence", [replace(BY_SESSION, signer=None)], [(3, "does not vouch for")]),
    ("another owner", [replace(BY_SESSION, signer=Signer(OTHER_KEY, SESSION_KEY))], [(3, "not the one here")]),
    ("a session the message does not name", [replace(BY_OWNER, signer=Signer(OWNER_KEY, SESSION_KEY))],
     [(3, "another session key")]),
    ("a key nobody delegated", [mail(Accepted, signed(PLAIN, OTHER))], [(3, "unknown session key")]),
    ("mail after the revocation", [revoked(), BY_SESSION], [(4, "the owner revoked")]),
    ("mail before the revocation", [BY_SESSION, revoked()], []),
    ("another agent's key", [mail(Accepted, signed(content("site", "hub")), "site")], [(3, "not to site")]),
    ("from another folder", [replace(UNSIGNED, folder="site")], [(3, "another folder")]),
    ("a decision on nothing held", [decided(HELD)], [(3, "not held, or on other bytes")]),
    ("a decision on other bytes", [HELD, decided(replace(HELD, sha256="00" * 32))], [(4, "not held, or on other")]),
    ("a decision twice", [HELD, DECISION := decided(HELD), DECISION],
     [(5, "not held"), (5, "the same message was decided before")]),
    ("a decision of another key", [HELD, decided(HELD, key=OTHER)], [(4, "not signed by the owner")]),
    ("rules of another key", [rules(7, OTHER)], [(3, "a key that is not the owner's")]),
    ("many at once", [revoked(), BY_SESSION, rules(1), mail(Accepted, signed(PLAIN, OTHER))],
     [(4, "revoked"), (5, "an old pair"), (6, "unknown session key")]),
]  # fmt: skip


@pytest.mark.parametrize(("records", "expected"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_each_bad_signature_is_named_at_its_height(records: list[Record], expected: list[tuple[int, str]]) -> None:
    wrong, _ = prove([rules(5), delegated(), *records])
    assert [finding.height for finding in wrong] == [height for height, _ in expected]
    assert all(words in finding.text for finding, (_, words) in zip(wrong, expected, strict=True))


@pytest.mark.parametrize(
    ("days", "scope", "reason"),
    [
        (0, {}, ""),
        (29.9, {}, ""),
        (30.1, {}, "expired"),
        (-1, {}, "not valid before"),
        (0, {"kinds": ["note"]}, "of the kind `report`"),
        (0, {"topics": ["weekly*"]}, "the topic"),
    ],
)
def test_mail_is_judged_by_the_moment_of_its_line(days: float, scope: dict[str, list[str]], reason: str) -> None:
    proof, history = SignatureProof(OWNER_KEY), History(now=NOON - timedelta(days=10))
    entries = [history.add(record) for record in (rules(1), delegated(**scope))]  # type: ignore[arg-type]
    history.now = NOON + timedelta(days=days)
    entries.append(history.add(BY_SESSION))
    wrong = list(proof.prove(entries))
    assert [bool(reason)] * len(wrong) == [reason in finding.text for finding in wrong]
    assert bool(wrong) == bool(reason)


def test_the_keys_folder_must_name_who_signed_the_first_rules() -> None:
    wrong, _ = prove([rules(1), BY_OWNER], OTHER_KEY)
    assert [finding.height for finding in wrong] == [1]
    assert "not the owner's in the keys folder" in wrong[0].text


def _posted(
    seq: int = 1,
    signer: SigningKey = OTHER,
    author: str = OTHER_KEY,
    session: str = "",
    *,
    body: str = "b",
    key: str = "",
) -> Posted:
    post = make_post(signer, NOON, label="x", topic="nightly.build", kind="report", body="b")
    return Posted(
        seq, "x", "nightly.build", "report", "", body, author, session, key or post.key, post.signature, post.created
    )


def test_posts_are_proved_by_their_keys() -> None:
    by_session = _posted(2, SESSION, OWNER_KEY, SESSION_KEY)
    wrong, verified = prove([rules(1), _posted(), delegated(), by_session, _posted(3, OWNER, OWNER_KEY)])

    assert (wrong, verified) == ([], 6)


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([_posted(body="other")], "its signature does not hold"),
        ([_posted(key=OWNER_KEY)], "its signature does not hold"),
        ([_posted(author=OWNER_KEY)], "it names another author than the key stood for"),
        ([_posted(session=OTHER_KEY)], "it names another author than the key stood for"),
        ([_posted(2)], "it is post number 2, and should be 1"),
        ([delegated(), _posted(1, SESSION, SESSION_KEY)], "it names another author than the key stood for"),
        ([delegated(), revoked(), _posted(1, SESSION, OWNER_KEY, SESSION_KEY)], "revoked"),
        (
            [delegated(kinds=["note"]), _posted(1, SESSION, OWNER_KEY, SESSION_KEY)],
            "may not sign a message of the kind",
        ),
    ],
)
def test_a_post_that_is_not_what_its_line_says(records: list[Record], words: str) -> None:
    wrong, _ = prove([rules(1), *records])

    assert any(words in found.text for found in wrong)
