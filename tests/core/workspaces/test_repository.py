"""Real repositories, asked through git: what reaches HEAD and not the base, whatever the history looks like."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailbox_gui.core.workspaces.git import Git, GitTooMuch
from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.repository import Commits, Repository, UnreadableRepository, find_repository
from tests.support.repository import RealRepository

LIMITS = Limits()


def look(folder: Path, limits: Limits = LIMITS) -> Repository | None:
    return find_repository(Git(os.path.realpath(folder), limits, threading.Event()), limits)


def found(folder: Path, limits: Limits = LIMITS) -> Repository:
    repository = look(folder, limits)
    assert repository is not None
    return repository


@pytest.fixture
def made(tmp_path: Path) -> RealRepository:
    return RealRepository(tmp_path / "work")


def test_a_folder_without_one(tmp_path: Path) -> None:
    assert look(tmp_path) is None


def test_before_the_first_commit(made: RealRepository) -> None:
    assert found(made.folder).head == ""
    assert found(made.folder).commits("") == Commits(0)


def test_commits_since_a_base(made: RealRepository) -> None:
    base = made.commit("one")
    made.commit("two")
    made.commit("three")
    assert found(made.folder).commits(base) == Commits(2, "three", "2026-11-30T09:00:00Z")
    assert found(made.folder).commits("") == Commits(3, "three", "2026-11-30T08:00:00Z")
    assert found(made.folder).commits(made.head()) == Commits(0)


def test_merges_count_all_that_they_bring(made: RealRepository) -> None:
    base = made.commit("base")
    made.git("switch", "--quiet", "--create", "side")
    made.commit("side one", a="1")
    made.commit("side two", a="2")
    made.git("switch", "--quiet", "main")
    made.commit("main one", b="1")
    made.git("merge", "--quiet", "--no-ff", "--message", "merge side", "side")
    assert found(made.folder).commits(base) == Commits(4, "merge side", "2026-11-30T08:00:00Z")


def test_dates_are_not_trusted(made: RealRepository) -> None:
    base = made.commit("now")
    made.git("commit", "--quiet", "--allow-empty", "--message", "from long ago", at="1999-01-01T00:00:00Z")
    assert found(made.folder).commits(base) == Commits(1, "from long ago", "1999-01-01T00:00:00Z")


def test_a_detached_head(made: RealRepository) -> None:
    base = made.commit("one")
    made.git("switch", "--quiet", "--detach")
    made.commit("off the branch")
    assert found(made.folder).commits(base).newest == "off the branch"


def test_a_worktree_has_a_head_of_its_own(made: RealRepository, tmp_path: Path) -> None:
    base = made.commit("one")
    made.git("worktree", "add", "--quiet", os.fspath(tmp_path / "tree"))
    tree = RealRepository(tmp_path / "tree", init=False)
    tree.commit("in the tree")
    assert found(tree.folder).commits(base).newest == "in the tree"
    assert found(made.folder).commits(base) == Commits(0)


def test_a_shallow_clone(made: RealRepository, tmp_path: Path) -> None:
    for number in range(5):
        made.commit(f"commit {number}")
    made.git("clone", "--quiet", "--depth", "2", f"file://{made.folder}", os.fspath(tmp_path / "shallow"))
    clone = RealRepository(tmp_path / "shallow", init=False)
    base = clone.head()
    clone.commit("after the clone")
    assert found(clone.folder).commits(base) == Commits(1, "after the clone", "2026-11-30T08:00:00Z")
    assert found(clone.folder).commits("").count == 3
    assert not found(clone.folder).has("12" * 20)


def test_a_long_history_is_counted_up_to_the_limit(made: RealRepository) -> None:
    for number in range(7):
        made.commit(f"commit {number}")
    limited = Limits(commits=5)
    assert found(made.folder, limited).commits("").count == 5


def test_a_part_of_a_repository_has_its_own_commits(made: RealRepository) -> None:
    made.commit("both", x="1")
    (made.folder / "part").mkdir()
    base = made.head()
    made.write({"part/a.py": "1"})
    made.commit("in the part")
    made.commit("outside", y="1")
    assert found(made.folder / "part").commits(base) == Commits(1, "in the part", "2026-11-30T09:00:00Z")


def test_a_folder_that_the_repository_around_it_ignores_is_not_its(made: RealRepository) -> None:
    made.write({".gitignore": "build/\n", "build/work/a.py": "1"})
    made.commit("one")
    assert look(made.folder / "build" / "work") is None


def test_what_was_dropped_is_kept_only_where_a_name_leads_to_it(made: RealRepository) -> None:
    base = made.commit("one")
    top = made.commit("two")
    made.git("branch", "kept")
    made.git("reset", "--quiet", "--hard", base)
    assert found(made.folder).keeps(top)
    made.git("branch", "--quiet", "-D", "kept")
    assert not found(made.folder).keeps(top)


def test_an_amended_commit_is_a_commit(made: RealRepository) -> None:
    base = made.commit("one")
    made.git("commit", "--quiet", "--amend", "--allow-empty", "--message", "one, better")
    assert found(made.folder).commits(base).newest == "one, better"


def test_newest_before_a_moment(made: RealRepository) -> None:
    first = made.commit("at eight")
    made.commit("at nine")
    before = datetime(2026, 11, 30, 8, 30, tzinfo=UTC)
    assert found(made.folder).newest_before(before) == first
    assert found(made.folder).newest_before(datetime(2026, 11, 30, 7, tzinfo=UTC)) == ""


@pytest.mark.parametrize("subject", ["--all", "x\x1b[31mred", "a\u202eb", "'; touch /tmp/x #", "", "é" * 400])
def test_hostile_subjects_are_data(made: RealRepository, subject: str) -> None:
    base = made.commit("one")
    made.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "--message", subject)
    counted = found(made.folder).commits(base)
    assert counted.count == 1
    assert len(counted.newest) <= 200
    assert counted.newest == subject or len(subject) > 200


@pytest.mark.parametrize("encoding", ["UTF-16", "UTF-16LE", "IBM1047"])
def test_a_subject_is_readable_whatever_encoding_the_repository_wishes_for(made: RealRepository, encoding: str) -> None:
    """Else no secret in it would be found, and no moment."""
    base = made.commit("one")
    made.commit("two")
    made.git("config", "i18n.logOutputEncoding", encoding)
    assert found(made.folder).commits(base) == Commits(1, "two", "2026-11-30T09:00:00Z")


def test_a_broken_repository_is_said(made: RealRepository) -> None:
    made.commit("one")
    (made.folder / ".git" / "HEAD").write_text("nonsense")
    with pytest.raises(UnreadableRepository):
        look(made.folder)


def test_a_repository_that_names_another_folder_is_none_of_this(made: RealRepository, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    made.commit("one")
    made.git("config", "core.worktree", os.fspath(tmp_path / "elsewhere"))
    assert look(made.folder) is None


def test_git_that_takes_too_long_is_ended(made: RealRepository) -> None:
    made.commit("one")
    os.mkfifo(made.folder / ".git" / "info" / "waits")
    made.git("config", "include.path", "info/waits")
    with pytest.raises(GitTooMuch):
        look(made.folder, Limits(git_seconds=0.3))
