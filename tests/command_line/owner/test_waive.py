"""`mailbox owner waive`: by message, slug, or work:AGENT; and what it says when nothing fits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice
from tests.support.workspace import with_workspace


def test_by_the_id_of_a_message_or_a_part_of_it(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    first = office.drop("hub", to="builder", kind="task", topic="one")
    second = office.drop("hub", to="builder", kind="task", topic="two", requires="reply")
    pass_over()
    told = mailbox("owner", "waive", first.id, "--reason", "not needed")
    assert (told.status, f"waived {first.id}" in told.out) == (0, True)
    assert mailbox("owner", "waive", second.id[-12:], "--reason", "nor this").status == 0
    assert mailbox("debts").out == ""
    assert {each["state"] for each in mailbox("debts", "--all", "--json").objects} == {"closed"}
    assert "opened report (waived)" in mailbox("thread", first.id).out


def test_by_slug_and_by_agent(office: TestOffice, mailbox: Mailbox) -> None:
    office.set_rules(
        agents={"hub": {}, "builder": {"workspace": "../builder"}, "researcher": {}, "site": {"workspace": "../site"}}
    )
    folders = [office.root.parent / name for name in ("builder", "site")]
    for folder in folders:
        folder.mkdir()
    mailbox("debts", "scan")
    for folder in folders:
        (folder / "a.py").write_text("# WORKAROUND(slow-mock): x\n")
    mailbox("debts", "scan")
    told = mailbox("owner", "waive", "slow-mock", "--reason", "known")
    assert (told.status, "could be any of slow-mock of builder, slow-mock of site" in told.err) == (1, True)
    assert mailbox("owner", "waive", "slow-mock", "--of", "site", "--reason", "known").status == 0
    assert [each["debtor"] for each in mailbox("debts", "--json").objects] == ["builder"]
    assert mailbox("owner", "waive", "slow-mock", "--reason", "known").status == 0
    assert mailbox("debts").out == ""


def test_commits(office: TestOffice, mailbox: Mailbox) -> None:
    work = with_workspace(office)
    work.git("init", "--quiet")
    work.commit("before")
    mailbox("debts", "scan")
    work.commit("after")
    mailbox("debts", "scan")
    assert mailbox("owner", "waive", "work:builder", "--reason", "a holiday").status == 0
    mailbox("debts", "scan")
    assert mailbox("debts").out == ""


def test_what_does_not_fit_is_said(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    held = office.drop("builder", kind="request", requires="owner")
    task = office.drop("hub", to="builder", kind="task", topic="one")
    pass_over()
    for name, says in (
        ("no-such-name", "no open debt is called 'no-such-name'"),
        (held.id, "is held: it is decided, not waived"),
        (task.id[-12:-6], "too short to act on"),
    ):
        told = mailbox("owner", "waive", name, "--reason", "x")
        assert (told.status in (1, 2), says in told.err) == (True, True), told
    assert mailbox("owner", "waive", task.id, "--reason", "x").status == 0
    again = mailbox("owner", "waive", task.id, "--reason", "x")
    assert (again.status, "is not open: waived at height" in again.err) == (1, True)


@pytest.mark.parametrize("reason", [(), ("--reason", " ")])
def test_a_reason_is_required(mailbox: Mailbox, reason: tuple[str, ...]) -> None:
    assert mailbox("owner", "waive", "slow-mock", *reason).status == 2
