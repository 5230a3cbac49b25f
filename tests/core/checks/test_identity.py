"""Identity: the folder says who wrote it."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.identity import check
from mailbox_gui.core.message.draft_reading import unreadable_draft
from tests.core.checks.made import draft, facts


def test_the_folders_own_name_passes() -> None:
    assert check(draft(), facts()) == []


@pytest.mark.parametrize("claimed", ["hub", "owner", "Builder", "builder2", "builder/../hub", "\u0431uilder"])
def test_another_name_is_refused_and_the_folder_named(claimed: str) -> None:
    (fault,) = check(draft(from_=claimed), facts())
    assert fault.check == "identity"
    assert "builder" in fault.reason
    assert "from: builder" in fault.hint


def test_writing_as_the_owner_is_told_apart() -> None:
    (fault,) = check(draft(from_="owner"), facts())
    assert "nobody writes as the owner" in fault.hint


@pytest.mark.parametrize("missing", [None, ""])
def test_a_missing_sender_is_left_to_header(missing: str | None) -> None:
    assert check(draft(from_=missing), facts()) == []


def test_what_is_no_plain_file_is_refused() -> None:
    (fault,) = check(unreadable_draft("builder", "link.md", 12, "a symbolic link"), facts())
    assert "a symbolic link" in fault.reason
