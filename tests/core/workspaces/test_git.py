"""Git is asked, and nothing that a repository brings is run."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from mailbox_gui.core.workspaces.files import listed_by_git
from mailbox_gui.core.workspaces.git import Git, GitTooMuch, NoGit
from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.repository import find_repository
from mailbox_gui.core.workspaces.trouble import Interrupted
from tests.support.repository import RealRepository


@pytest.fixture
def made(tmp_path: Path) -> RealRepository:
    return RealRepository(tmp_path / "work")


def git_in(folder: Path, **limits: float) -> Git:
    return Git(os.path.realpath(folder), Limits(**limits), threading.Event())  # type: ignore[arg-type]


def trap(tmp_path: Path) -> tuple[Path, Path]:
    """A program that leaves a trace when it is run, and the trace."""
    program, trace = tmp_path / "trap.sh", tmp_path / "it-was-run"
    program.write_text(f"#!/bin/sh\ntouch '{trace}'\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program, trace


@pytest.mark.parametrize(
    "setting",
    [
        "core.fsmonitor={0}",
        "core.pager={0}",
        "pager.rev-list={0}",
        "core.editor={0}",
        "core.sshCommand={0}",
        "core.askPass={0}",
        "credential.helper=!{0}",
        "diff.external={0}",
        "filter.evil.clean={0}",
        "filter.evil.process={0}",
        "diff.evil.textconv={0}",
        "alias.rev-list=!{0}",
        "alias.ls-files=!{0}",
        "gpg.program={0}",
        "log.showSignature=true",
    ],
)
def test_no_program_of_a_repository_is_run(made: RealRepository, tmp_path: Path, setting: str) -> None:
    program, trace = trap(tmp_path)
    made.write({".gitattributes": "* filter=evil diff=evil\n"})
    base = made.commit("one", a="1")
    made.commit("two", a="2")
    key, _, value = setting.format(program).partition("=")
    made.git("config", key, value)
    made.write({"a": "3", "new": "4"})
    look_at_everything(made.folder, base)
    assert not trace.exists()


def test_no_hook_is_run(made: RealRepository, tmp_path: Path) -> None:
    program, trace = trap(tmp_path)
    base = made.commit("one", a="1")
    for name in ("post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman"):
        (made.folder / ".git" / "hooks").mkdir(exist_ok=True)
        (made.folder / ".git" / "hooks" / name).symlink_to(program)
    made.git("config", "core.fsmonitor", ".git/hooks/fsmonitor-watchman")
    look_at_everything(made.folder, base)
    assert not trace.exists()


def test_a_missing_object_is_not_fetched_with_a_program_of_the_repository(made: RealRepository, tmp_path: Path) -> None:
    program, trace = trap(tmp_path)
    base = made.commit("one", a="1")
    for key, value in (
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", f"ext::{program}"),
        ("protocol.ext.allow", "always"),
        ("protocol.allow", "always"),
        ("core.repositoryFormatVersion", "1"),
    ):
        made.git("config", key, value)
    look_at_everything(made.folder, base)
    repository = find_repository(git_in(made.folder), Limits())
    assert repository is not None
    assert not repository.has("ab" * 20)
    assert not repository.keeps("ab" * 20)
    assert not trace.exists()


def test_our_own_environment_leads_nowhere(
    made: RealRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = RealRepository(tmp_path / "other")
    other.commit("other")
    head = made.commit("this")
    for name, value in (
        ("GIT_DIR", os.fspath(other.folder / ".git")),
        ("GIT_WORK_TREE", os.fspath(other.folder)),
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", "core.bare"),
        ("GIT_CONFIG_VALUE_0", "true"),
        ("GIT_EXTERNAL_DIFF", "false"),
    ):
        monkeypatch.setenv(name, value)
    repository = find_repository(git_in(made.folder), Limits())
    assert repository is not None
    assert repository.head == head


def test_the_user_s_own_settings_have_no_effect(
    made: RealRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / ".config" / "git").mkdir(parents=True)
    (home / ".config" / "git" / "ignore").write_text("*\n")
    (home / ".gitconfig").write_text("[core]\n  bare = true\n[log]\n  showSignature = true\n")
    monkeypatch.setenv("HOME", os.fspath(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    made.write({"a.py": "1"})
    assert listed_by_git(git_in(made.folder), Limits()).paths == ("a.py",)


def test_the_repository_is_left_as_it_was(made: RealRepository) -> None:
    base = made.commit("one", a="1")
    made.write({"a": "changed", "b": "new"})
    before = snapshot(made.folder)
    look_at_everything(made.folder, base)
    assert snapshot(made.folder) == before


def test_too_much_is_too_much(made: RealRepository) -> None:
    made.write({f"{number:03}.py": "" for number in range(200)})
    git = git_in(made.folder, git_bytes=100)
    with pytest.raises(GitTooMuch):
        git.ask("ls-files", "--others")
    said, cut = git.ask_for_much("ls-files", "-z", "--others")
    assert cut
    assert said is not None
    assert len(said) == 100


def test_told_to_stop_it_stops(made: RealRepository) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        Git(os.fspath(made.folder), Limits(), stop).ask("rev-parse", "HEAD")


def test_no_git(made: RealRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(NoGit):
        git_in(made.folder).ask("rev-parse", "HEAD")


def look_at_everything(folder: Path, base: str) -> None:
    repository = find_repository(git_in(folder), Limits())
    assert repository is not None
    repository.commits(base)
    repository.has(base)
    repository.keeps(base)
    assert listed_by_git(git_in(folder), Limits()).paths


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    return {os.fspath(path): (path.lstat().st_mtime_ns, path.lstat().st_size) for path in sorted(folder.rglob("*"))}
