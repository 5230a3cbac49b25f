"""What is owed and for how long, out of the text of rules that were in force."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from mailbox_gui.core.debts.terms import Terms, read_terms
from mailbox_gui.core.message.rules_writing import default_rules, render_rules

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_the_rules_of_a_new_post_office_are_the_default() -> None:
    assert read_terms(render_rules(default_rules("hub", ["builder"])).decode()) == Terms(hub="hub")


def test_members_that_are_left_out_have_their_default() -> None:
    terms = read_terms('{"hub": "h", "overdue_hours": {"reply": 1}}')
    assert terms is not None
    assert dict(terms.hours) == {"reply": 1, "report": 24, "decision": 2, "workaround": 24}
    assert dict(terms.obligations) == {"task": "report", "request": "reply", "question": "reply"}


def test_what_is_there_replaces_it() -> None:
    terms = read_terms('\ufeff{"hub": "h", "obligations": {"reply": "report"}}')
    assert terms is not None
    assert dict(terms.obligations) == {"reply": "report"}


@pytest.mark.parametrize("text", ["", "[]", "7", "{", "[" * 100_000])
def test_what_is_no_rules_file_changes_nothing(text: str) -> None:
    assert read_terms(text) is None


@pytest.mark.parametrize(
    "members",
    [
        {"agents": 7},
        {"agents": {"a": 7}},
        {"obligations": 7},
        {"overdue_hours": [1]},
        {"overdue_hours": {"reply": True}},
    ],
)
def test_members_of_another_make_are_left_out(members: dict[str, object]) -> None:
    terms = read_terms(json.dumps({"hub": "h", **members}))
    assert terms is not None
    assert terms.due("reply", "a", NOON) == NOON + timedelta(hours=4)


def test_hours_of_one_s_own_come_first() -> None:
    terms = Terms("hub", own_hours={"trader": {"reply": 0.5}})
    assert terms.due("reply", "trader", NOON) == NOON + timedelta(minutes=30)
    assert terms.due("report", "trader", NOON) == NOON + timedelta(hours=24)
    assert terms.due("reply", "site", NOON) == NOON + timedelta(hours=4)


def test_a_moment_beyond_the_calendar_is_its_end() -> None:
    late = datetime(9999, 12, 31, 23, tzinfo=UTC)
    assert Terms(hours={"reply": 87_600}).due("reply", "a", late).year == 9999


def test_who_is_above_whom() -> None:
    assert [Terms("hub").above(name) for name in ("builder", "hub")] == ["hub", "owner"]
    assert Terms().above("builder") == "owner"


def test_they_are_read_back_as_they_were() -> None:
    terms = Terms(
        "h", {"task": "reply"}, {"reply": 1.5, "report": 2, "decision": 3, "workaround": 4}, {"a": {"reply": 9.0}}
    )
    assert read_terms(terms.text()) == terms
