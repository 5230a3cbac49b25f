"""Every rule of the protocol's field table, one row a case."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import compose, read_draft, unreadable_draft
from mailbox_gui.core.message.fields import field_faults
from mailbox_gui.core.message.moments import format_moment

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
PLAIN = {
    "from": "builder",
    "to": "hub",
    "kind": "report",
    "topic": "t",
    "requires": "none",
    "created": "2026-11-30T12:00:00Z",
}
REF = "20261130T090000Z-hub-1f0c5a77d2e9"
DECISION = PLAIN | {"from": "owner", "kind": "decision", "ref": REF, "verdict": "approve", "sha256": "0" * 64}
SIGNED = {"session": "a" * 64, "signature": "b" * 128}


def draft_of(fields: Mapping[str, str | None], body: str = "body", folder: str | None = None) -> Draft:
    kept = {key: value for key, value in fields.items() if value is not None}
    raw = compose(kept, body)
    return read_draft(folder or ("owner" if kept.get("from") == "owner" else "builder"), "a.md", raw, len(raw), 16_384)


def reasons(fields: Mapping[str, str | None], body: str = "body", folder: str | None = None) -> list[str]:
    faults = field_faults(draft_of(fields, body, folder), NOW)
    assert all(fault.check == "header" and fault.hint for fault in faults)
    return [fault.reason for fault in faults]


@pytest.mark.parametrize(
    "change",
    [
        {},
        *({"kind": kind} for kind in ("task", "request", "question", "reply", "workaround", "escalation", "note")),
        *({"requires": requires} for requires in ("none", "reply", "report", "owner")),
        {"kind": "note", "requires": "owner"},
        {"topic": "x"},
        {"topic": "x" * 120},
        {"topic": "👋" * 120},
        # 240 scalar values as sent, 120 after NFC.
        {"topic": "e\u0301" * 120},
        {"topic": "\u03b1\u0313\u0300\u0345" * 120},
        {"topic": "\u200b"},
        {"created": "2026-11-30T12:05:00Z"},
        {"created": "2026-11-30T12:05:00.000000999Z"},
        {"created": "2026-11-30T15:05:00+03:00"},
        {"created": "0001-01-01T00:00:00Z"},
        {"ref": REF},
        {"due": "2020-01-01T00:00:00Z"},
        {"due": "2030-01-01T00:00:00.123456789-12:00"},
        {"x-own": ""},
        {"x-own": "anything", "x-more": "too"},
        SIGNED,
        {"signature": SIGNED["signature"]},
        # Judged by identity, recipient and route, not here.
        {"from": "../x", "to": "a, b"},
    ],
)
def test_what_is_allowed(change: dict[str, str]) -> None:
    assert reasons({**PLAIN, **change}) == []


@pytest.mark.parametrize(
    ("change", "body"),
    [
        ({}, ""),
        ({}, "  \n"),
        ({"verdict": "decline"}, "because"),
        ({"verdict": "waive", "ref": "w-0a1b2c3d"}, "because"),
        ({"verdict": "waive", "ref": "work:builder"}, "because"),
        ({"requires": "reply"}, ""),
        (SIGNED, ""),
    ],
)
def test_what_is_allowed_in_a_decision(change: dict[str, str], body: str) -> None:
    assert reasons({**DECISION, **change}, body) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        *(({key: None}, f"missing: `{key}`") for key in PLAIN),
        ({"to": None, "kind": None}, "missing: `to` and `kind`"),
        ({"from": None, "to": None, "kind": None}, "missing: `from`, `to` and `kind`"),
        *(({key: ""}, f"`{key}` is empty") for key in PLAIN),
        *(({key: ""}, f"`{key}` is empty") for key in ("ref", "due", "signature")),
        ({"kind": "Report"}, "line 4: `kind` is not a kind (`Report`)"),
        ({"kind": "memo"}, "line 4: `kind` is not a kind (`memo`)"),
        ({"kind": "decision", "ref": REF, "verdict": "approve", "sha256": "0" * 64}, "only the owner sends a decision"),
        ({"topic": "x" * 121}, "line 5: `topic` has 121 characters, at most 120"),
        ({"topic": "👋" * 121}, "121 characters"),
        # Four scalar values that NFC writes as one: the most there are.
        ({"topic": "\u03b1\u0313\u0300\u0345" * 121}, "characters, at most 120"),
        # One scalar value that NFC writes as three.
        ({"topic": "\ufb2c" * 41}, "123 characters"),
        ({"requires": "answer"}, "line 6: `requires` is none of what can be required (`answer`)"),
        ({"requires": "None"}, "(`None`)"),
        ({"kind": "note", "requires": "reply"}, "a note asks for no answer"),
        ({"kind": "note", "requires": "report"}, "a note asks for no answer"),
        ({"created": "2026-11-30T12:05:00.001Z"}, "more than 5 minutes in the future"),
        ({"created": "2026-11-30T12:05:01Z"}, "more than 5 minutes in the future"),
        ({"created": "2026-11-30T12:00:00-00:06"}, "more than 5 minutes in the future"),
        ({"created": "9999-12-31T23:59:59Z"}, "more than 5 minutes in the future"),
        ({"created": "2026-11-30"}, "line 7: `created`: the time and the offset are missing"),
        ({"created": "2026-11-30t12:00:00z"}, "capital"),
        ({"created": "now"}, "not a date and time"),
        ({"due": "tomorrow"}, "line 8: `due`: it is not a date and time"),
        ({"due": "2026-11-30T12:00:60Z"}, "seconds go from 00 to 59"),
        ({"ref": "the last one"}, "line 8: `ref` is not a message id"),
        ({"ref": f"{REF}, {REF}"}, "not a message id"),
        ({"ref": "work:builder"}, "not a message id"),
        ({"ref": f"../{REF}"}, "not a message id"),
        ({"verdict": "approve"}, "line 8: `verdict` stands in a decision only"),
        ({"sha256": "0" * 64}, "`sha256` stands in a decision only"),
        ({"session": "a" * 64}, "`session` without a `signature`"),
        (SIGNED | {"session": "A" * 64}, "`session` is not 64 lowercase hex digits"),
        (SIGNED | {"session": "a" * 63}, "`session` is not 64 lowercase hex digits"),
        ({"session": "", "signature": "b" * 128}, "`session` is empty"),
        (SIGNED | {"signature": "B" * 128}, "`signature` is not 128 lowercase hex digits"),
        (SIGNED | {"signature": "b" * 127}, "`signature` is not 128 lowercase hex digits"),
        (SIGNED | {"signature": "b" * 129}, "`signature` is not 128 lowercase hex digits"),
        (SIGNED | {"signature": "٣" * 128}, "`signature` is not 128 lowercase hex digits"),
        (SIGNED | {"x-late": "1"}, "`signature` is not the last line of the header"),
        ({"signature": "b" * 128, "session": "a" * 64}, "`signature` is not the last line of the header"),
    ],
)
def test_what_is_refused(change: dict[str, str | None], reason: str) -> None:
    found = reasons({**PLAIN, **change})
    assert len(found) == 1, found
    assert reason in found[0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"verdict": None}, "missing: `verdict`"),
        ({"sha256": None, "ref": None}, "missing: `ref` and `sha256`"),
        ({"verdict": ""}, "`verdict` is empty"),
        ({"verdict": "approved"}, "`verdict` is not a verdict (`approved`)"),
        ({"sha256": "A" * 64}, "`sha256` is not 64 lowercase hex digits"),
        ({"sha256": "0" * 63}, "`sha256` is not 64 lowercase hex digits"),
        ({"ref": "w-0a1b2c3d"}, "`ref` is not a message id"),
        ({"verdict": "waive", "ref": "two words"}, "`ref` is not a message id"),
        ({"requires": "owner"}, "does not wait for the owner's own decision"),
        ({"kind": "task", "verdict": None, "sha256": None, "requires": "owner"}, "own decision"),
    ],
)
def test_what_is_refused_of_the_owner(change: dict[str, str | None], reason: str) -> None:
    found = reasons({**DECISION, **change})
    assert len(found) == 1, found
    assert reason in found[0]


@pytest.mark.parametrize(("folder", "sender"), [("builder", "owner"), ("owner", "builder"), ("builder", "builder")])
def test_a_decision_comes_from_the_owner_by_folder_and_by_name(folder: str, sender: str) -> None:
    assert any("only the owner" in reason for reason in reasons(DECISION | {"from": sender}, folder=folder))


@pytest.mark.parametrize("body", ["", " ", "\n\n", "\t\r\n", "\u3000\u00a0\u2003"])
def test_a_body_of_white_space_is_empty(body: str) -> None:
    assert reasons(PLAIN, body) == ["the body is empty"]


@pytest.mark.parametrize("body", [".", "\u200b", "\n\n.\n"])
def test_a_body_of_anything_else_is_not(body: str) -> None:
    assert reasons(PLAIN, body) == []


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ({"kind": "taks"}, "did you mean `task`?"),
        ({"kind": "Report"}, "did you mean `report`?"),
        ({"kind": "memo"}, "Allowed: task, request, question"),
        ({"requires": "repl"}, "`reply`"),
        ({"kind": "note", "requires": "reply"}, "`none` or `owner`"),
        ({"created": "2026-11-30T15:00:00Z"}, "here it is 2026-11-30T12:00:00Z"),
        ({"created": "today"}, "2026-11-30T12:03:01Z"),
        ({"due": ""}, "or leave the line out"),
    ],
)
def test_hints_that_an_agent_can_act_on(change: dict[str, str], hint: str) -> None:
    assert any(hint in fault.hint for fault in field_faults(draft_of(PLAIN | change), NOW))


def test_every_fault_is_named_at_once_in_the_order_of_the_table() -> None:
    wrong = dict.fromkeys(("kind", "requires", "created", "due", "ref"), "x")
    found = reasons({"from": "builder", "kind": "", "topic": "x" * 121, **wrong}, body="")
    shown = ["missing: `to`", "`kind`", "`topic`", "`requires`", "`created`", "`due`", "`ref`", "body"]
    assert [part in reason for part, reason in zip(shown, found, strict=True)] == [True] * 8


def test_the_future_is_measured_to_the_microsecond() -> None:
    latest = NOW + timedelta(minutes=5)
    assert reasons(PLAIN | {"created": format_moment(latest)}) == []
    assert reasons(PLAIN | {"created": format_moment(latest + timedelta(milliseconds=1))})


@pytest.mark.parametrize(
    "draft",
    [
        read_draft("builder", "a.md", b"no header", 9, 100),
        read_draft("builder", "a.md", "---\nfrom: a\n---\n".encode("utf-16"), 34, 100),
        read_draft("builder", "a.md", b"---\n" + b"x-a: b\n" * 34, 242, 100),
        unreadable_draft("builder", "a.md", 0, "a FIFO"),
    ],
)
def test_nothing_more_is_said_where_no_header_could_be_read(draft: Draft) -> None:
    assert field_faults(draft, NOW) == []


def test_a_header_without_end_still_tells_what_is_missing() -> None:
    raw = b"---\nfrom: builder\nto: hub\n\nhello"
    found = field_faults(read_draft("builder", "a.md", raw, len(raw), 100), NOW)
    assert [fault.reason for fault in found] == ["missing: `kind`, `topic`, `requires` and `created`"]


def test_an_empty_header_lacks_everything() -> None:
    raw = b"---\n---\nbody"
    found = field_faults(read_draft("builder", "a.md", raw, len(raw), 100), NOW)
    assert [fault.reason for fault in found] == [
        "missing: `from`, `to`, `kind`, `topic`, `requires` and `created`",
    ]


def test_over_the_limit_the_body_is_not_called_empty() -> None:
    raw = compose(PLAIN, " " * 300)
    assert field_faults(read_draft("builder", "a.md", raw[:201], len(raw), 200), NOW) == []


def test_no_value_that_may_be_a_secret_is_repeated() -> None:
    secret = "ghp_" + "a1B2" * 9
    fields = dict.fromkeys(("kind", "requires", "created", "due", "ref", "session", "signature"), secret)
    for fault in field_faults(draft_of(PLAIN | fields), NOW):
        assert secret not in fault.reason + fault.hint
