"""Which files are looked at, with git and without."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.workspaces.files import Listing, listed_by_git, listed_by_walking
from mailbox_gui.core.workspaces.git import Git
from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.trouble import Interrupted
from tests.support.repository import RealRepository

TREE = (
    "a.py", "sub/b.py", "sub/deep/c.py", "node_modules/m/x.js", "sub/node_modules/y.js", ".venv/lib/z.py",
    "any-name/pyvenv.cfg", "any-name/lib/z.py", "__pycache__/a.pyc", ".tox/z.py", ".hidden/h.py", "venv.py",
)  # fmt: skip
OWN = (".hidden/h.py", "a.py", "sub/b.py", "sub/deep/c.py", "venv.py")


@pytest.fixture
def work(tmp_path: Path) -> RealRepository:
    made = RealRepository(tmp_path / "work", init=False)
    made.write(dict.fromkeys(TREE, ""))
    return made


def by_git(folder: Path, limits: Limits | None = None) -> Listing:
    limits = limits or Limits()
    return listed_by_git(Git(os.fspath(folder), limits, threading.Event()), limits)


def by_walking(folder: Path, limits: Limits | None = None) -> Listing:
    return listed_by_walking(os.fspath(folder), limits or Limits(), threading.Event())


def test_both_ways_list_the_same(work: RealRepository) -> None:
    assert by_walking(work.folder) == Listing(OWN, cut=False)
    work.git("init", "--quiet")
    assert by_git(work.folder) == Listing(OWN, cut=False)
    work.commit("all of it, ignored or not")
    assert by_git(work.folder) == Listing(OWN, cut=False)


def test_what_git_ignores(work: RealRepository) -> None:
    work.git("init", "--quiet")
    work.write({".gitignore": "/sub\n*.log\n", "x.log": "", ".git/info/exclude": "venv.py\n"})
    assert by_git(work.folder).paths == (".gitignore", ".hidden/h.py", "a.py")


def test_a_repository_inside_is_not_gone_into(work: RealRepository) -> None:
    work.git("init", "--quiet")
    RealRepository(work.folder / "sub").commit("its own")
    assert by_git(work.folder).paths == (".hidden/h.py", "a.py", "venv.py")


@pytest.mark.parametrize("list_files", [by_git, by_walking])
def test_more_than_the_limit_is_cut(work: RealRepository, list_files: object) -> None:
    work.git("init", "--quiet")
    assert callable(list_files)
    listing = list_files(work.folder, Limits(files=2))
    assert listing.cut
    assert len(listing.paths) <= 2
    assert set(listing.paths) <= set(OWN)


def test_links_are_not_gone_through(work: RealRepository, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "x.py").write_text("")
    (work.folder / "link").symlink_to(tmp_path / "far")
    (work.folder / "loop").symlink_to(work.folder)
    (work.folder / "file.py").symlink_to(tmp_path / "far" / "x.py")
    assert by_walking(work.folder).paths == OWN


@pytest.mark.parametrize("what", ["link", "folder", "deep", "pipe"])
def test_what_is_no_file_counts_against_the_limit_too(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A million links or empty folders keep a scan from its end just as files do."""
    folder = tmp_path / "work"
    folder.mkdir()
    deep = folder
    for number in range(40):
        match what:
            case "link":
                (folder / f"l{number}").symlink_to("nowhere")
            case "folder":
                (folder / f"f{number}").mkdir()
            case "deep":
                deep /= "d"
                deep.mkdir()
            case _:
                os.mkfifo(folder / f"p{number}")
    looked_into: list[str] = []
    real = os.scandir

    def counted(path: str) -> object:
        looked_into.append(path)
        return real(path)

    monkeypatch.setattr(os, "scandir", counted)
    assert by_walking(folder, Limits(files=10)) == Listing((), cut=True)
    assert len(looked_into) <= 11
    assert by_walking(folder, Limits(files=40)) == Listing((), cut=False)


def test_an_entry_that_the_disk_cannot_tell_of_is_left_out(
    work: RealRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        name = "z"

        def is_dir(self, *, follow_symlinks: bool) -> bool:
            raise OSError(errno.EIO, "Input/output error")

    class Entries:
        def __enter__(self) -> Iterator[object]:
            return iter([Broken()])

        def __exit__(self, *_: object) -> None:
            pass

    real = os.scandir
    broken = os.fspath(work.folder / "sub/deep")
    monkeypatch.setattr(os, "scandir", lambda path: Entries() if path == broken else real(path))
    assert by_walking(work.folder).paths == (".hidden/h.py", "a.py", "sub/b.py", "venv.py")


def test_folders_apart_are_left_out(work: RealRepository) -> None:
    apart = ("sub/deep", ".hidden", "a.py")
    kept = ("a.py", "sub/b.py", "venv.py")
    assert listed_by_walking(os.fspath(work.folder), Limits(), threading.Event(), apart).paths == kept
    work.git("init", "--quiet")
    assert listed_by_git(Git(os.fspath(work.folder), Limits(), threading.Event()), Limits(), apart).paths == kept


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_left_out(work: RealRepository) -> None:
    (work.folder / "sub").chmod(0)
    assert by_walking(work.folder).paths == (".hidden/h.py", "a.py", "venv.py")


def test_a_workspace_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        by_walking(tmp_path / "none")


def test_told_to_stop_it_stops(work: RealRepository) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        listed_by_walking(os.fspath(work.folder), Limits(), stop)
