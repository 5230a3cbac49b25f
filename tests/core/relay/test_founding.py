"""Founding: whole or not at all, private, and never over anything that is there."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from mailbox_gui.core.folders.root import open_post_office
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost, WrongPassphrase
from mailbox_gui.core.relay.founding import FoundingError, found_post_office
from tests.support.disks import DyingDisk, FailingDisk, Killed, WatchedDisk
from tests.support.life import life
from tests.support.post_office import TestOffice

CHEAP = Cost(1, 8192)


def test_a_new_post_office_works(tmp_path: Path) -> None:
    agents = ["builder", "hub", "builder"]
    office = found_post_office(tmp_path / "a" / "b", hub="hub", agents=agents, disk=WatchedDisk())

    assert open_post_office(office.root) == office
    assert list(json.loads(office.rules_file.read_bytes())["agents"]) == ["hub", "builder"]
    with life(office) as lived:
        lived.work_off()
        assert lived.problems == ()
    assert {path.stat().st_mode & 0o077 for path in office.root.rglob("*") if not path.is_symlink()} == {0}
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b"]


def test_a_passphrase_protects_the_owners_key(tmp_path: Path) -> None:
    office = found_post_office(tmp_path / "o", hub="hub", passphrase="open sesame", disk=WatchedDisk(), cost=CHEAP)
    key = OwnerKey.load(office.keys)

    assert key.protected
    key.unlock("open sesame")
    with pytest.raises(WrongPassphrase):
        key.unlock(None)


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "o").mkdir()

    assert found_post_office(tmp_path / "o", hub="hub", disk=WatchedDisk()).root == tmp_path / "o"


@pytest.mark.parametrize("there", ["file", "full", "post office", "dangling"])
def test_what_is_there_is_left_alone(tmp_path: Path, there: str) -> None:
    root = tmp_path / "o"
    if there == "file":
        root.write_text("mine")
    elif there == "dangling":
        root.symlink_to(tmp_path / "nowhere")
    elif there == "full":
        root.mkdir()
        (root / "mine").write_text("mine")
    else:
        found_post_office(root, hub="hub", disk=WatchedDisk())
    before = sorted(tmp_path.rglob("*"))

    with pytest.raises(FoundingError, match=str(root)):
        found_post_office(root, hub="hub", disk=WatchedDisk())
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["owner", "relay", "con", "Hub", "../x", "", "a" * 33])
def test_bad_names_are_said(tmp_path: Path, name: str) -> None:
    for hub, agents in ((name, []), ("hub", [name])):
        with pytest.raises(FoundingError):
            found_post_office(tmp_path / "o", hub=hub, agents=agents, disk=WatchedDisk())
    assert list(tmp_path.iterdir()) == []


def test_a_kill_anywhere_leaves_none_or_a_whole_one(tmp_path: Path) -> None:
    counting = WatchedDisk()
    found_post_office(tmp_path / "first", hub="hub", disk=counting)
    for at in range(len(counting.calls)):
        root = tmp_path / f"try-{at}" / "o"
        with pytest.raises(Killed):
            found_post_office(root, hub="hub", disk=DyingDisk(at))
        if root.exists():
            with life(root_office := TestOffice(root).office) as lived:
                lived.work_off()
            assert open_post_office(root) == root_office
        else:
            found_post_office(root, hub="hub", disk=WatchedDisk())


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    for at in range(12):
        disk = FailingDisk(lambda number, _call, _where, at=at: number == at, errno.ENOSPC)  # type: ignore[misc]
        with pytest.raises(FoundingError, match="No space"):
            found_post_office(tmp_path / "o", hub="hub", disk=disk)
        assert list(tmp_path.iterdir()) == []
