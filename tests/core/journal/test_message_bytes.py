"""A message's bytes come out of its line to the letter, whatever way its header was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode, encode
from mailbox_gui.core.journal.message_bytes import head_to_keep, message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.message.header_grammar import parse_header
from mailbox_gui.core.message.verdict import Signer
from tests.core.journal.history import NOON

HEADS = [
    ("---\nfrom: builder\nto: hub\n---\n", False),
    ('---\ntopic: "  blanks kept  "\n---\n', False),
    ("---\r\nfrom: builder\r\n---\r\n", True),
    ("\ufeff---\nfrom: builder\n---\n", True),
    ("---\nfrom:builder\n---\n", True),
    ("---  \nfrom:   builder\n---\t\n", True),
    ("---\ntopic: 'quoted without need'\n---\n", True),
    ("---\nfrom: builder\n---", True),
]


@pytest.mark.parametrize(("head", "kept"), HEADS)
@pytest.mark.parametrize("body", ["", "Done.\n", "---\nno header\n---\n", "\ufeff\r\n\u2028"])
def test_bytes_are_rebuilt(head: str, kept: bool, body: str) -> None:
    header = parse_header(head + body if head.endswith("\n") else head)[0].as_dict()
    own_head = head_to_keep(header, head)
    assert (own_head is not None) is kept
    signer = Signer("a" * 64)
    for record in (
        Accepted("i", header, own_head, body, 1, "f0", "n.md", "builder"),
        Held("i", header, own_head, body, 1, "f0", "n.md", "builder"),
        Decided("d", "i", "approve", "", "f0", header, own_head, body, 1, "d.md", "owner", signer),
    ):
        read = decode(encode(1, NOON, record, NO_PREVIOUS)).record
        assert isinstance(read, Accepted | Held | Decided)
        assert message_bytes(read) == (head + body).encode()


@given(st.dictionaries(st.sampled_from(["from", "to", "topic", "x-note"]), st.text(max_size=30)), st.text(max_size=50))
def test_any_header_is_kept_where_it_cannot_be_rebuilt(header: dict[str, str], head: str) -> None:
    kept = head_to_keep(header, head)
    record = Accepted("i", header, kept, "", 0, "f0", "n.md", "builder")
    assert message_bytes(record) == head.encode()
