"""`mailbox agent`: adding, listing, removing; the history of who left stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.command_line.check import quick_answer
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


def test_an_added_agent_can_write_at_once(office: TestOffice, mailbox: Mailbox) -> None:
    told = mailbox("agent", "add", "trader")
    assert told.status == 0
    assert told.out.startswith("added trader (height ")
    sent = mailbox("--as", "trader", "send", "--to", "hub", "--kind", "note", "--topic", "t", "--wait", "text")
    assert (sent.status, sent.err) == (0, "accepted\n")
    # No rules.json is written for it, so the quick answer does not know it and the slow one does.
    assert quick_answer(["check", "trader", "--root", str(office.root)]) is None
    assert mailbox("check", "trader").out == "EMPTY\n"
    assert "beside these, by the owner's act: the agent trader" in mailbox("rules", "show").err
    assert mailbox("rules", "diff").status == 0


def test_its_folder_may_lie_elsewhere(
    office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    assert mailbox("agent", "add", "trader", "--folder", "mail", "--workspace", ".").status == 0
    home = tmp_path / "project" / "mail"
    assert sorted(path.name for path in home.iterdir() if not path.name.startswith(".")) == [
        "done",
        "inbox",
        "outbox",
        "rejected",
    ]
    (found,) = [agent for agent in mailbox("agent", "list", "--json").objects if agent["agent"] == "trader"]
    assert found["folder"] == str(home)
    monkeypatch.chdir(home)
    assert mailbox("inbox").status == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [("owner", "reserved"), ("Big", "is not a name"), ("builder", "already"), ("a b", "is not a name")],
)
def test_a_name_that_cannot_be_is_refused(mailbox: Mailbox, name: str, words: str) -> None:
    told = mailbox("agent", "add", name)
    assert told.status == 1
    assert words in told.err


def test_a_removed_agent_is_gone_and_its_history_stays(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    draft = office.drop("site")
    pass_over()
    assert mailbox("agent", "remove", "site").status == 0
    assert "site" not in mailbox("agent", "list").out
    assert mailbox("read", draft.id).status == 0
    assert office.box("site", "inbox").is_dir()
    assert mailbox("check", "site", "--json").status == 1
    assert "no longer, by the owner's act: the agent site" in mailbox("rules", "show").err
    assert mailbox("agent", "remove", "site").status == 1
    assert mailbox("agent", "remove", "hub").status == 1


def test_the_list(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    office.drop()
    pass_over()
    office.drop(topic="waits")
    rows = [row.split() for row in mailbox("agent", "list").out.splitlines()]
    assert rows[0] == ["AGENT", "OUTBOX", "INBOX", "REJECTED", "LAST", "SENT", "FOLDER"]
    assert rows[1][:5] == ["hub", "hub", "0", "1", "0"]
    assert rows[2][:4] == ["builder", "1", "0", "0"]
    assert rows[3][4] == "never"
    assert [agent["agent"] for agent in mailbox("agent", "list", "--json").objects] == list(office.rules.agents)
