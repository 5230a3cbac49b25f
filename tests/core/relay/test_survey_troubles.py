"""Workspaces that are not as they should be: said once, and nothing is taken for gone that was not seen."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from mailbox_gui.core.journal.records import Work
from mailbox_gui.core.workspaces import reading
from mailbox_gui.core.workspaces.limits import Limits
from tests.support.post_office import TestOffice
from tests.support.repository import RealRepository
from tests.support.workspace import watching, with_workspace


def test_a_missing_workspace_is_said_once_and_nothing_is_closed(made: TestOffice, plain: Path) -> None:
    with watching(made) as watch:
        watch.scan()
        (plain / "a.py").write_text("# WORKAROUND(one): x\n")
        watch.scan()
        plain.rename(plain.with_name("away"))
        for _ in range(2):
            assert watch.scan() == ["one at a.py:1"]
            assert [problem.kind for problem in watch.said()] == ["workspace-missing"]
        plain.with_name("away").rename(plain)
        assert watch.scan() == ["one at a.py:1"]
        assert watch.said() == []


def test_a_file_in_its_place_is_said(made: TestOffice, plain: Path) -> None:
    plain.rmdir()
    plain.write_text("no folder")
    with watching(made) as watch:
        watch.scan()
        assert [problem.kind for problem in watch.said()] == ["workspace-missing"]


def test_an_enormous_workspace_is_said_and_looked_at_in_part(made: TestOffice, plain: Path) -> None:
    work = RealRepository(plain, init=False)
    with watching(made, limits=Limits(files=5)) as watch:
        watch.scan()
        work.write({f"f{number}.py": f"# WORKAROUND(m{number}): x\n" for number in range(9)})
        owed = watch.scan()
        assert owed == [f"m{number} at f{number}.py:1" for number in range(5)]
        assert [problem.kind for problem in watch.said()] == ["workspace-large"]
        (plain / "f0.py").unlink()
        # What was looked at is judged, what was not stays as it is.
        assert watch.scan() == [f"m{number} at f{number}.py:1" for number in range(1, 6)]


def test_too_many_markers_are_said(made: TestOffice, plain: Path) -> None:
    with watching(made, limits=Limits(markers=3)) as watch:
        watch.scan()
        (plain / "a.py").write_text("".join(f"# WORKAROUND(m{number}): x\n" for number in range(6)))
        assert len(watch.scan()) == 3
        assert [problem.kind for problem in watch.said()] == ["workspace-large"]


@pytest.mark.parametrize("why", ["broken", "no git"])
def test_while_git_cannot_be_asked_only_files_that_it_listed_are_looked_at(
    made: TestOffice, work: RealRepository, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """What is ignored cannot be told from what is new; nothing is taken for gone that was not seen."""
    head = work.folder / ".git" / "HEAD"
    good = head.read_text()
    work.write(
        {".gitignore": "/build\n", "build/b.js": "// HACK: somebody else's\n", "c.py": "# HACK: c\n", "d.py": ""}
    )
    with watching(made) as watch:
        assert [line.partition(" ")[2] for line in watch.scan()] == ["at c.py:1 baseline"]
        work.write({"d.py": "# WORKAROUND(one): x\n", "new.py": "# WORKAROUND(two): x\n"})
        (work.folder / "c.py").unlink()
        if why == "broken":
            head.write_text("nonsense")
        else:
            monkeypatch.setenv("PATH", "/nonexistent")
        for _ in range(2):
            assert [line for line in watch.scan() if "baseline" not in line] == ["one at d.py:1"]
            assert len(watch.owed()) == 2
            assert [problem.kind for problem in watch.said()] == ["workspace-git"]
        head.write_text(good)
        monkeypatch.undo()
        assert watch.scan() == ["one at d.py:1", "two at new.py:1"]
        assert watch.said() == []


def test_a_repository_that_was_never_read_is_walked_through(
    made: TestOffice, work: RealRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with watching(made) as watch:
        watch.scan()
        work.write({"b.py": "# WORKAROUND(one): x\n"})
        assert watch.scan() == ["one at b.py:1"]
        assert [problem.kind for problem in watch.said()] == ["workspace-git"]


def test_a_listing_that_git_does_not_finish_is_said_and_not_tried_again_at_once(
    made: TestOffice, work: RealRepository
) -> None:
    """A pipe in the place of .gitignore: git waits for it. The scan must end all the same, and rest before the next."""
    with watching(made, limits=Limits(git_seconds=1.0)) as watch:
        watch.scan()
        work.write({"a": "# WORKAROUND(one): x\n"})
        os.mkfifo(work.folder / ".gitignore")
        assert watch.scan() == ["one at a:1"]
        assert [problem.kind for problem in watch.said()] == ["workspace-slow"]
        survey = watch.looker.look(watch.engine.reading, "builder", watch.engine.rules, threading.Event())
        assert not survey.unfinished


def test_mail_inside_a_workspace_is_nobody_s_work(made: TestOffice) -> None:
    """The workspace holds the whole post office: what others wrote in messages would be owed by its agent."""
    with_workspace(made, "..")
    project = made.root.parent
    with watching(made) as watch:
        watch.scan()
        watch.deliver("site", kind="note", body="# WORKAROUND(quoted): in a message\n")
        assert watch.scan() == []
        (project / "a.py").write_text("# WORKAROUND(real): x\n")
        assert watch.scan() == ["real at a.py:1"]


def test_boxes_of_a_home_inside_a_workspace_are_left_out(made: TestOffice) -> None:
    home = made.root / "agents" / "builder"
    with_workspace(made, "agents/builder")
    with watching(made) as watch:
        watch.scan()
        watch.deliver("hub", kind="note", body="# WORKAROUND(quoted): x\n")
        (home / "inbox" / "x.md").write_text("# WORKAROUND(quoted): in a message\n")
        (home / "outbox-tool.py").write_text("# WORKAROUND(real): x\n")
        assert watch.scan() == ["real at outbox-tool.py:1"]


def test_a_first_scan_that_runs_out_of_time_goes_on_until_it_is_whole(made: TestOffice, plain: Path) -> None:
    work = RealRepository(plain, init=False)
    work.write({f"f{number}.py": f"# WORKAROUND(m{number}): x\n" for number in range(4)})
    with watching(made, limits=Limits(seconds=0.0)) as watch:
        # No time at all: not a single file is read, and nothing is taken for the beginning.
        survey = watch.looker.look(watch.engine.reading, "builder", watch.engine.rules, threading.Event())
        assert (survey.records, survey.unfinished) == ((), True)
    with watching(made) as watch:
        assert all("baseline" in line for line in watch.scan())
        assert len(watch.owed()) == 4


def test_another_workspace_begins_anew(made: TestOffice, plain: Path, tmp_path: Path) -> None:
    with watching(made) as watch:
        watch.scan()
        (plain / "a.py").write_text("# WORKAROUND(one): x\n# WORKAROUND(two): x\n")
        watch.scan()
        other = with_workspace(made, "../other").folder
        (other / "b.py").write_text("# WORKAROUND(one): x\n# WORKAROUND(three): x\n")
        watch.lived.work_off()
        assert watch.scan() == ["one at b.py:1", "three at b.py:2 baseline"]


def test_no_workspace_any_more_closes_what_it_held(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one", **{"b.py": "# WORKAROUND(one): x\n"})
        assert len(watch.scan()) == 2
        made.set_rules(agents={"hub": {}, "builder": {}, "researcher": {}, "site": {}})
        watch.lived.work_off()
        assert watch.scan() == []
        assert {debt.how for debt in watch.debts()} == {"left"}


def test_only_what_changed_is_read_again(made: TestOffice, plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    original = reading._markers_of

    def counted(path: str, limit: int) -> object:
        read.append(Path(path).name)
        return original(path, limit)

    monkeypatch.setattr(reading, "_markers_of", counted)
    work = RealRepository(plain, init=False)
    work.write({f"f{number}.py": "x\n" for number in range(3)})
    with watching(made) as watch:
        watch.scan()
        assert sorted(read) == ["f0.py", "f1.py", "f2.py"]
        read.clear()
        (plain / "f1.py").write_text("# WORKAROUND(one): x\n")
        assert watch.scan() == ["one at f1.py:1"]
        assert read == ["f1.py"]
    read.clear()
    with watching(made) as watch:
        # What the last life read is remembered.
        assert watch.scan() == ["one at f1.py:1"]
        assert read == []


def test_every_line_names_the_journal_it_was_seen_at(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one")
        watch.scan()
        looked = [record for record in watch.lines() if isinstance(record, Work)]
        assert [record.found for record in looked] == ["baseline", "commits"]
        assert looked[0].seen < looked[1].seen
        assert looked[1].base == looked[0].head
