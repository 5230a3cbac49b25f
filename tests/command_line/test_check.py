"""`mailbox check`: the quick answer is the slow one's, costs no import, and is never given where it could be wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.command_line.check import answer, quick_answer
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], "EMPTY"),
        (["a.md"], "PENDING 1"),
        (["a.md", "b.md", ".hidden.md", "notes.txt", "c.md.tmp", ".relay"], "PENDING 2"),
        (["A.MD"], "EMPTY"),
    ],
)
def test_answer_counts_mail_files(names: list[str], expected: str) -> None:
    assert answer(names) == expected


def test_quick_and_slow_answers_are_the_same(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    assert quick_answer(["check", "hub"]) == "EMPTY"
    assert mailbox("--as", "hub", "check").out == "EMPTY\n"
    office.drop()
    office.drop(topic="second")
    pass_over()
    (office.box("hub", "inbox") / "stray.md").write_text("put here by hand", encoding="utf-8")
    (office.box("hub", "inbox") / "stray.txt").write_text("no mail", encoding="utf-8")
    assert quick_answer(["check", "hub"]) == "PENDING 3"
    assert mailbox("--as", "hub", "check").out == "PENDING 3\n"
    assert mailbox("check", "hub", "--json").objects == [{"agent": "hub", "pending": 3}]
    assert len(mailbox("inbox", "hub", "--json").objects) == 3


def test_debts_are_told_on_a_line_of_their_own(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    office.drop("hub", to="builder", kind="task")
    pass_over()
    for name, said in (("builder", "PENDING 1\nOWES 1"), ("hub", "EMPTY\nOWES 0"), ("owner", "EMPTY\nOWES 0")):
        assert quick_answer(["check", name, "--debts"]) == said
        assert mailbox("check", name, "--debts").out == f"{said}\n"
        assert mailbox("--as", name, "check", "--debts").out == f"{said}\n"
    assert mailbox("check", "builder", "--debts", "--json").objects == [{"agent": "builder", "pending": 1, "owes": 1}]
    office.office.owes.unlink()
    assert quick_answer(["check", "builder", "--debts"]) is None
    assert mailbox("check", "builder", "--debts").out == "PENDING 1\nOWES 1\n"


def test_an_inbox_elsewhere_is_found(office: TestOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAILBOX_ROOT", str(office.root))
    for folder, home in (("../project/mail", tmp_path / "project" / "mail"), (str(tmp_path / "far"), tmp_path / "far")):
        (home / "inbox").mkdir(parents=True)
        (home / "inbox" / "a.md").write_text("x", encoding="utf-8")
        office.set_rules(agents={"hub": {}, "builder": {"folder": folder}, "researcher": {}, "site": {}})
        # What an agent of that name left in the usual place is no longer its inbox.
        assert quick_answer(["check", "builder"]) == "PENDING 1"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "hub", "--json"],
        ["--as", "hub", "check"],
        ["check", "nobody"],
        ["check", "../hub"],
        ["check", "--help"],
        ["check", "-h"],
        ["check", "hub", "site"],
        ["check", "hub", "--root"],
        ["send", "check"],
        ["check", "hub", "--root", "/nowhere"],
    ],
)
def test_what_is_not_plain_is_left_to_the_slow_answer(
    office: TestOffice, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("MAILBOX_ROOT", str(office.root))
    assert quick_answer(arguments) is None


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        '{"agents": {"hub": {}}',
        "[]",
        "7",
        '{"version": 1} {}',
        '{"version": 2, "agents": {"hub": {}}}',
        "null",
    ],
)
def test_a_rules_file_that_is_none_is_left_to_the_slow_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    (tmp_path / "agents" / "hub" / "inbox").mkdir(parents=True)
    (tmp_path / "rules.json").write_text(content, encoding="utf-8")
    monkeypatch.setenv("MAILBOX_ROOT", str(tmp_path))
    assert quick_answer(["check", "hub"]) is None


def test_the_root_is_looked_for_as_everywhere(office: TestOffice, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(office.box("site", "inbox"))
    assert quick_answer(["check", "site"]) == "EMPTY"
    monkeypatch.chdir(home)
    assert quick_answer(["check", "site"]) is None
    assert quick_answer(["check", "site", "--root", str(office.root)]) == "EMPTY"
    assert quick_answer([f"--root={office.root}", "check", "site"]) == "EMPTY"


@pytest.mark.skipif(sys.platform != "linux", reason="the quick answer knows the user's own post office on Linux only")
def test_the_users_own_post_office_is_where_platformdirs_puts_it(
    office: TestOffice, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mailbox_gui.core.folders.user_folders import default_root

    default_root().parent.mkdir(parents=True)
    office.root.rename(default_root())
    monkeypatch.chdir(home)
    assert quick_answer(["check", "site"]) == "EMPTY"


def test_a_wrong_name_is_told_with_the_nearest(mailbox: Mailbox) -> None:
    told = mailbox("check", "bilder")
    assert (told.status, told.out) == (1, "")
    assert "did you mean builder?" in told.err


def test_nothing_is_imported_for_it(office: TestOffice) -> None:
    program = (
        "import sys; before = set(sys.modules); sys.argv = ['mailbox', 'check', 'hub']\n"
        "from mailbox_gui.command_line.entry import main\n"
        "main()\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "MAILBOX_ROOT": str(office.root)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    said, modules = done.stdout.splitlines()
    package = "mailbox_gui.command_line"
    assert said == "EMPTY"
    assert set(modules.split()) == {"mailbox_gui", package, f"{package}.check", f"{package}.entry", "_json"}
