"""Notes on a query: each slip is named with what was probably meant, and what is right gets no word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.query_notes import query_notes

NAMES = ("hub", "builder", "researcher", "owner")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kind:nte", ["kind:nte: there is no such kind; did you mean note?"]),
        ("-kind:nte", ["kind:nte: there is no such kind; did you mean note?"]),
        ("is:foo", ["is:foo: there is no such state; there is unread"]),
        ("is:unraed", ["is:unraed: there is no such state; did you mean unread?"]),
        ("requires:ownr", ["did you mean owner?"]),
        ("verdict:refused", ["there is no such verdict"]),
        ("check:secret", ["did you mean secrets?"]),
        ("from:nobody", ["from:nobody: nobody here is called so; there is hub, builder, researcher and owner"]),
        ("to:bilder", ["did you mean builder?"]),
        ("agent:Bilder", ["did you mean builder?"]),
        ("after:nonsense", ["after:nonsense: not a point in time", "2026-11-30, today"]),
        ("before:2026-02-30", ["not a point in time"]),
        ("after:", ["after:: nothing follows the colon"]),
        ("from: builder", ["from:: nothing follows the colon"]),
        ('kind:""', ["it names nothing"]),
        ('"open', ['"open: the quote is not closed; all that follows is one phrase']),
        ('topic:"nightly build', ["the quote is not closed"]),
        ("frm:builder", ["there is no field of that name; did you mean from:?"]),
        ("x " * 70, ["only the first 64 terms"]),
        ("kind:nte from:nobody", ["no such kind", "nobody here"]),
        ("kind:" + "n" * 90, ["kind:nnnn", "…: there is no such kind"]),
    ],
)
def test_a_slip_is_named(text: str, words: list[str]) -> None:
    told = query_notes(text, NAMES)
    assert told
    for each in words:
        assert any(each in note for note in told), told


@pytest.mark.parametrize(
    "text",
    [
        "", "green", "POL-358", '"nightly build"', "kind:note -kind:task", "is:unread", "is:UNREAD", "to:OWNER",
        "before:yesterday after:3h", "after:2026-11-30T12:00:00Z", "https://example.org/x", "TODO: later", "12:30",
        'topic:"nightly build"', "id:9b1d0c", "signer:ab12", "check:duplicate", '""', "*", "(", "--once", '"kind:nte"',
        'topic:":"', "verdict:held",
    ],
)  # fmt: skip
def test_what_is_right_gets_no_word(text: str) -> None:
    assert query_notes(text, NAMES) == ()


@given(st.text(max_size=200))
def test_any_text_is_noted_without_an_error(text: str) -> None:
    assert all(isinstance(note, str) for note in query_notes(text, NAMES))
