"""The layout: where each thing lies, and no name that leads elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules

OFFICE = PostOffice(Path("/srv/office"))


def _rules(**builder: str) -> Rules:
    document = default_rules("hub", ["builder"]) | {"agents": {"hub": {}, "builder": builder}}
    return parse_rules(render_rules(document))


@pytest.mark.parametrize(
    ("folder", "home"),
    [
        (None, "/srv/office/agents/builder"),
        ("/data/builder", "/data/builder"),
        ("../builder", "/srv/builder"),
        ("elsewhere/./builder", "/srv/office/elsewhere/builder"),
    ],
)
def test_a_home_lies_where_the_rules_place_it(folder: str | None, home: str) -> None:
    rules = _rules() if folder is None else _rules(folder=folder)

    assert OFFICE.home("builder", rules) == Path(home)


def test_a_home_below_the_users_own(home: Path) -> None:
    assert OFFICE.home("builder", _rules(folder="~/builder")) == home / "builder"


@pytest.mark.parametrize("name", ["../../etc", "", "A", "a/b", ".", "relay", "ё"])
def test_no_name_leads_out(name: str) -> None:
    with pytest.raises(ValueError, match="not a name"):
        OFFICE.home(name, _rules())


def test_there_are_four_boxes() -> None:
    assert OFFICE.box("builder", "inbox", _rules()) == Path("/srv/office/agents/builder/inbox")
    with pytest.raises(ValueError, match="not a box"):
        OFFICE.box("builder", "../inbox", _rules())
