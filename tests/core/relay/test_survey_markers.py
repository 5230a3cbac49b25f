"""Markers in a living post office: real folders, and exactly what is owed after each scan."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mailbox_gui.core.journal.records import Workaround
from tests.support.post_office import TestOffice
from tests.support.repository import RealRepository
from tests.support.scanner import MARKER
from tests.support.workspace import watching, with_workspace


def test_markers_from_the_beginning_are_shown_and_not_owed(made: TestOffice, plain: Path) -> None:
    (plain / "old.py").write_text("# WORKAROUND(old-one): as ever\n")
    with watching(made) as watch:
        assert watch.scan() == ["old-one at old.py:1 baseline"]


def test_new_ones_are_owed(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.write({"a.py": "\n\n# WORKAROUND(slow-mock): tests skip it\n"})
        assert watch.scan() == ["slow-mock at a.py:3"]


def test_one_that_was_told_of_before_is_not(made: TestOffice, plain: Path) -> None:
    with watching(made) as watch:
        watch.scan()
        watch.deliver(kind="workaround", names="slow-mock")
        (plain / "a.py").write_text("# WORKAROUND(slow-mock): tests skip it\n")
        assert watch.scan() == []


def test_telling_closes_it_and_removal_does(made: TestOffice, plain: Path) -> None:
    with watching(made) as watch:
        watch.scan()
        (plain / "a.py").write_text("# WORKAROUND(one): x\n# WORKAROUND(two): y\n# HACK: no name\n")
        assert len(watch.scan()) == 3
        assert "one at a.py:1" not in watch.deliver(body="It waits in `one`, see there.\n")
        (plain / "a.py").write_text("# WORKAROUND(one): x\n# HACK: no name\n")
        assert watch.scan() == ["w-9b8bdbb3 at a.py:2"] or len(watch.owed()) == 1
        (plain / "a.py").unlink()
        assert watch.scan() == []
        assert sorted(debt.how for debt in watch.debts()) == ["removed", "removed", "told"]


def test_a_renamed_file_and_a_moved_line_are_the_same_debt(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.write({"a.py": "# WORKAROUND(one): x\n"})
        watch.scan()
        work.git("add", "a.py")
        work.git("mv", "a.py", "b.py")
        assert watch.scan() == ["one at b.py:1"]
        work.write({"b.py": "\n\n\n# WORKAROUND(one): x\n"})
        assert watch.scan() == ["one at b.py:4"]
        assert len(watch.debts()) == 1


def test_the_same_slug_twice_is_one_until_the_last_is_gone(made: TestOffice, plain: Path) -> None:
    with watching(made) as watch:
        watch.scan()
        for name in ("a.py", "b.py"):
            (plain / name).write_text("# WORKAROUND(one): x\n")
        assert watch.scan() == ["one at a.py:1"]
        (plain / "a.py").unlink()
        assert watch.scan() == ["one at b.py:1"]
        (plain / "b.py").unlink()
        assert watch.scan() == []


def test_gitignore_is_obeyed_and_untracked_files_count(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        work.write({".gitignore": "build/\n*.log\n"})
        watch.scan()
        text = "# WORKAROUND({}): x\n"
        work.write(
            {
                "build/a.py": text.format("ignored-folder"),
                "x.log": text.format("ignored-file"),
                "new.py": text.format("untracked"),
                "node_modules/m/a.js": text.format("modules"),
                "env/pyvenv.cfg": "home = /usr\n",
                "env/lib/a.py": text.format("environment"),
                "deep/er/a.py": text.format("deep"),
            }
        )
        assert watch.scan() == ["deep at deep/er/a.py:1", "untracked at new.py:1"]


def test_without_git_the_same_is_skipped(made: TestOffice, plain: Path) -> None:
    work = RealRepository(plain, init=False)
    with watching(made) as watch:
        watch.scan()
        text = "# WORKAROUND({}): x\n"
        work.write(
            {
                ".git/a.py": text.format("in-git"),
                "node_modules/m/a.js": text.format("modules"),
                "env/pyvenv.cfg": "home = /usr\n",
                "env/lib/a.py": text.format("environment"),
                "a.py": text.format("here"),
            }
        )
        assert watch.scan() == ["here at a.py:1"]


def test_what_is_no_text_or_too_large_is_skipped(made: TestOffice, plain: Path, tmp_path: Path) -> None:
    marker = b"# WORKAROUND(one): x\n"
    with watching(made) as watch:
        watch.scan()
        (plain / "binary").write_bytes(b"\0\1" + marker)
        (plain / "large.py").write_bytes(marker + b"x" * 1_048_576)
        (tmp_path / "outside.py").write_bytes(marker)
        (plain / "link.py").symlink_to(tmp_path / "outside.py")
        (tmp_path / "far").mkdir()
        (tmp_path / "far" / "a.py").write_bytes(marker)
        (plain / "folder").symlink_to(tmp_path / "far")
        os.mkfifo(plain / "pipe.py")
        (plain / "just.py").write_bytes(marker.replace(b"one", b"two") + b"x" * (1_048_576 - len(marker)))
        assert watch.scan() == ["two at just.py:1"]


def test_a_folder_behind_a_link_is_not_followed_in_a_repository_either(
    made: TestOffice, work: RealRepository, tmp_path: Path
) -> None:
    with watching(made) as watch:
        work.commit("with a folder", **{"sub/a.py": "x\n"})
        watch.scan()
        (tmp_path / "far").mkdir()
        (tmp_path / "far" / "a.py").write_text("# WORKAROUND(one): x\n")
        (work.folder / "sub" / "a.py").unlink()
        (work.folder / "sub").rmdir()
        (work.folder / "sub").symlink_to(tmp_path / "far")
        assert [line for line in watch.scan() if "one" in line] == []


HOSTILE = [
    "two words.py",
    "new\nline.py",
    "--all.py",
    "-",
    "é.py",
    "\x1b[31m.py",
    "a'b\"c.py",
    os.fsdecode(b"caf\xe9.py"),
]


@pytest.mark.parametrize("git", [True, False])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_data(made: TestOffice, name: str, *, git: bool) -> None:
    work = with_workspace(made)
    if git:
        work.git("init", "--quiet")
    with watching(made) as watch:
        watch.scan()
        Path(work.folder, name).write_text("# WORKAROUND(one): x\n")
        watch.scan()
        (record,) = [record for record in watch.lines() if isinstance(record, Workaround)]
        assert record.path == name
        watch.scan()
        assert len([record for record in watch.lines() if isinstance(record, Workaround)]) == 1


def test_a_secret_is_not_written_down(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.write({"a.py": f"# HACK: key is {MARKER}\n", f"{MARKER}.py": "# WORKAROUND(here): x\n"})
        work.git("commit", "--quiet", "--allow-empty", "--message", f"use {MARKER}")
        owed = watch.scan()
        assert len(owed) == 2
        assert "newest [the text holds a secret]" in owed[1] + owed[0]
    journal = b"".join(path.read_bytes() for path in made.office.journal.glob("*.jsonl"))
    assert MARKER.encode() not in journal
