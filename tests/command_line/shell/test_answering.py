"""Replies, reports and escalations close what they should, whichever message of the conversation is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.command_line.conftest import Mailbox
from tests.support.post_office import Dropped, TestOffice


@pytest.fixture
def task(office: TestOffice, pass_over: Callable[[], None]) -> Dropped:
    made = office.drop("hub", to="builder", kind="task", topic="Renew it")
    pass_over()
    return made


def owes(mailbox: Mailbox, name: str) -> list[tuple[str, str]]:
    return [(each["kind"], each["state"]) for each in mailbox("debts", name, "--json").objects]


def test_a_report_on_the_task(mailbox: Mailbox, task: Dropped) -> None:
    assert mailbox("--as", "builder", "report", task.id, "--wait", "Done.").status == 0
    assert owes(mailbox, "builder") == []


def test_a_report_on_a_later_message_of_the_conversation(
    office: TestOffice, mailbox: Mailbox, task: Dropped, pass_over: Callable[[], None]
) -> None:
    asked = mailbox("--as", "builder", "send", "--to", "hub", "--kind", "question", "--topic", "Which?",
                    "--ref", task.id, "--wait", "Which one?").out.strip()  # fmt: skip
    answer = mailbox("--as", "hub", "reply", asked, "--wait", "The left one.").out.strip()
    assert owes(mailbox, "hub") == []
    assert mailbox("--as", "builder", "report", answer, "--wait", "Done.").status == 0
    assert owes(mailbox, "builder") == []


def test_a_reply_to_a_task_closes_nothing_and_refers_to_it(mailbox: Mailbox, task: Dropped) -> None:
    mailbox("--as", "builder", "reply", task.id, "--wait", "I see.")
    assert owes(mailbox, "builder") == [("report", "open")]


def test_an_escalation_of_a_later_message_passes_the_task_on(mailbox: Mailbox, task: Dropped) -> None:
    note = mailbox("--as", "hub", "send", "--to", "builder", "--kind", "note", "--topic", "By the way",
                   "--ref", task.id, "--wait", "It is urgent.").out.strip()  # fmt: skip
    escalation = mailbox("--as", "builder", "escalate", note, "--wait", "I cannot.").out.strip()
    assert owes(mailbox, "builder") == [("report", "waiting")]
    assert owes(mailbox, "hub") == [("reply", "open")]
    passed_on = mailbox("--as", "hub", "escalate", escalation, "--wait", "Nor can I.").out.strip()
    assert owes(mailbox, "hub") == [("reply", "waiting")]
    assert owes(mailbox, "owner") == [("decision", "open")]
    assert mailbox("--as", "owner", "reply", passed_on, "--wait", "Take the right one.").status == 0
    assert owes(mailbox, "owner") == []
    assert owes(mailbox, "hub") == [("reply", "open")]
    mailbox("--as", "hub", "reply", escalation, "--wait", "The right one.")
    assert (owes(mailbox, "hub"), owes(mailbox, "builder")) == ([], [("report", "open")])


def test_why_and_thread_show_what_was_opened_and_closed(mailbox: Mailbox, task: Dropped) -> None:
    told = mailbox("why", task.id).out
    assert "opened    builder owes hub a report (open): Renew it" in told
    report = mailbox("--as", "builder", "report", task.id, "--wait", "Done.").out.strip()
    assert "closed    builder owed hub a report (answered at height" in mailbox("why", report).out
    (line,) = mailbox("why", report, "--json").objects
    assert [each["ref"] for each in line["debts_closed"]] == [task.id]
    (line,) = mailbox("why", task.id, "--json").objects
    assert [each["state"] for each in line["debts_opened"]] == ["closed"]
    first, second = mailbox("thread", report).out.splitlines()[1:]
    assert "opened report (answered)" in first
    assert "closed report of builder" in second
    opened, closed = mailbox("thread", report, "--json").objects
    assert opened["debts_opened"] == closed["debts_closed"]
    assert list(opened)[-2:] == ["prev", "debts_opened"]


def test_why_of_an_approved_message_shows_both(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    held = office.drop("builder", kind="request", requires="owner", topic="Deploy")
    pass_over()
    assert "opened    owner owes builder a decision (open)" in mailbox("why", held.id).out
    mailbox("owner", "approve", held.id)
    told = mailbox("why", held.id).out
    assert "owner owed builder a decision (decided at height" in told
    assert "hub owes builder a reply (open)" in told
