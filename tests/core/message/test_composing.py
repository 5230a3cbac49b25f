"""What is composed is read back to the letter, and written the same way again."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mailbox_gui.core.message.draft_reading import canonical_head, compose, read_draft
from mailbox_gui.core.message.header_grammar import is_forbidden
from mailbox_gui.core.message.kinds import KNOWN_FIELDS

KEYS = st.sampled_from(sorted(KNOWN_FIELDS)) | st.from_regex(r"\Ax-[a-z0-9-]{1,12}\Z")
VALUES = st.text(alphabet=st.characters(codec="utf-8"), max_size=40).filter(lambda text: not is_forbidden(text))
TRICKY = st.text(alphabet="\"'\\|>+- a#:2", max_size=8)
BODIES = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), max_size=200)


@given(st.dictionaries(KEYS, VALUES | TRICKY, max_size=6), BODIES)
@example({"topic": '"a'}, "")
@example({"topic": '"a\\"'}, "")
@example({"topic": "\\"}, "---\n---\n")
@example({"topic": " | "}, "\ufeff")
def test_composed_and_read_back_to_the_letter(fields: dict[str, str], body: str) -> None:
    raw = compose(fields, body)
    draft = read_draft("a", "a.md", raw, len(raw), 1 << 20)
    assert not draft.faults
    assert draft.header.as_dict() == fields
    assert list(draft.header.as_dict()) == list(fields)
    assert draft.body == body
    assert draft.head == canonical_head(draft.header.as_dict())
    assert ((draft.head or "") + (draft.body or "")).encode() == raw


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("plain", "topic: plain"),
        ("Re: build #12 [urgent]", "topic: Re: build #12 [urgent]"),
        ('say "hi"', 'topic: say "hi"'),
        ('"hi"', 'topic: "\\"hi\\""'),
        ("'hi'", "topic: \"'hi'\""),
        ("'it's'", "topic: 'it's'"),
        (" padded ", 'topic: " padded "'),
        ("|", 'topic: "|"'),
        (">-", 'topic: ">-"'),
        ("| x", "topic: | x"),
        ("", "topic: "),
    ],
)
def test_quotes_only_where_the_letter_would_be_lost(value: str, line: str) -> None:
    assert canonical_head({"topic": value}) == f"---\n{line}\n---\n"


@pytest.mark.parametrize(
    ("fields", "body", "reason"),
    [
        ({"topic": "a\nto: evil"}, "", "one line"),
        ({"topic": "a\rb"}, "", "one line"),
        ({"topic": "a\u2028b"}, "", "one line"),
        ({"topic": "a\u202eb"}, "", "one line"),
        ({"topic": "a\tb"}, "", "one line"),
        ({"topic": "\x1b[2J"}, "", "one line"),
        ({"priority": "high"}, "", "no field of that name"),
        ({"": "a"}, "", "no field of that name"),
        ({"x-a\nto": "b"}, "", "no field of that name"),
        ({"topic": "caf\udce9"}, "", "Unicode"),
        ({}, "caf\udce9", "Unicode"),
        ({}, "a\0b", "NUL"),
    ],
)
def test_what_no_message_can_carry_is_not_composed(fields: dict[str, str], body: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        compose(fields, body)
