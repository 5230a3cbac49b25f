"""A protected secret opens with its passphrase only, and a planted file cannot make opening dear."""

from __future__ import annotations

import json

import pytest

from mailbox_gui.core.keys.protection import MODERATE, Cost, Protected, WrongPassphrase

CHEAP = Cost(ops=1, mem=8192)
SECRET = bytes(range(32))
SEALED = Protected.seal(SECRET, "correct horse", CHEAP)


def test_what_was_sealed_opens_after_a_trip_through_a_file() -> None:
    read = Protected.parse(SEALED.render())
    assert read == SEALED
    assert read.open("correct horse") == SECRET
    assert SECRET.hex().encode() not in SEALED.render()


@pytest.mark.parametrize("passphrase", ["", "Correct horse", "correct horse ", "correct horse\n", "x" * 10_000])
def test_another_passphrase_does_not_open_it(passphrase: str) -> None:
    with pytest.raises(WrongPassphrase):
        SEALED.open(passphrase)


def test_two_seals_of_one_secret_share_nothing() -> None:
    again = Protected.seal(SECRET, "correct horse", CHEAP)
    assert again.salt != SEALED.salt
    assert again.box != SEALED.box


def test_a_passphrase_is_the_same_however_its_accents_are_typed() -> None:
    assert Protected.seal(SECRET, "caf\u00e9 ё", CHEAP).open("cafe\u0301 \u0435\u0308") == SECRET


def test_a_passphrase_of_any_bytes_a_terminal_gives_works() -> None:
    assert Protected.seal(SECRET, "\udcff\x00", CHEAP).open("\udcff\x00") == SECRET


def test_the_usual_cost_is_libsodiums_moderate() -> None:
    assert Cost(ops=3, mem=256 << 20) == MODERATE


def _with(**changes: object) -> bytes:
    return json.dumps({**json.loads(SEALED.render()), **changes}).encode()


MEMBERS = json.loads(SEALED.render())
BAD: list[tuple[str, bytes, str]] = [
    ("empty", b"", "neither"),
    ("no JSON", b"{", "neither"),
    ("binary", b"\xff\x00", "neither"),
    ("nested", b"[" * 4000, "neither"),
    ("a list", b"[]", "not a protected key"),
    ("a member missing", json.dumps({n: v for n, v in MEMBERS.items() if n != "salt"}).encode(), "not a protected key"),
    ("a member too many", _with(hint="the dog"), "not a protected key"),
    ("version 2", _with(version=2), "newer version"),
    ("another cipher", _with(cipher="aes"), "newer version"),
    ("100 GB", _with(mem=100 << 30), "its cost"),
    ("more than 1 GiB", _with(mem=(1 << 30) + 1), "its cost"),
    ("too little memory", _with(mem=8191), "its cost"),
    ("a week of passes", _with(ops=10**9), "its cost"),
    ("no pass", _with(ops=0), "its cost"),
    ("a negative pass", _with(ops=-1), "its cost"),
    ("a fraction", _with(ops=1.0), "its cost"),
    ("true", _with(ops=True), "its cost"),
    ("text", _with(mem="8192"), "its cost"),
    ("a short salt", _with(salt="00"), "salt has the wrong length"),
    ("a salt that is no hex", _with(salt="zz" * 16), "salt is not hex"),
    ("a truncated secret", _with(secret=MEMBERS["secret"][:-2]), "secret has the wrong length"),
    ("a secret that is a number", _with(secret=5), "secret has the wrong length"),
]


@pytest.mark.parametrize(("content", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_file_that_is_no_protected_key_says_why(content: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Protected.parse(content)


def test_every_truncation_is_refused() -> None:
    content = SEALED.render()
    for length in range(len(content.rstrip())):
        with pytest.raises(ValueError, match="it is"):
            Protected.parse(content[:length])


def test_a_changed_secret_does_not_open() -> None:
    box = bytearray(SEALED.box)
    for position in range(len(box)):
        box[position] ^= 1
        with pytest.raises(WrongPassphrase):
            Protected(CHEAP, SEALED.salt, bytes(box)).open("correct horse")
        box[position] ^= 1
