"""Names of markers, and which words of a text could be one."""

from __future__ import annotations

import hashlib

import pytest

from mailbox_gui.core.debts.slugs import derived_slug, is_slug, words_of


@pytest.mark.parametrize("text", ["a", "7", "slow-mock", "A_b", "обход", "x" * 64, "w-0a1b2c3d", "a--b"])
def test_a_slug(text: str) -> None:
    assert is_slug(text)
    assert text in words_of(f"see `{text}`, please.")


@pytest.mark.parametrize(
    "text",
    ["", "-a", "a-", "_a", "a b", "a.b", "a:b", "work:hub", "x" * 65, "a\n", "20261130T120301Z-builder-9b1d0c44aa10"],
)
def test_none(text: str) -> None:
    assert not is_slug(text)


def test_one_derived_is_of_the_folded_text() -> None:
    digits = hashlib.sha256(b"skip the slow mock").hexdigest()[:8]
    assert derived_slug("  skip\tthe  slow\nmock ") == f"w-{digits}"
    assert is_slug(derived_slug("\udcff anything"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fix slow-mock now", True),
        ("slow-mock", True),
        ("**slow-mock**, _slow-mock_", True),
        ("(slow-mock)", True),
        ("slow-mock's", True),
        ("path/slow-mock.py", True),
        ("very-slow-mock", False),
        ("slow-mocks", False),
        ("slow mock", False),
        ("Slow-Mock", False),
        ("x_slow-mock", False),
    ],
)
def test_whole_words_only(text: str, *, said: bool) -> None:
    assert ("slow-mock" in words_of("other", text)) is said
