"""Signature: it holds, or it is refused; a bad one never counts as unsigned."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.checks.facts import SigningFacts
from mailbox_gui.core.checks.signature import check
from mailbox_gui.core.checks.signer import signer_of
from mailbox_gui.core.keys.delegation import Delegation
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import compose
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.verdict import Signer
from tests.core.checks.made import NOW, draft, facts, header, read

OWNER = SigningKey(b"o" * 32)
OTHER = SigningKey(b"x" * 32)
SESSION = SigningKey(b"s" * 32)
OWNER_KEY, OTHER_KEY, SESSION_KEY = (bytes(key.verify_key).hex() for key in (OWNER, OTHER, SESSION))


def _signed(key: SigningKey = OWNER, *, folder: str = "builder", session: bool = False) -> bytes:
    return sign_mail(compose(header(from_=folder), "All 412 tests pass.\n"), key, session=session)


def _faults(checked: Draft) -> list[str]:
    return [fault.reason for fault in check(checked, facts(owner_key=OWNER_KEY))]


def test_unsigned_passes_where_it_is_optional() -> None:
    assert _faults(draft()) == []
    assert signer_of(draft(), facts(owner_key=OWNER_KEY)) is None


def test_the_owners_signature_passes_and_names_the_author() -> None:
    signed = read(_signed())
    assert _faults(signed) == []
    assert signer_of(signed, facts(owner_key=OWNER_KEY)) == Signer(author=OWNER_KEY, session="")


def test_crlf_and_bom_are_covered_as_they_stand() -> None:
    raw = b"\xef\xbb\xbf" + compose(header(), "one\ntwo\n").replace(b"\n", b"\r\n")
    assert _faults(read(sign_mail(raw, OWNER))) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"412", b"413"), (b"nightly", b"weekly"), (b"to: hub", b"to: site"), (b"12:03:01Z", b"12:03:02Z")],
)
def test_any_change_breaks_it(old: bytes, new: bytes) -> None:
    (reason,) = _faults(read(_signed().replace(old, new)))
    assert "does not verify" in reason


def test_another_key_does_not_verify() -> None:
    (reason,) = _faults(read(_signed(OTHER)))
    assert "does not verify" in reason


def _delegated(**changes: object) -> Standing:
    made = Delegation(OWNER_KEY, SESSION_KEY, "builder", NOW - timedelta(days=1), NOW + timedelta(days=1), 1)
    return Standing(replace(made, **changes), 3, NOW)  # type: ignore[arg-type]


def _session_faults(checked: Draft, standing: Standing | None) -> list[Fault]:
    known = SigningFacts(OWNER_KEY, {SESSION_KEY: standing}.get)
    return check(checked, replace(facts(), signing=known))


def _by_session(key: SigningKey = SESSION, **parts: str) -> bytes:
    return sign_mail(compose(header(**parts), "All 412 tests pass.\n"), key, session=True)


def test_a_delegated_session_key_passes_and_both_addresses_are_named() -> None:
    signed = read(_by_session())
    assert _session_faults(signed, _delegated()) == []
    known = replace(facts(), signing=SigningFacts(OWNER_KEY, {SESSION_KEY: _delegated()}.get))
    assert signer_of(signed, known) == Signer(author=OWNER_KEY, session=SESSION_KEY)
    required = read(_by_session(from_="signer"), folder="signer")
    assert _session_faults(required, _delegated(agent="signer")) == []


FAILURES: list[tuple[str, bytes, Standing | None, list[str]]] = [
    ("unknown key", _by_session(), None, ["unknown session key"]),
    ("another key under its name", _by_session(OTHER).replace(OTHER_KEY.encode(), SESSION_KEY.encode()),
     _delegated(), ["does not verify with the session key"]),
    ("bytes changed", _by_session().replace(b"412", b"413"), _delegated(), ["does not verify with the session key"]),
    ("bytes changed, and revoked too", _by_session().replace(b"412", b"413"),
     replace(_delegated(), revoked_height=5, revoked_at=NOW), ["does not verify"]),
    ("expired", _by_session(), _delegated(expires=NOW), ["expired at 2026-11-30T12:03:02Z"]),
    ("not yet valid", _by_session(), _delegated(not_before=NOW + timedelta(seconds=1)), ["is not valid before"]),
    ("revoked", _by_session(), replace(_delegated(), revoked_height=5, revoked_at=NOW), ["the owner revoked"]),
    ("another owner", _by_session(), _delegated(owner=OTHER_KEY), ["delegated by another owner"]),
    ("another agent", _by_session(), _delegated(agent="site"), ["delegated to site, not to builder"]),
    ("another kind", _by_session(), _delegated(kinds=("note",)), ["a message of the kind `report`"]),
    ("another topic", _by_session(topic="weekly"), _delegated(topics=("nightly*",)), ["the topic `weekly`"]),
    ("several at once", _by_session(), _delegated(agent="site", expires=NOW, kinds=("note",)),
     ["not to builder", "expired", "of the kind"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "standing", "reasons"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_each_way_to_fail_has_its_own_reason_and_a_hint(
    raw: bytes, standing: Standing | None, reasons: list[str]
) -> None:
    found = _session_faults(read(raw), standing)
    assert [fault.check for fault in found] == ["signature"] * len(reasons)
    assert all(words in fault.reason for words, fault in zip(reasons, found, strict=True))
    assert all(fault.hint for fault in found)


def test_the_owners_key_named_as_a_session_is_told_how_to_sign() -> None:
    (found,) = _session_faults(read(_by_session(OWNER)), None)
    assert "the owner's own key, which signs without `session`" in found.reason


def test_a_session_key_without_delegation_is_unknown() -> None:
    (reason,) = _faults(read(_signed(OTHER, session=True)))
    assert "unknown session key" in reason
    assert "delegated" in reason


def test_required_refuses_unsigned() -> None:
    (reason,) = _faults(draft(folder="signer", from_="signer"))
    assert "require" in reason
    assert _faults(read(_signed(folder="signer"), folder="signer")) == []


def test_everything_of_the_owner_is_signed_by_the_owners_key() -> None:
    (unsigned,) = _faults(draft(folder="owner", from_="owner"))
    assert "unsigned" in unsigned
    (session,) = _faults(read(_signed(OTHER, folder="owner", session=True), folder="owner"))
    assert "session key" in session
    assert _faults(read(_signed(folder="owner"), folder="owner")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"signature: ", b"signature: A"),
        (b"signature: ", b"signature:\nx-a: "),
        (b"---\nAll", b"x-late: 1\n---\nAll"),
    ],
)
def test_a_malformed_one_is_left_to_header(old: bytes, new: bytes) -> None:
    assert _faults(read(_signed().replace(old, new))) == []


def test_over_the_size_limit_nothing_can_be_verified() -> None:
    assert _faults(read(_signed() + b"x" * 500, limit=400)) == []


def test_without_an_owner_key_a_signature_is_refused() -> None:
    (fault,) = check(read(_signed()), facts(owner_key=None))
    assert "no owner key" in fault.reason


def test_where_nothing_could_be_read_nothing_is_said() -> None:
    assert _faults(read(b"\xff\xfe-\0-\0-\0\n\0", folder="owner")) == []
