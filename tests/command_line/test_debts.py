"""`mailbox debts`: the list, its filters, the objects for programs, the digest, and the scan."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from mailbox_gui.core.relay.state import utc_now
from tests.command_line.conftest import Mailbox
from tests.support.post_office import Dropped, TestOffice
from tests.support.repository import RealRepository
from tests.support.workspace import with_workspace

MEMBERS = [
    "kind", "debtor", "creditor", "ref", "topic", "opened", "opened_at", "due", "overdue", "waiting_on", "state",
    "closed", "marker", "path", "line", "commits", "newest", "since",
]  # fmt: skip


@pytest.fixture
def owed(office: TestOffice, pass_over: Callable[[], None]) -> dict[str, Dropped]:
    """A task, a question with an answer, a held request, an escalation."""
    office.now = utc_now()
    drafts = {
        "task": office.drop("hub", to="builder", kind="task", topic="Renew `the` *certificate*"),
        "question": office.drop("hub", to="site", kind="question", topic="Which port?"),
        "held": office.drop("builder", to="hub", kind="request", requires="owner", topic="Deploy"),
    }
    pass_over()
    drafts["answer"] = office.drop("site", to="hub", kind="reply", topic="Which port?", ref=drafts["question"].id)
    drafts["escalation"] = office.drop("builder", to="hub", kind="escalation", topic="Stuck", ref=drafts["task"].id)
    pass_over()
    return drafts


def refs(told: list[dict[str, object]]) -> list[object]:
    return [each["ref"] for each in told]


def test_who_owes_what(mailbox: Mailbox, owed: dict[str, Dropped]) -> None:
    objects = mailbox("debts", "--json").objects
    assert {(each["debtor"], each["kind"], each["creditor"], each["state"], each["ref"]) for each in objects} == {
        ("owner", "decision", "builder", "open", owed["held"].id),
        ("builder", "report", "hub", "waiting", owed["task"].id),
        ("hub", "reply", "builder", "open", owed["escalation"].id),
    }
    table = mailbox("debts").out
    assert table.splitlines()[0].split() == ["WHO", "OWES", "TO", "AGE", "DUE", "STATE", "WHAT", "NAME"]
    assert "waits on hub" in table
    assert len(table.splitlines()) == 4


def test_the_members_are_in_their_order(mailbox: Mailbox, owed: dict[str, Dropped]) -> None:
    for each in mailbox("debts", "--all", "--json").objects:
        assert list(each) == [name for name in MEMBERS if name in each]
    (task,) = [each for each in mailbox("debts", "--json").objects if each["ref"] == owed["task"].id]
    assert list(task) == MEMBERS[:11]
    assert (task["waiting_on"], task["overdue"], task["topic"]) == ("hub", False, "Renew `the` *certificate*")


def test_of_one_debtor(mailbox: Mailbox, owed: dict[str, Dropped]) -> None:
    assert refs(mailbox("debts", "builder", "--json").objects) == [owed["task"].id]
    assert refs(mailbox("debts", "owner", "--json").objects) == [owed["held"].id]
    assert mailbox("debts", "site").out == ""
    assert "site has nothing" in mailbox("debts", "site").err
    answer = mailbox("debts", "bilder")
    assert (answer.status, "did you mean builder" in answer.err) == (1, True)


def test_what_is_closed_is_shown_when_asked_for(mailbox: Mailbox, owed: dict[str, Dropped]) -> None:
    (closed,) = [each for each in mailbox("debts", "--all", "--json").objects if each["state"] == "closed"]
    assert closed["ref"] == owed["question"].id
    assert closed["opened"] < closed["closed"]


def test_only_what_is_overdue(mailbox: Mailbox, owed: dict[str, Dropped], later: Callable[[timedelta], None]) -> None:
    assert mailbox("debts", "--overdue").out == ""
    later(timedelta(hours=5))
    assert set(refs(mailbox("debts", "--overdue", "--json").objects)) == {owed["held"].id, owed["escalation"].id}
    assert all(each["overdue"] for each in mailbox("debts", "--overdue", "--all", "--json").objects)
    assert "3 h ago" in mailbox("debts", "owner").out


def test_the_digest_is_markdown_by_debtor(
    mailbox: Mailbox, owed: dict[str, Dropped], later: Callable[[timedelta], None]
) -> None:
    later(timedelta(hours=5))
    page = mailbox("debts", "--digest").out
    lines = page.splitlines()
    assert lines[0].startswith("# What is owed, ")
    assert "3 debts, 2 overdue." in lines
    assert "## builder owes 1, none overdue" in lines
    assert "## owner owes 1, 1 overdue by 3 h in all" in lines
    assert "Renew \\`the\\` \\*certificate\\*" in page
    assert f"`{owed['task'].id}`" in page
    assert "waits on hub" in page
    assert "## builder" not in mailbox("debts", "owner", "--digest").out


def test_a_digest_of_nothing(mailbox: Mailbox) -> None:
    assert "Nothing is owed." in mailbox("debts", "--digest").out


def test_a_topic_cannot_break_the_list(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    office.drop("hub", to="builder", kind="task", topic="a\u200bb\U000e0041 <b>x</b> [y](z)")
    pass_over()
    assert "⟨U+200B⟩" in mailbox("debts").out
    page = mailbox("debts", "--digest").out
    assert "\u200b" not in page
    assert "\\<b\\>x\\</b\\> \\[y\\](z)" in page


@pytest.mark.parametrize(
    "arguments", [("scan", "--all"), ("scan", "--digest"), ("scan", "--overdue"), ("--all", "--digest"), ("a", "b")]
)
def test_wrong_usage(mailbox: Mailbox, arguments: tuple[str, ...]) -> None:
    assert mailbox("debts", *arguments).status == 2


def test_scan_tells_what_is_new(office: TestOffice, mailbox: Mailbox) -> None:
    work = with_workspace(office)
    work.git("init", "--quiet")
    work.commit("before")
    first = mailbox("debts", "scan")
    assert (first.status, "1 workspaces scanned" in first.err) == (0, True)
    work.commit("one", **{"b.py": "# WORKAROUND(slow-mock): tests skip it\n"})
    told = mailbox("debts", "scan")
    assert "new slow-mock  b.py:1  tests skip it" in told.out
    assert "1 without a report, newest: one" in told.out
    assert mailbox("debts", "scan", "--json").out == ""
    objects = {each["kind"]: each for each in mailbox("debts", "builder", "--json").objects}
    marker, commits = objects["workaround"], objects["report"]
    assert (marker["ref"], marker["marker"], marker["path"], marker["line"]) == ("slow-mock", "slow-mock", "b.py", 1)
    assert (commits["ref"], commits["commits"], commits["newest"]) == ("work:builder", 1, "one")
    assert commits["since"] == "2026-11-30T09:00:00Z"


def test_scan_says_a_workspace_that_is_missing(office: TestOffice, mailbox: Mailbox) -> None:
    work = with_workspace(office)
    work.folder.rmdir()
    told = mailbox("debts", "scan")
    assert told.status == 0
    assert "the workspace is not there; make it, or correct its path" in told.err


def test_a_scan_for_programs(office: TestOffice, mailbox: Mailbox) -> None:
    with_workspace(office)
    told = [json.loads(line) for line in mailbox("debts", "scan", "--json").out.splitlines()]
    assert [(each["type"], each["found"]) for each in told] == [("work", "baseline")]


def test_work_told_of_by_report_is_closed(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    work: RealRepository = with_workspace(office)
    work.git("init", "--quiet")
    work.commit("before")
    mailbox("debts", "scan")
    work.commit("one")
    mailbox("debts", "scan")
    sent = mailbox("--as", "builder", "send", "--to", "hub", "--kind", "report", "--topic", "done", "--wait", "One.")
    assert sent.status == 0
    assert mailbox("debts", "builder").out == ""
    assert mailbox("debts", "scan").out == ""
