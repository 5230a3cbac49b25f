"""Workspaces that are not as they should be: said once, and nothing is taken for gone that was not seen."""

from __future__ import annotations

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


def test_a_broken_repository_is_said_and_markers_are_seen(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        (work.folder / ".git" / "HEAD").write_text("nonsense")
        work.write({"b.py": "# WORKAROUND(one): x\n"})
        assert watch.scan() == ["one at b.py:1"]
        assert [problem.kind for problem in watch.said()] == ["workspace-git"]


def test_without_git_markers_are_seen_and_it_is_said(
    made: TestOffice, work: RealRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watching(made) as watch:
        watch.scan()
        work.write({"b.py": "# WORKAROUND(one): x\n"})
        monkeypatch.setenv("PATH", "/nonexistent")
        assert watch.scan() == ["one at b.py:1"]
        assert [problem.kind for problem in watch.said()] == ["workspace-git"]


def test_a_first_scan_that_runs_out_of_time_goes_on_until_it_is_whole(made: TestOffice, plain: Path) -> None:
    work = RealRepository(plain, init=False)
    work.write({f"f{number}.py": f"# WORKAROUND(m{number}): x\n" for number in range(4)})
    with watching(made, limits=Limits(seconds=0.0)) as watch:
        # No time at all: not a single file is read, and nothing is taken for the beginning.
        survey = watch.looker.look(watch.engine.reading, "builder", "../builder", threading.Event())
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
