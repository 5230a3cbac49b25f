"""A mail's signature covers every other byte of the file, and is put in without changing any."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from mailbox_gui.core.keys.envelope import MAIL, RULES, public_hex, signed_bytes
from mailbox_gui.core.keys.mail_signature import sign_mail, signed_part, verify_mail
from mailbox_gui.core.message.header_grammar import parse_header

KEY = SigningKey(bytes(range(32)))
PUBLIC = public_hex(KEY)
PLAIN = b"---\nfrom: builder\nto: hub\n---\nDone.\n"
# Made with another implementation of Ed25519 over the domain, a zero byte and PLAIN.
SIGNATURE = (
    "44baccc04c3f4d3c823f3777ea71e24b5ada0a5ce0e5ce0dbd78cc53428c741d"
    "3e64445101cdf681fb1f43773ca52789cd2584bf463dfaa1bf7944140e2a3102"
)
SIGNED = PLAIN.replace(b"---\nDone", b"signature: " + SIGNATURE.encode() + b"\n---\nDone")


def test_the_signature_is_the_headers_last_line_and_covers_the_rest() -> None:
    assert sign_mail(PLAIN, KEY) == SIGNED
    assert signed_part(SIGNED) == PLAIN
    assert verify_mail(SIGNED, SIGNATURE, PUBLIC)


def test_a_session_is_named_before_the_signature_and_covered_by_it() -> None:
    signed = sign_mail(PLAIN, KEY, session=True)
    header = parse_header(signed.decode())[0]
    assert [field.key for field in header.fields] == ["from", "to", "session", "signature"]
    assert header.get("session") == PUBLIC
    assert verify_mail(signed, header.get("signature") or "", PUBLIC)
    stripped = signed.replace(b"session: " + PUBLIC.encode() + b"\n", b"")
    assert not verify_mail(stripped, header.get("signature") or "", PUBLIC)


FORMS = [
    PLAIN,
    PLAIN.replace(b"\n", b"\r\n"),
    b"\xef\xbb\xbf" + PLAIN,
    b"---\n---\n",
    b"---\n---",
    b"---  \nfrom: builder\n--- \t\nbody",
    b"---\nfrom: builder\n---\n---\nsignature: no\n---\n",
    b"---\r\nfrom: builder\n---\r\nmixed\n",
    b"---\nfrom: builder\n---\n\xff\x00 bytes of any kind",
]


@pytest.mark.parametrize("raw", FORMS)
@pytest.mark.parametrize("session", [False, True])
def test_nothing_but_whole_lines_is_put_in(raw: bytes, session: bool) -> None:
    signed = sign_mail(raw, KEY, session)
    ending = b"\r\n" if raw.startswith(b"---\r\n") else b"\n"
    signature = signed.split(b"signature: ")[1][:128].decode()
    assert verify_mail(signed, signature, PUBLIC)
    without = signed.replace(b"signature: " + signature.encode() + ending, b"", 1)
    assert signed_part(signed) == without
    assert without.replace(b"session: " + PUBLIC.encode() + ending, b"", 1) == raw


UNSIGNED = [
    (b"", "no header"),
    (b"no header\n", "no header"),
    (b"---\nfrom: builder\n", "no header"),
    (b"---\nfrom: builder", "no header"),
    (b"---", "no header"),
    (b" ---\n---\n", "no header"),
    (b"----\n---\n", "no header"),
    (b"---\r\r\n---\n", "no header"),
    (SIGNED, "signed already"),
    (b"---\nsession: x\n---\n", "signed already"),
    (b"---\nsignature: x\nto: hub\n---\n", "signed already"),
]


@pytest.mark.parametrize(("raw", "reason"), UNSIGNED)
def test_what_cannot_be_signed_says_why(raw: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        sign_mail(raw, KEY)


@pytest.mark.parametrize(
    "raw",
    [
        PLAIN,
        b"---\n---\n",
        b"---\nsignature: x\nto: hub\n---\n",
        b"---\nsignature: x\n",
        b"---\nSignature: x\n---\n",
        b"---\n signature: x\n---\n",
        b"---\nto: hub\n---\nsignature: x\n---\n",
        b"",
    ],
)
def test_a_message_without_a_last_signature_line_has_no_signed_part(raw: bytes) -> None:
    assert signed_part(raw) is None
    assert not verify_mail(raw, SIGNATURE, PUBLIC)


@given(st.integers(0, len(SIGNED) - 1), st.integers(1, 255))
def test_any_changed_byte_of_what_is_signed_is_found(position: int, value: int) -> None:
    changed = bytearray(SIGNED)
    changed[position] ^= value
    line = SIGNED.index(b"signature: ")
    if line <= position < line + len("signature: ") + 129:
        # The line itself is not covered: a changed signature is read from it and does not fit.
        signature = SIGNED[line + 11 : line + 139]
        if line + 11 <= position < line + 139:
            signature = bytes(changed[line + 11 : line + 139])
            assert not verify_mail(bytes(changed), signature.decode("latin-1"), PUBLIC)
    else:
        assert not verify_mail(bytes(changed), SIGNATURE, PUBLIC)


def test_a_signature_of_another_use_is_none() -> None:
    for domain, valid in ((MAIL, True), (RULES, False)):
        signature = KEY.sign(signed_bytes(domain, PLAIN)).signature.hex()
        assert verify_mail(SIGNED, signature, PUBLIC) is valid


@pytest.mark.parametrize("signature", ["", "xyz", SIGNATURE.upper(), SIGNATURE + "\n", SIGNATURE[:-2], "🜚" * 128])
def test_a_malformed_signature_is_no_signature(signature: str) -> None:
    assert not verify_mail(SIGNED, signature, PUBLIC)


@pytest.mark.parametrize("key", ["", PUBLIC.upper(), PUBLIC[:-2], "ff" * 32])
def test_a_malformed_key_signed_nothing(key: str) -> None:
    assert not verify_mail(SIGNED, SIGNATURE, key)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"\n---\nDone", b" \n---\nDone"), (b"\n---\nDone", b"\t\n---\nDone"), (b"signature: ", b"signature:  "),
     (b"signature: ", b"signature:\t")],
)  # fmt: skip
def test_the_line_that_is_not_covered_has_one_form(old: bytes, new: bytes) -> None:
    """Else the same signed message could be sent again and again, each time as another file."""
    changed = SIGNED.replace(old, new)
    assert changed != SIGNED
    assert signed_part(changed) is None
    assert not verify_mail(changed, SIGNATURE, PUBLIC)
