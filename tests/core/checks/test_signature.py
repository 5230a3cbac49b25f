"""Signature: it holds, or it is refused; a bad one never counts as unsigned."""

from __future__ import annotations

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.checks.signature import check
from mailbox_gui.core.checks.signer import signer_of
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import compose
from mailbox_gui.core.message.verdict import Signer
from tests.core.checks.made import draft, facts, header, read

OWNER = SigningKey(b"o" * 32)
OTHER = SigningKey(b"x" * 32)
OWNER_KEY = bytes(OWNER.verify_key).hex()


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
