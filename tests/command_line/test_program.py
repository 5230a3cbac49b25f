"""All commands: they are listed, each is imported alone, each has a help page with an example, errors are one line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from mailbox_gui import __version__
from mailbox_gui.command_line import COMMANDS
from mailbox_gui.command_line.program import program
from mailbox_gui.command_line.shell.lazy_group import LazyGroup
from tests.command_line.conftest import Mailbox


def all_commands() -> Iterator[tuple[str, click.Command]]:
    def walk(path: str, group: click.Command) -> Iterator[tuple[str, click.Command]]:
        yield path, group
        if isinstance(group, LazyGroup):
            context = click.Context(group)
            for name in group.list_commands(context):
                inner = group.get_command(context, name)
                assert inner is not None
                yield from walk(f"{path} {name}".strip(), inner)

    yield from walk("", program())


PATHS = [path for path, _ in all_commands()]


@pytest.mark.parametrize("path", PATHS)
def test_every_help_page_has_an_example_of_that_command(command: Mailbox, path: str) -> None:
    page = command(*path.split(), "--help")
    assert page.status == 0
    example = page.out[page.out.index("Example:") :].splitlines()[1].strip()
    assert example.startswith("mailbox")
    assert all(word in example for word in path.split())
    assert "--root" in page.out or path in ("agent", "broker", "bus", "channel", "owner", "rules", "keys")


@pytest.mark.parametrize("path", PATHS)
def test_every_command_says_what_it_does(path: str) -> None:
    made = dict(all_commands())[path]
    assert made.help
    assert made.name == (path.rsplit(maxsplit=1)[-1] if path else "mailbox")


def test_the_list_is_in_order_and_without_arguments_shown(command: Mailbox) -> None:
    page = command()
    assert page.status == 0
    listed = page.out[page.out.index("Commands:") :]
    places = [listed.index(f"\n  {name} ") for name, _, _ in COMMANDS]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "path", [*(path for path, made in all_commands() if isinstance(made, LazyGroup)), "completion"]
)
def test_what_wants_another_word_answers_with_its_help_page(command: Mailbox, path: str) -> None:
    page = command(*path.split())
    assert (page.status, page.err) == (0, "")
    assert page.out == command(*path.split(), "--help").out
    assert page.out.count("\n") > 5


def test_a_choice_is_told_in_one_line(command: Mailbox) -> None:
    told = command("completion", "tcsh")
    assert (told.status, told.out) == (2, "")
    assert "'bash'" in told.err
    assert told.err.count("\n") == 1
    assert "␊" not in told.err


def test_the_version(command: Mailbox) -> None:
    assert command("--version").out == f"mailbox {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chekc"], "`mailbox chekc`; did you mean check?"),
        (["owner", "aprove"], "`mailbox owner aprove`; did you mean approve?"),
        (["send"], "Missing option '--to'; see mailbox send --help"),
        (["send", "--tu", "hub"], "No such option"),
        (["journal", "--limit", "none"], "'none' is not a valid integer"),
        (["reply"], "Missing argument 'ID'"),
        (["init"], "which folder?"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(mailbox: Mailbox, arguments: list[str], words: str) -> None:
    told = mailbox(*arguments)
    assert (told.status, told.out) == (2, "")
    assert words in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["status"], ["inbox", "hub"], ["check", "hub"], ["relay", "--once"], ["doctor"]])
def test_no_post_office_is_one_line_and_status_3(command: Mailbox, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "empty").mkdir()
    for root, words in ((tmp_path / "none", "there is no such folder"), (tmp_path / "empty", "no post office")):
        told = command("--root", str(root), *arguments)
        assert (told.status, told.out) == (3, "")
        assert str(root) in told.err
        assert words in told.err
        assert "mailbox init" in told.err
        assert told.err.count("\n") == 1


def test_the_root_may_stand_before_or_behind_the_command(command: Mailbox, tmp_path: Path) -> None:
    for arguments in (("--root", tmp_path / "x", "status"), ("status", "--root", tmp_path / "x")):
        assert f"{tmp_path / 'x'}: there is no such folder" in command(*arguments).err


def test_listing_the_commands_imports_none_of_them() -> None:
    package = "mailbox_gui.command_line"
    program = (
        "import sys; from mailbox_gui.command_line.program import run; run(['--help'])\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[2], env=os.environ, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    loaded = set(done.stderr.split())
    assert not {f"{package}.{module}" for _, module, _ in COMMANDS} & loaded
    assert not {"pydantic", "nacl", "sqlite3", "rich", "yaml", "kingfisher_sdk", "watchdog"} & loaded
