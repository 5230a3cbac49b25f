"""Which files are looked at, with git and without."""

from __future__ import annotations

import os
import threading
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
