"""Keys of channels: BIP-340 by its own vectors and by another implementation, and where an agent keeps its memory."""

from __future__ import annotations

import hashlib

import pytest

from mailbox_gui.core.keys.channel_key import ChannelKey, is_point, verify
from tests.support import bip340

ONE, TWO = (ChannelKey(number.to_bytes(32, "big")) for number in (1, 2))

# Of the table beside BIP-340: public key, message, signature, whether it holds.
VECTORS = [
    (
        "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
        "0000000000000000000000000000000000000000000000000000000000000000",
        ("e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f"
         "477df4900d310536c0"),
        True,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        ("6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea87"
         "1cfa95f6de339e4b0a"),
        True,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        ("6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea87"
         "1cfa95f6de339e4b0b"),
        False,
    ),
    (
        "eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34",  # not on the curve
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        ("6cff5c3ba86c69ea4b7376f31a9bcb4f74c1976089b2d9963da2e5543e17776969e89b4c5564d00349106b8497785dd7d1d713a8ae82b3"
         "2fa79d5f7fc407d39b"),
        False,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("public", "message", "signature", "holds"), VECTORS)
def test_the_vectors_of_the_paper(public: str, message: str, signature: str, holds: bool) -> None:
    assert verify(bytes.fromhex(message), signature, public) is holds
    assert bip340.verifies(bytes.fromhex(message), public, signature) is holds


@pytest.mark.parametrize("secret", [1, 2, 3, 0xC0FFEE, bip340.N - 1])
def test_our_signatures_hold_by_another_implementation(secret: int) -> None:
    key = ChannelKey(secret.to_bytes(32, "big"))
    assert key.public == bip340.public_of(secret)
    for content in (b"", b"hello", "ёж".encode() * 900):
        digest = hashlib.sha256(content).digest()
        signature = key.sign(digest)
        assert bip340.verifies(digest, key.public, signature)
        assert not bip340.verifies(hashlib.sha256(content + b".").digest(), key.public, signature)


@pytest.mark.parametrize(
    ("slug", "d_tag"),
    [
        ("core", "bdc233238ffe52e272b44cc233c8f33a2bc510b08be04495b225964283be4a90"),
        ("mem/example", "72d4f9629106451505d7d341ea85bb3ebad4f654fcfd2aad100d5a35f8a85cba"),
    ],
)
def test_the_vectors_of_storage_addresses(slug: str, d_tag: str) -> None:
    assert ONE._shared(TWO.public).hex() == "c41c775356fd92eadc63ff5a0dc1da211b268cbea22316767095b2871ea1412d"
    assert ONE.storage_address(TWO.public, slug) == d_tag
    # The other side derives the same, and nobody else does.
    assert TWO.storage_address(ONE.public, slug) == d_tag
    assert ChannelKey.generate().storage_address(TWO.public, slug) != d_tag


@pytest.mark.parametrize("public", ["", "00" * 32, "ff" * 32, "zz" * 32, "02" + ONE.public, "5" * 63])
def test_what_is_no_point(public: str) -> None:
    assert not is_point(public)
    assert not verify(bytes(32), "00" * 64, public)


@pytest.mark.parametrize("secret", [b"", bytes(32), b"\x01" * 31, b"\xff" * 32])
def test_what_is_no_secret(secret: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the library's own words
        ChannelKey(secret)


def test_a_key_does_not_show_its_secret() -> None:
    assert ONE.secret.hex() not in repr(ONE)
