"""Header: grammar and fields are tested with the message; here that they are passed on, and who may name what."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.facts import KnownState
from mailbox_gui.core.checks.header import check
from mailbox_gui.core.message.draft_reading import unreadable_draft
from tests.core.checks.made import Was, draft, facts, read

ID = "20261130T090000Z-hub-1f0c5a77d2e9"


def test_a_good_header_passes() -> None:
    assert check(draft(), facts()) == []


def test_faults_of_reading_and_of_fields_come_together() -> None:
    faults = check(read(b"---\nfrom: builder\nto: hub\nfrm: x\nkind: raport\n---\ntext\n"), facts())
    reasons = " | ".join(fault.reason for fault in faults)
    assert "unknown field" in reasons
    assert "missing" in reasons
    assert "not a kind" in reasons
    assert {fault.check for fault in faults} == {"header"}


def test_the_same_fault_is_not_named_twice() -> None:
    faults = check(read(b"no front matter at all"), facts())
    assert len(faults) == 1


def test_of_what_is_no_plain_file_nothing_is_said() -> None:
    assert check(unreadable_draft("builder", "x.md", 1, "a directory"), facts()) == []


@pytest.mark.parametrize(
    ("sender", "recipient", "state", "allowed"),
    [
        ("builder", "hub", "accepted", True),
        ("builder", "owner", "held", True),
        ("builder", "owner", "approved", True),
        ("builder", "owner", "declined", True),
        ("hub", "builder", "accepted", True),
        ("hub", "builder", "approved", True),
        ("owner", "builder", "decision", True),
        ("hub", "builder", "held", False),
        ("hub", "builder", "declined", False),
        ("hub", "site", "accepted", False),
        ("site", "hub", "held", False),
    ],
)
def test_ref_names_what_the_sender_sent_or_received(
    sender: str, recipient: str, state: KnownState, allowed: bool
) -> None:
    faults = check(draft(ref=ID), facts(known={ID: Was(sender, recipient, state)}))
    assert (faults == []) is allowed


def test_an_unknown_ref_and_one_of_others_read_the_same() -> None:
    unknown = check(draft(ref=ID), facts())
    foreign = check(draft(ref=ID), facts(known={ID: Was("site", "hub")}))
    assert unknown == foreign
    assert unknown[0].check == "header"


@pytest.mark.parametrize("state", ["accepted", "held", "declined"])
def test_the_owner_may_name_any(state: KnownState) -> None:
    asked = draft(folder="owner", from_="owner", kind="question", ref=ID)
    assert check(asked, facts(known={ID: Was("site", "hub", state)})) == []
    assert check(asked, facts()) != []


def test_a_ref_that_is_no_id_is_one_fault() -> None:
    assert len(check(draft(ref="the mail of yesterday"), facts())) == 1
