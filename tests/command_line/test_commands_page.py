"""docs/commands.md names every command and no other."""

from __future__ import annotations

import re
from pathlib import Path

import click

from mailbox_gui.command_line.doctor import CHECKS
from mailbox_gui.command_line.program import program
from mailbox_gui.command_line.shell.lazy_group import LazyGroup

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def paths() -> set[str]:
    group = program()
    assert isinstance(group, LazyGroup)
    context = click.Context(group)
    found: set[str] = set()
    for name in group.list_commands(context):
        inner = group.get_command(context, name)
        if isinstance(inner, LazyGroup):
            found |= {f"{name} {each}" for each in inner.list_commands(click.Context(inner))}
        else:
            found.add(name)
    return found


def test_the_page_has_every_command() -> None:
    told = {match.removeprefix("mailbox ") for match in re.findall(r"`((?:mailbox )?[a-z]+(?: [a-z]+)?)\b", PAGE)}
    assert {path for path in paths() if path not in told and f"mailbox {path}" not in PAGE} == set()


def test_the_page_has_no_command_that_is_not_there() -> None:
    told = {match.strip() for match in re.findall(r"`mailbox ([a-z]+(?: (?:add|list|remove|queue|show))?)", PAGE)}
    groups = ("bus", "owner", "rules", "keys", "channel", "broker")
    assert {name for name in told if name not in paths() and name.split()[0] not in groups} == set()


def test_the_page_counts_the_checks() -> None:
    assert len(CHECKS) == 15
    assert "fifteen checks" in PAGE
