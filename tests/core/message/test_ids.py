"""Ids: known before the relay runs, and never mistaken for a path."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest

from mailbox_gui.core.message.ids import derive_id, id_of, is_id


@pytest.mark.parametrize(
    ("created", "stamp"),
    [
        (datetime(2026, 11, 30, 12, 3, 1, 999_999, UTC), "20261130T120301Z"),
        (datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=3))), "20251231T220000Z"),
        (datetime(7, 1, 2, tzinfo=UTC), "00070102T000000Z"),
    ],
)
def test_an_id_is_time_sender_and_hash(created: datetime, stamp: str) -> None:
    digest = hashlib.sha256(b"content").hexdigest()
    made = derive_id(created, "builder", b"content")
    assert made == f"{stamp}-builder-{digest[:12]}" == id_of(created, "builder", digest)
    assert is_id(made)


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("20261130T120301Z-builder-9b1d0c44aa10", True),
        ("20261130T120301Z-a-9b1d0c44aa10", True),
        ("20261130T120301Z-a-b--c-9b1d0c44aa10", True),
        ("20261130T120301Z-" + "a" * 32 + "-9b1d0c44aa10", True),
        ("20261130T120301Z-" + "a" * 33 + "-9b1d0c44aa10", False),
        ("20261130T120301Z--a-9b1d0c44aa10", False),
        ("20261130T120301Z-a--9b1d0c44aa10", False),
        ("20261130T120301Z-builder-9B1D0C44AA10", False),
        ("20261130T120301Z-builder-9b1d0c44aa1", False),
        ("20261130T120301Z-builder-9b1d0c44aa100", False),
        ("20261130T120301Z-Builder-9b1d0c44aa10", False),
        ("20261130T120301-builder-9b1d0c44aa10", False),
        ("２0261130T120301Z-builder-9b1d0c44aa10", False),
        ("20261130T120301Z-builder-9b1d0c44aa10\n", False),
        ("20261130T120301Z-../x-9b1d0c44aa10", False),
        ("../20261130T120301Z-builder-9b1d0c44aa10", False),
        ("", False),
    ],
)
def test_the_form_of_an_id(text: str, valid: bool) -> None:
    assert is_id(text) is valid
