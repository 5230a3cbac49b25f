"""From bytes to drafts: encodings, ids, what is kept of a text that cannot be read or is too large."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import read_draft, unreadable_draft

LIMIT = 16_384
HEAD = "---\nfrom: builder\nto: hub\nkind: report\ntopic: t\nrequires: none\ncreated: 2026-11-30T12:03:01Z\n---\n"


def read(raw: bytes, limit: int = LIMIT) -> Draft:
    return read_draft("builder", "note.md", raw[: limit + 1], len(raw), limit)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (HEAD, "All tests pass.\n"),
        (HEAD, ""),
        (HEAD, "---\nnot: a header\n---\n"),
        (HEAD, "\r\n\x1b[31m\u202e\u2028 kept byte for byte \t"),
        (HEAD.replace("\n", "\r\n"), "CRLF\r\n"),
        ("\ufeff" + HEAD, "with a mark\n"),
        (HEAD[:-1], ""),
        (HEAD.replace("topic: t", "topic: 'q'\nx-own: \u200b"), "Привет 👋"),
    ],
)
def test_a_draft_is_split_without_loss(head: str, body: str) -> None:
    raw = (head + body).encode()
    draft = read(raw)
    assert not draft.faults
    assert (draft.folder, draft.file, draft.size, draft.raw) == ("builder", "note.md", len(raw), raw)
    assert (draft.head, draft.body) == (head, body)
    assert draft.created == datetime(2026, 11, 30, 12, 3, 1, tzinfo=UTC)
    assert draft.sha256 == hashlib.sha256(raw).hexdigest()
    assert draft.id == f"20261130T120301Z-builder-{draft.sha256[:12]}"


@pytest.mark.parametrize(
    ("change", "has_id"),
    [
        (("created: 2026-11-30T12:03:01Z", "created: soon"), False),
        (("created: 2026-11-30T12:03:01Z\n", ""), False),
        (("from: builder", "from: ../x"), False),
        (("from: builder", "from: "), False),
        (("from: builder\n", ""), False),
        (("from: builder", "from: other"), True),
        (("topic: t", "topic: |"), True),
        (("---\n", "--\n"), False),
    ],
)
def test_an_id_needs_a_sender_and_a_time(change: tuple[str, str], has_id: bool) -> None:
    draft = read((HEAD.replace(*change) + "body").encode())
    assert (draft.id is not None) is has_id
    assert draft.sha256


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_refused_with_what_to_do(encoding: str) -> None:
    draft = read((HEAD + "body").encode(encoding))
    assert len(draft.faults) == 1
    assert "UTF-8" in draft.faults[0].hint
    assert (draft.head, draft.body, draft.header.fields, draft.id) == (None, None, (), None)
    assert draft.sha256


def test_bytes_that_are_not_utf8_are_named_with_line_and_byte_and_the_fields_still_read() -> None:
    raw = HEAD.encode() + b"caf\xe9\n"
    draft = read(raw)
    assert draft.faults[0].reason == f"line 9: byte {len(HEAD) + 4} of the file (0xE9) is not UTF-8"
    assert (draft.head, draft.body) == (None, None)
    assert draft.get("topic") == "t"
    assert draft.id


def test_bytes_that_are_not_utf8_in_the_header_do_not_hide_its_other_faults() -> None:
    draft = read(HEAD.replace("topic: t", "topic: caf\xe9\n\nfoo: bar").encode("latin-1") + b"body")
    assert [fault.reason.partition(":")[0] for fault in draft.faults] == ["line 5", "line 6", "line 7"]


@pytest.mark.parametrize(
    ("raw", "reasons"),
    [
        (HEAD.encode() + b"a\0b", ["line 9: a NUL"]),
        (HEAD.replace("topic: t", "topic: a\0b").encode() + b"body", ["line 5: `topic` holds a NUL"]),
        (b"---\nfrom: a\nhello\0", ["line 3: a NUL", "the header is not closed"]),
        (b"hello\0", ["line 1: a NUL", "line 1: no front matter"]),
    ],
)
def test_nul_is_refused_with_its_place(raw: bytes, reasons: list[str]) -> None:
    found = [fault.reason for fault in read(raw).faults]
    assert [reason[: len(start)] for reason, start in zip(found, reasons, strict=True)] == reasons


@pytest.mark.parametrize("text", ["hello", "---\nfrom: a\nno end", ""])
def test_without_a_closed_header_all_is_body_so_that_secrets_in_it_are_found(text: str) -> None:
    draft = read(text.encode())
    assert (draft.head, draft.body) == (None, text)
    assert draft.faults


def test_at_the_limit_a_draft_is_whole() -> None:
    raw = HEAD.encode()
    raw += b"x" * (LIMIT - len(raw))
    assert read(raw).raw == raw


@pytest.mark.parametrize("extra", [1, 2, 5_000])
def test_over_the_limit_a_draft_is_judged_by_its_first_bytes(extra: int) -> None:
    raw = HEAD.replace("topic: t", "topc: t").encode()
    raw += b"x" * (LIMIT - len(raw) + extra)
    draft = read(raw)
    assert (draft.raw, draft.id, draft.sha256, draft.size) == (None, None, None, LIMIT + extra)
    assert draft.get("to") == "hub"
    assert draft.created
    assert (draft.head or "").endswith("\n---\n")
    assert len((draft.head or "") + (draft.body or "")) == LIMIT + 1
    assert ["unknown field" in fault.reason for fault in draft.faults] == [True]


@pytest.mark.parametrize(
    "raw",
    [
        HEAD[:-4].encode() + b"x-a: " + b"x" * LIMIT + b"\n---\nbody",
        b"x" * (LIMIT + 1),
        b"\n" * (LIMIT * 2),
        ("\ufeff" + "я" * LIMIT).encode(),
        ("x" * LIMIT).encode("utf-16"),
        b"\xff" * (LIMIT + 1),
        b"\0" * (LIMIT + 1),
        b"---\n" + b"x\n" * LIMIT,
    ],
)
def test_over_the_limit_without_an_end_of_the_header_nothing_but_the_size_is_said(raw: bytes) -> None:
    draft = read(raw)
    assert (draft.faults, draft.header.fields, draft.head, draft.raw, draft.id) == ((), (), None, None, None)
    assert draft.body


def test_a_closing_line_that_is_cut_by_the_limit_does_not_close() -> None:
    raw = HEAD.encode() + b"body" * LIMIT
    within = len(HEAD) - 3
    assert read(raw, within - 1).head is None


def test_a_character_cut_by_the_limit_is_no_fault() -> None:
    raw = HEAD.encode() + "я".encode() * LIMIT
    for limit in range(1_000, 1_004):
        assert read(raw, limit).faults == ()


def test_a_wrong_byte_over_the_limit_is_named() -> None:
    raw = HEAD.encode() + b"\xff" + b"x" * LIMIT
    assert "0xFF" in read(raw).faults[0].reason


def test_a_file_that_grew_after_it_was_measured_is_over_the_limit() -> None:
    raw = HEAD.encode() + b"x" * LIMIT
    assert read_draft("builder", "note.md", raw[: LIMIT + 1], 10, LIMIT).raw is None


def test_what_is_no_plain_file_is_an_identity_fault() -> None:
    draft = unreadable_draft("builder", "link.md", 7, "a symbolic link")
    assert (draft.folder, draft.file, draft.size, draft.raw, draft.head) == ("builder", "link.md", 7, None, None)
    assert [fault.check for fault in draft.faults] == ["identity"]
    assert "a symbolic link" in draft.faults[0].reason


@given(st.binary(max_size=200), st.integers(0, 200))
def test_any_bytes_become_a_draft(raw: bytes, limit: int) -> None:
    draft = read(raw, limit)
    if draft.raw is not None and draft.head is not None and draft.body is not None:
        assert (draft.head + draft.body).encode() == raw
    if len(raw) <= limit:
        assert draft.sha256 == hashlib.sha256(raw).hexdigest()


@given(st.text(alphabet="-\n\r\t :fromx\ufeff\"'\\|\x00é", max_size=60))
def test_any_text_is_split_without_loss(text: str) -> None:
    raw = f"---\n{text}".encode()
    draft = read(raw)
    if draft.head is not None:
        assert draft.head + (draft.body or "") == f"---\n{text}"
    elif draft.body is not None:
        assert draft.body == f"---\n{text}"
