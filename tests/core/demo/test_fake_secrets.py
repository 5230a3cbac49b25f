"""The demo's made-up secrets: each is one to the scanner, and the same chance makes the same."""

from __future__ import annotations

from random import Random

import pytest

from mailbox_gui.core.demo.fake_secrets import fake_secret
from mailbox_gui.core.message.draft_reading import read_draft
from tests.core.checks.secret_scan.loaded import loaded_scanner


@pytest.mark.parametrize("kind", ["github-token", "bearer", "password", "private-key"])
def test_it_is_found(kind: str) -> None:
    raw = f"---\nfrom: site\n---\nPASSWORD={fake_secret(kind, Random(7))}\n".encode()
    assert loaded_scanner().scan(read_draft("site", "a.md", raw, len(raw), 16_384))


def test_it_is_drawn_anew_and_can_be_repeated() -> None:
    chance = Random(7)
    first, second = fake_secret("bearer", chance), fake_secret("bearer", chance)
    assert first != second
    assert first == fake_secret("bearer", Random(7))
