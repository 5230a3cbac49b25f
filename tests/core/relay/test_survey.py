"""Commits in a living post office: real repositories, and exactly what is owed after each scan."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.workspaces.limits import Limits
from tests.support.post_office import TestOffice
from tests.support.repository import RealRepository
from tests.support.workspace import watching, with_workspace


def test_commits_before_the_first_scan_are_not_owed(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        assert watch.scan() == []
        assert [record.found for record in watch.lines()] == ["baseline"]


def test_commits_after_it_are(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        assert watch.scan() == ["1 commits, newest one"]
        work.commit("two")
        assert watch.scan() == ["2 commits, newest two"]
        assert len([debt for debt in watch.debts() if debt.commits]) == 1


def test_a_report_closes_them_and_counting_begins_at_head(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.scan()
        work.commit("two, never scanned before the report")
        assert watch.deliver() == []
        assert watch.scan() == []
        work.commit("three")
        assert watch.scan() == ["1 commits, newest three"]


def test_without_a_look_at_head_the_next_scan_begins_anew(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.deliver(look=False)
        assert watch.scan() == []
        work.commit("two")
        assert watch.scan() == ["1 commits, newest two"]


def test_an_approved_report_counts_at_its_delivery(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        assert watch.scan() == ["1 commits, newest one"]
        held = made.drop(kind="report", requires="owner", topic="asks")
        watch.lived.work_off()
        assert "1 commits, newest one" in watch.owed()
        made.decide(held, "approve")
        watch.lived.work_off()
        assert watch.owed() == []


def test_other_messages_close_nothing(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.scan()
        assert watch.deliver(kind="note") == ["1 commits, newest one"]
        assert watch.deliver("site") == ["1 commits, newest one"]


def test_nothing_new_says_nothing(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.scan()
        before = len(watch.lines())
        for _ in range(3):
            watch.scan()
        assert len(watch.lines()) == before


def test_an_amended_commit_is_told_anew(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.scan()
        work.git("commit", "--quiet", "--amend", "--allow-empty", "--message", "one, better")
        assert watch.scan() == ["1 commits, newest one, better"]


def test_commits_that_were_thrown_away_are_gone(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        base = work.head()
        watch.scan()
        work.commit("one")
        watch.scan()
        work.git("reset", "--quiet", "--hard", base)
        assert watch.scan() == []
        assert [debt.how for debt in watch.debts()] == ["gone"]


def test_commits_on_a_branch_stay_owed_while_another_is_checked_out(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.git("switch", "--quiet", "--create", "feature")
        work.commit("one")
        watch.scan()
        work.git("switch", "--quiet", "main")
        assert watch.scan() == ["1 commits, newest one"]
        work.git("branch", "--quiet", "-D", "feature")
        assert watch.scan() == []


def test_a_detached_head(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.git("switch", "--quiet", "--detach")
        work.commit("off the branch")
        assert watch.scan() == ["1 commits, newest off the branch"]


def test_a_worktree(made: TestOffice, tmp_path: Path) -> None:
    main = RealRepository(tmp_path / "main")
    main.commit("one")
    tree = with_workspace(made)
    tree.folder.rmdir()
    main.git("worktree", "add", "--quiet", os.fspath(tree.folder))
    with watching(made) as watch:
        watch.scan()
        main.commit("in the main tree")
        assert watch.scan() == []
        tree.commit("in the worktree")
        assert watch.scan() == ["1 commits, newest in the worktree"]


def test_a_shallow_clone(made: TestOffice, tmp_path: Path) -> None:
    origin = RealRepository(tmp_path / "origin")
    for number in range(4):
        origin.commit(f"commit {number}")
    clone = with_workspace(made)
    clone.git("clone", "--quiet", "--depth", "1", f"file://{origin.folder}", ".")
    with watching(made) as watch:
        assert watch.scan() == []
        clone.commit("mine")
        assert watch.scan() == ["1 commits, newest mine"]


def test_a_repository_without_a_commit(made: TestOffice) -> None:
    work = with_workspace(made)
    work.git("init", "--quiet")
    with watching(made) as watch:
        assert watch.scan() == []
        work.commit("the first")
        assert watch.scan() == ["1 commits, newest the first"]


def test_a_repository_made_after_the_first_scan(made: TestOffice, plain: Path) -> None:
    with watching(made) as watch:
        watch.scan()
        work = RealRepository(plain)
        # The first scan was at noon of a day between the two.
        work.git("commit", "--quiet", "--allow-empty", "--message", "brought along", at="2020-01-01T00:00:00Z")
        work.git("commit", "--quiet", "--allow-empty", "--message", "made here", at="2030-01-01T00:00:00Z")
        assert watch.scan() == ["1 commits, newest made here"]


def test_a_rewritten_history_is_said_once_and_what_was_owed_stays(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.scan()
        work.git("checkout", "--quiet", "--orphan", "anew")
        work.commit("everything anew")
        work.git("branch", "--quiet", "-D", "main")
        work.git("reflog", "expire", "--expire=now", "--all")
        work.git("gc", "--quiet", "--prune=now")
        assert watch.scan() == ["1 commits, newest one"]
        assert [problem.kind for problem in watch.said()] == ["workspace-rewritten"]
        assert watch.scan() == ["1 commits, newest one"]
        assert watch.said() == []
        work.commit("after it")
        assert watch.scan() == ["1 commits, newest after it"]


def test_a_long_history_is_counted_to_the_limit(made: TestOffice, work: RealRepository) -> None:
    with watching(made, limits=Limits(commits=3)) as watch:
        watch.scan()
        for number in range(5):
            work.commit(f"commit {number}")
        assert watch.scan() == ["3 commits, newest commit 4"]


def test_waived_commits_and_those_after_them(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.scan()
        work.commit("two, not counted yet")
        (owed,) = [debt for debt in watch.debts() if debt.live]
        made.later(seconds=1)
        fields = {"to": "builder", "verdict": "waive", "ref": "work:builder", "sha256": owed.sha256}
        raw = made.write("owner", "known\n", kind="decision", topic="work", **fields)
        made.drop("owner", raw=sign_mail(raw, made.key), name="waive.md")
        watch.lived.work_off()
        assert watch.owed() == []
        assert watch.scan() == ["1 commits, newest two, not counted yet"]


def test_a_part_of_a_repository_tells_of_its_own_commits_alone(made: TestOffice, tmp_path: Path) -> None:
    whole = RealRepository(tmp_path / "whole")
    whole.commit("before", **{"part/a.py": "1"})
    with_workspace(made, "../whole/part")
    with watching(made) as watch:
        watch.scan()
        whole.commit("outside", b="1")
        assert watch.scan() == []
        whole.commit("inside", **{"part/a.py": "2"})
        assert watch.scan() == ["1 commits, newest inside"]
        before = len(watch.lines())
        whole.commit("outside again", b="2")
        assert watch.scan() == ["1 commits, newest inside"]
        assert len(watch.lines()) == before
