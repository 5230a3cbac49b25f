"""The signed envelope: fixed bytes, fixed signatures, and every way in which it can prove nothing."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from mailbox_gui.core.keys.envelope import (
    ACT,
    CHECKPOINT,
    DELEGATION,
    EXPORT,
    MAIL,
    RELAY,
    RULES,
    BadSignature,
    canonical,
    is_public_hex,
    public_hex,
    sign_document,
    signed_bytes,
    verifies,
    verify_document,
)

KEY = SigningKey(bytes(range(32)))
PUBLIC = "03a107bff3ce10be1d70dd18e74bc099" + "67e4d6309ba50d5f1ddc8664125531b8"
DOCUMENT: dict[str, object] = {"z": {}, "a": [1, True, None, "ё"]}

CANONICAL: list[tuple[dict[str, object], bytes]] = [
    ({}, b"{}"),
    (DOCUMENT, b'{"a":[1,true,null,"\xd1\x91"],"z":{}}'),
    (
        {"b": 1, "a": 2, "B": 3, "é": 4, "\U0001f600": 5, "\uffff": 6},
        '{"B":3,"a":2,"b":1,"é":4,"\uffff":6,"😀":5}'.encode(),
    ),
    (
        {"text": 'quote " back \\ slash / nul \x00 tab \t del \x7f'},
        b'{"text":"quote \\" back \\\\ slash / nul \\u0000 tab \\t del \x7f"}',
    ),
    ({"line": "\u2028\r\n"}, b'{"line":"\xe2\x80\xa8\\r\\n"}'),
    ({"n": -0, "m": 10**30}, b'{"m":1000000000000000000000000000000,"n":0}'),
    ({"t": (1, 2)}, b'{"t":[1,2]}'),
    ({"nested": {"b": {"d": 1, "c": 2}, "a": []}}, b'{"nested":{"a":[],"b":{"c":2,"d":1}}}'),
]

# Made with another implementation of Ed25519 over the domain, a zero byte and the canonical bytes of DOCUMENT.
SIGNATURES = {
    MAIL: "9e752264b5acf1a1029707096035d027ee86b22629b297c6048a3897b626f586"
    "f655bc0712db1fd36513b46366537bdb7c2953f006aace775517d45a64cdd80c",
    RULES: "dfc2d74f6cb98850dcfac370399272d6bb104d2128a98d253f5890d56041a618"
    "726b4614424e55dabd613b8b63c4848362e1a64241b6919f916278a3d7d1250a",
    ACT: "d57a54a824556b4a126ca16265f3867a28856ddb6102053959b6ed582629873b"
    "e8c17be1df8693ec23474bdcc9f8132be0f532d00761193a3effb9d665b86803",
    CHECKPOINT: "73f93ae78547a437849ad91db35df95793657ca3904cc965085337d3ef5e6c9e"
    "b04c7ee2cb5723881d49487b40ebf10076ed74672a26c3827646d0fe8ef57503",
    DELEGATION: "0183ec9042cd4fcdae69d44afb3e0ca9d7137cd0ab2dd943b939ca2330c99695"
    "c46c95bce7121d1786fb806323ef4db38f6a46945ed5f87adc35038b61b9e30b",
    RELAY: "c23e00f7bf48308c66ac0284a3af6c7081d573f115d092d16e267988f466e181"
    "6601aa5bcea999e984a9f2bb575b78a54cc7436d54dd9575fdcb4b74856cc90a",
    EXPORT: "4714414a92d9dcd3d4e6a643d831bb68782963d55bcb1b3402234e76c3d57c77"
    "a8fa82d4951e88227cba3f6c2d0aa99bab732438c4ceb65186e0133c3c6deb0a",
}


@pytest.mark.parametrize(("document", "content"), CANONICAL)
def test_a_document_has_one_form(document: dict[str, object], content: bytes) -> None:
    assert canonical(document) == content


WITHOUT_FORM: list[tuple[str, dict[object, object]]] = [
    ("a fraction", {"a": 1.0}),
    ("a fraction deep inside", {"a": [{"b": (1.5,)}]}),
    ("not a number", {"a": float("nan")}),
    ("a number as a name", {1: "a"}),
    ("none as a name", {"a": {None: 1}}),
    ("a lone surrogate", {"a": "\udcff"}),
    ("a lone surrogate in a name", {"\ud800": 1}),
    ("bytes", {"a": b"x"}),
    ("a set", {"a": {1}}),
]


@pytest.mark.parametrize("document", [row[1] for row in WITHOUT_FORM], ids=[row[0] for row in WITHOUT_FORM])
def test_what_two_programs_could_write_differently_has_no_form(document: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="document"):
        canonical(document)


def test_a_document_nested_too_deeply_has_no_form() -> None:
    document: dict[str, object] = {}
    for _ in range(100_000):
        document = {"a": document}
    with pytest.raises(ValueError, match="nested"):
        canonical(document)


@pytest.mark.parametrize("domain", list(SIGNATURES))
def test_the_signature_is_the_one_another_implementation_makes(domain: str) -> None:
    assert public_hex(KEY) == PUBLIC
    envelope = sign_document(domain, DOCUMENT, KEY)
    assert envelope == {"document": DOCUMENT, "key": PUBLIC, "signature": SIGNATURES[domain]}
    assert verify_document(domain, json.loads(json.dumps(envelope))) == (DOCUMENT, PUBLIC)


def test_every_use_has_a_domain_of_its_own() -> None:
    assert len(set(SIGNATURES)) == len(set(SIGNATURES.values())) == 7
    for domain in SIGNATURES:
        for other in SIGNATURES.keys() - {domain}:
            with pytest.raises(BadSignature, match="does not fit"):
                verify_document(domain, sign_document(other, DOCUMENT, KEY))


def test_another_implementation_accepts_what_is_signed_here() -> None:
    for domain in SIGNATURES:
        envelope = sign_document(domain, DOCUMENT, KEY)
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(envelope["key"])))
        public.verify(bytes.fromhex(str(envelope["signature"])), domain.encode() + b"\x00" + canonical(DOCUMENT))


# RFC 8032, 7.1, tests 1 and 2.
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a" + "0ee172f3daa62325af021a68f707511a",
        b"",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc" + "9c982ccf2ec4968cc0cd55f12af4660c",
        b"\x72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
]


@pytest.mark.parametrize(("key", "content", "signature"), RFC_8032)
def test_the_vectors_of_the_standard_verify(key: str, content: bytes, signature: str) -> None:
    assert verifies(content, signature, key)
    assert not verifies(content + b"x", signature, key)


def test_a_key_of_small_order_signs_nothing() -> None:
    """Such a key would verify one signature over any content."""
    assert not verifies(b"anything", "01" + "00" * 63, "01" + "00" * 31)
    assert not verifies(b"anything", "00" * 64, "00" * 32)


GOOD = sign_document(ACT, DOCUMENT, KEY)
BAD: list[tuple[str, object, str]] = [
    ("no object", None, "exactly the members"),
    ("a list", [], "exactly the members"),
    ("empty", {}, "exactly the members"),
    ("a member missing", {"document": {}, "key": PUBLIC}, "exactly the members"),
    ("a member too many", {**GOOD, "note": 1}, "exactly the members"),
    ("a document that is text", {**GOOD, "document": "{}"}, "not a JSON object"),
    ("a key that is a number", {**GOOD, "key": 1}, "64 lowercase"),
    ("a key in capitals", {**GOOD, "key": PUBLIC.upper()}, "64 lowercase"),
    ("a key with a newline", {**GOOD, "key": PUBLIC + "\n"}, "64 lowercase"),
    ("a key too short", {**GOOD, "key": PUBLIC[:-2]}, "64 lowercase"),
    ("a signature in capitals", {**GOOD, "signature": str(GOOD["signature"]).upper()}, "128 lowercase"),
    ("a signature too short", {**GOOD, "signature": "00" * 63}, "128 lowercase"),
    ("no signature", {**GOOD, "signature": None}, "128 lowercase"),
    ("another document", {**GOOD, "document": {}}, "does not fit"),
    ("another key", {**GOOD, "key": public_hex(SigningKey(bytes(32)))}, "does not fit"),
    ("another signature", {**GOOD, "signature": "00" * 64}, "does not fit"),
    ("a key that is no point", {**GOOD, "key": "ff" * 32}, "does not fit"),
    ("a fraction", {**GOOD, "document": {"a": 1.0}}, "no signature can cover"),
    ("a lone surrogate", {**GOOD, "document": {"a": "\ud800"}}, "no signature can cover"),
]


@pytest.mark.parametrize(("envelope", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_envelope_says_why_and_repeats_nothing_of_it(envelope: object, reason: str) -> None:
    with pytest.raises(BadSignature, match=reason) as caught:
        verify_document(ACT, envelope)
    assert PUBLIC not in caught.value.reason


JSON: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), JSON, max_size=5))
def test_any_document_survives_a_trip_through_a_file(document: dict[str, object]) -> None:
    envelope = json.loads(json.dumps(sign_document(RULES, document, KEY)))
    assert verify_document(RULES, envelope) == (document, PUBLIC)
    assert json.loads(canonical(document)) == document
    assert canonical(dict(reversed(document.items()))) == canonical(document)


@given(st.text(max_size=200))
def test_only_64_lowercase_hex_digits_are_a_key(text: str) -> None:
    assert not is_public_hex(text) or (len(text) == 64 and set(text) <= set("0123456789abcdef"))
    assert is_public_hex(PUBLIC)


def test_domain_and_content_cannot_run_into_each_other() -> None:
    assert signed_bytes("ab", b"c") != signed_bytes("a", b"bc")
