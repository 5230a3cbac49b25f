"""Homes: where everybody's folders lie under the rules, and making them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.homes import Homes, make_home
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from tests.support.disks import WatchedDisk


def test_everybody_has_a_home_and_boxes(tmp_path: Path) -> None:
    document = default_rules("hub", ["builder"]) | {"agents": {"hub": {}, "builder": {"folder": "../far/builder"}}}
    homes = Homes(PostOffice(tmp_path), parse_rules(render_rules(document)))

    assert homes.everybody() == ("owner", "hub", "builder")
    assert homes.home("owner") == str(tmp_path / "owner")
    assert homes.box("hub", "inbox") == str(tmp_path / "agents" / "hub" / "inbox")
    assert homes.box("builder", "outbox") == str(tmp_path.parent / "far" / "builder" / "outbox")
    with pytest.raises(ValueError, match="not a name"):
        homes.home("../../etc")


def test_a_home_is_made_with_missing_parents_private_and_durable(tmp_path: Path) -> None:
    disk = WatchedDisk()
    home = tmp_path / "a" / "b"

    make_home(disk, home)

    assert sorted(path.name for path in home.iterdir()) == ["done", "inbox", "outbox", "rejected"]
    assert {path.stat().st_mode & 0o777 for path in [home, home.parent, *home.iterdir()]} == {0o700}
    assert disk.calls[-3:] == ["sync_folder"] * 3


def test_making_a_home_again_changes_nothing(tmp_path: Path) -> None:
    make_home(Disk(), tmp_path)
    (tmp_path / "inbox" / "a.md").write_text("x")
    (tmp_path / "inbox").chmod(0o750)
    disk = WatchedDisk()

    make_home(disk, tmp_path)

    assert (tmp_path / "inbox" / "a.md").read_text() == "x"
    assert (tmp_path / "inbox").stat().st_mode & 0o777 == 0o750
    assert "sync_folder" not in disk.calls


def test_a_file_in_the_place_of_a_box_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "inbox").write_text("x")

    with pytest.raises(FileExistsError):
        make_home(Disk(), tmp_path)
