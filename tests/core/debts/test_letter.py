"""Messages as debts see them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mailbox_gui.core.debts.letter import due_of, letter_of, topic_key
from tests.core.read_models.history import accepted


@pytest.mark.parametrize(
    "text",
    [
        "Nightly build",
        "nightly  build",
        "Re: NIGHTLY BUILD",
        "re: AW: Nightly build",
        "FWD:nightly build",
        " nightly build ",
    ],
)
def test_the_same_topic(text: str) -> None:
    assert topic_key(text) == "nightly build"


@pytest.mark.parametrize("text", ["Nightly", "report: nightly build", "nightly-build", ""])
def test_another_topic(text: str) -> None:
    assert topic_key(text) != "nightly build"


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert topic_key("Tr\u00e9sor") == topic_key("Tre\u0301sor")


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-30T12:00:00Z", datetime(2026, 11, 30, 12, tzinfo=UTC)),
        ("2026-11-30T12:00:00+02:00", datetime(2026, 11, 30, 10, tzinfo=UTC)),
        ("0001-01-01T00:00:00+14:00", None),
        ("9999-12-31T23:59:59-14:00", None),
        ("tomorrow", None),
    ],
)
def test_due(text: str, moment: datetime | None) -> None:
    assert due_of({"due": text}) == moment


def test_no_due() -> None:
    assert due_of({}) is None


@pytest.mark.parametrize(("kind", "tells"), [("report", True), ("workaround", True), ("note", False), ("reply", False)])
def test_only_some_kinds_name_markers(kind: str, *, tells: bool) -> None:
    letter = letter_of(
        accepted("builder", "hub", kind=kind, body="See s1.\n", extra="x-workaround: s2\n", topic="on s3")
    )
    assert ({"s1", "s2", "s3"} <= letter.words) is tells
