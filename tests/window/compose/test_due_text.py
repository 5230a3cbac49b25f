"""A due that is typed by the owner's own clock becomes a moment; everything else is left for the checks."""

from __future__ import annotations

import pytest

from mailbox_gui.core.message.moments import parse_moment
from mailbox_gui.window.compose.due_text import due_field, due_shown


@pytest.mark.parametrize("text", ["2026-12-02 18:00", "2026-12-02T18:00", " 2026-12-02 18:00 "])
def test_a_local_moment_goes_there_and_back(text: str) -> None:
    field = due_field(text)
    assert parse_moment(field).astimezone().strftime("%Y-%m-%d %H:%M") == "2026-12-02 18:00"
    assert due_shown(field) == "2026-12-02 18:00"


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-13-02 18:00", "2026-12-02T18:00:00Z"])
def test_anything_else_goes_as_it_is(text: str) -> None:
    assert due_field(text) == text


def test_what_is_no_moment_is_shown_as_it_is() -> None:
    assert due_shown("soon") == "soon"
