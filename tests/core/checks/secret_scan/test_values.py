"""Values: secrets against what only stands where one could."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.secret_scan.values import is_hash, is_secret_value, is_uuid, trimmed
from tests.core.checks.secret_scan.made_up import ALNUM, BASE64, HEX, UPPER_DIGITS, drawn


@pytest.mark.parametrize(
    "value",
    [
        drawn(ALNUM, 16), drawn(ALNUM, 24), drawn(BASE64, 40), drawn(HEX, 32), drawn(UPPER_DIGITS, 32),
        "abcdef1234567890" + "abcd", "aBcDeFgHiJ" + "kLmNoPqR", "XK7F-9QP2-" + "M4TZ-8WLR",
        "s3cr3t-v4lu3-" + "h3r3-x9y8",
    ],
)  # fmt: skip
def test_secrets(value: str) -> None:
    assert is_secret_value(value)


@pytest.mark.parametrize(
    "value",
    [
        "", "short1", drawn(ALNUM, 15), "x" * 40, "xxxx-xxxx-xxxx-xxxx", "0000000000000000", "1234567890123456",
        "<your-token-here>", "your-token-here-1a2b3c", "changeme-1a2b3c4d5e", "${DEPLOY_TOKEN_1A2B}",
        "$DEPLOY_TOKEN_2026",
        "{{ deploy_token_1a2b }}", "%DEPLOY_TOKEN_2026%", "%(deploy_token_1a)s", "$(cat /run/token1a2b3c)",
        "plain-words-with-dashes", "snake_case_name_v2", "config.database.primaryPassword2",
        "crypto_sign_ed25519_KEYBYTES",
        "build-linux-x86_64-py311", "2026-11-30T12:03:01Z", "20261130T120301Z-builder-9b1d0c44aa10",
        "1.2.3-rc1+build5.x86",
        "/run/secrets/db_password_2026", "~/.config/tool/token2.json", "../keys/session1.key",
        "C:\\keys\\token1a2b.txt",
        "https://example.org/a1b2c3d4e5", "sha256:0123456789abcdef0123", "os.environ['TOKEN_1A2B3C']",
        "load_secret(name1a2b3c4d)",
        "SigningKeyOfTheOwner", "HmacKeyGenParams", "standardTokenizerName",
    ],
)  # fmt: skip
def test_no_secrets(value: str) -> None:
    assert not is_secret_value(value)


@pytest.mark.parametrize("value", ["SuperSecretPassword2026", "Summer2026Berlin!", "correct#horse!battery"])
def test_behind_a_word_for_a_password_less_is_enough(value: str) -> None:
    assert is_secret_value(value, strict=True)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("abc.", "abc"), ("abc),", "abc"), ("**abc**", "abc"), ("[abc]", "abc"), ("abc&page=2", "abc"),
        ("abc&", "abc&"), ("a&b", "a&b"), ("abc\\", "abc"),
    ],
)  # fmt: skip
def test_trimming(written: str, value: str) -> None:
    assert trimmed(written) == value


def test_hashes_and_uuids() -> None:
    assert all(is_hash(drawn(HEX, length)) for length in (32, 40, 64, 128))
    assert not is_hash(drawn(HEX, 33))
    assert is_uuid("7c9e6679-7425-40de-944b-e07fc1f90ae7")
    assert not is_uuid("7c9e6679-7425-40de-944b")
