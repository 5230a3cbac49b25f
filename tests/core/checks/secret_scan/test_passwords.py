"""Short passwords: what is mixed as only passwords are, and what only looks so."""

from __future__ import annotations

import random
import string

import pytest

from mailbox_gui.core.checks.secret_scan.passwords import SHORTEST_PASSWORD, is_no_password, is_short_password
from tests.core.checks.secret_scan.made_up import ALNUM, LOWER_DIGITS, UPPER_DIGITS, drawn
from tests.core.checks.secret_scan.refused_passwords import VALUES


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES.keys())
def test_passwords(value: str) -> None:
    assert is_short_password(value.rstrip("!"))


@pytest.mark.parametrize("alphabet", [ALNUM, LOWER_DIGITS, UPPER_DIGITS, ALNUM + "!#$@^&"])
@pytest.mark.parametrize("length", [10, 12, 15])
def test_nearly_all_that_is_drawn_is_found(alphabet: str, length: int) -> None:
    source = random.Random(f"{alphabet}{length}")
    texts = ("".join(source.choice(alphabet) for _ in range(length)) for _ in range(1_000))
    mixed = [text for text in texts if any(map(str.isdigit, text)) and any(map(str.isalpha, text))]
    found = sum(map(is_short_password, mixed))
    assert found >= 0.9 * len(mixed)


@pytest.mark.parametrize(
    "value",
    [
        "", drawn(ALNUM, SHORTEST_PASSWORD - 1), drawn(ALNUM, 16), "correcthorse", "see-the-vault", "1234567890",
        "passwordless", "password12", "testpass123", "my_password2", "changeme123", "ChangeMe!2026", "example!2026",
        "xxxx1234xxxx", "${DB_PW_2A}", "$DB_PW_2A3B", "@@DB_PW_2@@", "2026-11-30", "20261130T1203Z", "1.2.3-rc1+b5",
        "v1beta1alpha2", "utf8mb4_general", "Argon2id-v19", "PBKDF2-SHA256", "KeePassXC-2.7.9", "x86_64-linux",
        "site2026/db2", "/run/secrets/db", "kv/site/db2", "bob@host2.example", "10.0.0.12:5432", "1920x1080px",
        "args.password2", "get_pw(cfg2)", "db_pw2=user2", "required|min:12", "publickey,pw2", "input#password2",
        "[A-Za-z0-9]{10}", "OPS-41827-done", "DB2_PASSWORD", "password2Field", "SecretStr", "proxy_passwd",
    ],
)  # fmt: skip
def test_no_passwords(value: str) -> None:
    assert not is_short_password(value)


@pytest.mark.parametrize(
    ("value", "signed", "direct", "is_one"),
    [
        ("liver" + "pool08", True, True, True),
        ("liver" + "pool08", True, False, False),
        ("Sommer" + "2026", True, False, True),
        ("Sommer" + "2026", False, False, False),
        ("kV9mQ2" + "xTz7Lp", False, False, True),
    ],
)
def test_the_less_is_between_the_less_is_needed(value: str, *, signed: bool, direct: bool, is_one: bool) -> None:
    assert is_short_password(value, signed=signed, direct=direct) == is_one


def test_code_and_places_are_no_passwords_of_any_length() -> None:
    assert is_no_password("required|string|min:12|confirmed")
    assert is_no_password("/home/bob/work/site2026")
    assert not is_no_password("Sommer" + "2026Berlin!")


def test_long_values_are_judged_at_once() -> None:
    for part in ("a.", "a:", "a/", "a-", "@a.", "a,", "1", "Aa1!", "_", string.printable):
        is_no_password((part * 20_000)[:20_000])
