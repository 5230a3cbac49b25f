"""A reason reads the same to a person, to a YAML reader and to ourselves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.reason_file import ReasonFile, also_entries, read_reason, render_reason

AT = datetime(2026, 11, 30, 12, 3, 2, 114_000, UTC)
ID = "20261130T120301Z-builder-9b1d0c44aa10"
ROUTE = Fault(
    "route",
    "builder → site is not in the routes table; projects write to each other only through the hub",
    "send it to hub and ask for it to be passed on",
)
SIZE = Fault("limits", "20,113 bytes; the limit is 16,384", "A text this long is a report")


def test_the_layout_of_the_protocol() -> None:
    made = render_reason([ROUTE, SIZE], file="note.md", id=ID, at=AT, height=10_482)
    assert made.decode() == (
        "check: route\n"
        "reason: builder → site is not in the routes table; projects write to each other only through the hub\n"
        "hint: send it to hub and ask for it to be passed on\n"
        "also:\n"
        "  - {check: limits, reason: '20,113 bytes; the limit is 16,384. A text this long is a report'}\n"
        "file: note.md\n"
        f"id: {ID}\n"
        "at: 2026-11-30T12:03:02.114Z\n"
        "height: 10482\n"
    )


def test_absent_members_are_left_out() -> None:
    made = render_reason([Fault("identity", "a FIFO")], file="a.md", id=None, at=AT, height=1)
    assert made == b"check: identity\nreason: a FIFO\nfile: a.md\nat: 2026-11-30T12:03:02.114Z\nheight: 1\n"


def test_other_programs_read_it() -> None:
    members = yaml.safe_load(render_reason([ROUTE, SIZE], file="note.md", id=ID, at=AT, height=7))
    assert list(members) == ["check", "reason", "hint", "also", "file", "id", "at", "height"]
    assert members["at"] == AT
    assert members["also"] == also_entries([ROUTE, SIZE])


def test_ours_is_read_back() -> None:
    read = read_reason(render_reason([ROUTE, SIZE], file="note.md", id=ID, at=AT, height=7))
    also = (Fault("limits", "20,113 bytes; the limit is 16,384. A text this long is a report"),)
    assert read == ReasonFile(
        "route", ROUTE.reason, ROUTE.hint, also, "note.md", ID, "2026-11-30T12:03:02.114Z", 7
    )


NAMES = ["a: b.md", "- x.md", "#.md", "yes", "12", "'q\".md", "Привет.md", "👋.md", " .md", "~"]
HIDING = ["caf\udce9.md", "\u202egnp.md", "a\x1b[31m.md", "a\u200bb.md", "a\nb.md", "a\u2028.md"]


@pytest.mark.parametrize("file", NAMES)
def test_any_file_name_stays_text(file: str) -> None:
    made = render_reason([SIZE], file=file, id=None, at=AT, height=1)
    assert yaml.safe_load(made)["file"] == file


@pytest.mark.parametrize("file", HIDING)
def test_names_that_would_hide_are_escaped_without_loss(file: str) -> None:
    made = render_reason([ROUTE], file=file, id=None, at=AT, height=1)
    made.decode("ascii")
    assert read_reason(made).file == file
    assert read_reason(made).reason == ROUTE.reason


TEXTS = st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=60)


@given(st.lists(st.builds(Fault, st.just("header"), TEXTS, TEXTS), min_size=1, max_size=4), TEXTS)
def test_whatever_is_said_is_read_back(faults: list[Fault], file: str) -> None:
    read = read_reason(render_reason(faults, file=file, id=ID, at=AT, height=3))
    assert (read.check, read.reason, read.hint, read.file) == ("header", faults[0].reason, faults[0].hint, file)
    assert [fault.reason for fault in read.also] == [entry["reason"] for entry in also_entries(faults)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"text",
        b"check: route\n",
        b"check: 1\nreason: 2\n",
        b"check: [a\n",
        b"\xff\xfe\x00",
        b"check: !!python/object/apply:os.system [true]\nreason: x\n",
        b"a: &a [x]\ncheck: route\nreason: x\nhint: *a\n",
        b"check: route\nreason: " + b"x" * 300_000,
        b"[" * 50_000,
        b"? {a: b}\n: c\n",
        b"check: route\nreason: x\n? [a]\n: b",
        b"check: route\nreason: x\nat: 2026-13-45\n: [",
    ],
)
def test_what_an_agent_may_put_there_instead(content: bytes) -> None:
    with pytest.raises(ValueError, match="reason"):
        read_reason(content)


@pytest.mark.parametrize(
    "more", [b"at: 2026-99-99", b"also: text", b"also: [1, {check: a}]", b"height: x", b"file: [a]"]
)
def test_odd_members_are_passed_over(more: bytes) -> None:
    assert read_reason(b"check: route\nreason: x\n" + more).check == "route"


@given(st.binary(max_size=80))
def test_any_bytes_are_a_reason_or_a_value_error(content: bytes) -> None:
    try:
        read = read_reason(content)
    except ValueError as error:
        assert str(error)  # noqa: PT017 - most bytes end here, and some do not
    else:
        assert read.check
