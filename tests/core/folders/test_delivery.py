"""Delivery: a durable copy, then a rename that never replaces; over file systems too."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import Staging, move_numbered, numbered_names, publish
from tests.support.disks import WatchedDisk


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "hub" / "inbox"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def staging(tmp_path: Path) -> Staging:
    (tmp_path / "staging").mkdir()
    return Staging(Disk(), str(tmp_path / "staging"))


def test_a_copy_is_published_under_its_name(staging: Staging, inbox: Path) -> None:
    staged = staging.write(staging.folder_for(str(inbox.parent)), "a.md", b"x")

    published = publish(Disk(), staged, str(inbox), "a.md")

    assert (published.path, published.how) == (str(inbox / "a.md"), "new")
    assert (inbox / "a.md").read_bytes() == b"x"
    assert not os.path.lexists(staged)
    assert (inbox / "a.md").stat().st_mode & 0o777 == 0o600


def test_the_same_bytes_there_already_are_one_message(staging: Staging, inbox: Path) -> None:
    (inbox / "a.md").write_bytes(b"x")
    staged = staging.write(staging.central, "a.md", b"x")

    assert publish(Disk(), staged, str(inbox), "a.md").how == "already"
    assert [path.name for path in inbox.iterdir()] == ["a.md"]
    assert not os.path.lexists(staged)


@pytest.mark.parametrize("other", [b"y", b"", b"xx"])
def test_other_bytes_there_are_kept_beside_the_message(staging: Staging, inbox: Path, other: bytes) -> None:
    (inbox / "a.md").write_bytes(other)
    staged = staging.write(staging.central, "a.md", b"x")

    published = publish(Disk(), staged, str(inbox), "a.md")

    assert published.how == "conflict"
    assert (inbox / "a.md").read_bytes() == other
    assert (inbox / "a-2.md").read_bytes() == b"x"


def test_a_folder_in_the_place_of_the_message_is_kept(staging: Staging, inbox: Path) -> None:
    (inbox / "a.md").mkdir()
    staged = staging.write(staging.central, "a.md", b"x")

    assert publish(Disk(), staged, str(inbox), "a.md").path == str(inbox / "a-2.md")


def test_an_unfinished_copy_of_an_earlier_life_is_written_anew(staging: Staging) -> None:
    staging.write(staging.central, "a.md", b"half")

    assert Path(staging.write(staging.central, "a.md", b"whole")).read_bytes() == b"whole"


def test_a_home_on_another_file_system_has_its_own_staging(tmp_path: Path, elsewhere: Path) -> None:
    (elsewhere / "hub" / "inbox").mkdir(parents=True)
    staging = Staging(Disk(), str(tmp_path))

    folder = staging.folder_for(str(elsewhere / "hub"))
    staged = staging.write(folder, "a.md", b"x")

    assert Path(folder).stat().st_dev == elsewhere.stat().st_dev
    assert folder in staging.candidates(str(elsewhere / "hub"))
    assert publish(Disk(), staged, str(elsewhere / "hub" / "inbox"), "a.md").how == "new"


def test_a_move_across_file_systems_copies_durably_and_leaves_nothing(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x")
    (elsewhere / ".a.md.part").write_bytes(b"left by a kill")
    disk = WatchedDisk()

    target = move_numbered(disk, str(tmp_path / "a.md"), str(elsewhere), "a.md")

    assert Path(target).read_bytes() == b"x"
    assert [path.name for path in elsewhere.iterdir()] == ["a.md"]
    assert not (tmp_path / "a.md").exists()
    assert disk.calls.index("sync_file") < len(disk.calls) - 1 - disk.calls[::-1].index("rename_new")


def test_a_move_across_file_systems_never_replaces(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x")
    (elsewhere / "a.md").write_bytes(b"mine")

    assert move_numbered(Disk(), str(tmp_path / "a.md"), str(elsewhere), "a.md") == str(elsewhere / "a-2.md")
    assert (elsewhere / "a.md").read_bytes() == b"mine"


def test_a_long_name_crosses_file_systems(tmp_path: Path, elsewhere: Path) -> None:
    name = "ё" * 126 + ".md"
    (tmp_path / name).write_bytes(b"x")

    assert Path(move_numbered(Disk(), str(tmp_path / name), str(elsewhere), name)).read_bytes() == b"x"


def test_a_link_that_crosses_file_systems_is_not_followed(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "target").write_bytes(b"not for the agent")
    (tmp_path / "a.md").symlink_to(tmp_path / "target")

    target = move_numbered(Disk(), str(tmp_path / "a.md"), str(elsewhere), "a.md")

    assert Path(target).read_bytes() != b"not for the agent"
    assert not os.path.lexists(tmp_path / "a.md")


def test_a_pipe_that_crosses_file_systems_is_not_waited_for(tmp_path: Path, elsewhere: Path) -> None:
    os.mkfifo(tmp_path / "a.md")

    move_numbered(Disk(), str(tmp_path / "a.md"), str(elsewhere), "a.md")

    assert not os.path.lexists(tmp_path / "a.md")


def test_the_first_free_number_is_taken(tmp_path: Path) -> None:
    for name in ("note.md", "note-2.md"):
        (tmp_path / name).write_bytes(b"taken")
    (tmp_path / "claim").write_bytes(b"x")

    assert move_numbered(Disk(), str(tmp_path / "claim"), str(tmp_path), "note.md") == str(tmp_path / "note-3.md")


@pytest.mark.parametrize(
    ("name", "numbered"),
    [
        ("note.md", ["note.md", "note-2.md", "note-3.md"]),
        ("no.te.md", ["no.te.md", "no.te-2.md", "no.te-3.md"]),
        ("note", ["note", "note-2", "note-3"]),
    ],
)
def test_numbers_stand_before_the_ending(name: str, numbered: list[str]) -> None:
    assert list(islice(numbered_names(name), 3)) == numbered
