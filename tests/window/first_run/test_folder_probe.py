"""What a folder is good for, in one sentence, and nothing is made by looking."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from mailbox_gui.window.first_run.folder_probe import folder_of, probe
from tests.support.post_office import TestOffice

as_user = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")


def test_a_new_folder(tmp_path: Path) -> None:
    found = probe(str(tmp_path / "a" / "post-office"))
    assert (found.kind, found.usable) == ("new", True)
    assert found.words.startswith("New folder, writable, ")
    assert found.words.endswith("B free")
    assert not (tmp_path / "a").exists()


def test_an_empty_folder(tmp_path: Path) -> None:
    assert probe(str(tmp_path)).kind == "empty"


def test_a_post_office_opens_as_it_is(office: TestOffice) -> None:
    found = probe(str(office.root))
    assert (found.kind, found.words) == ("office", "A post office already; it opens as it is")


def test_the_home_folder_is_written_with_a_tilde(home: Path) -> None:
    assert probe("~/post-office").path == home / "post-office"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Name a folder."),
        ("   ", "Name a folder."),
        ("post-office", "Write the whole path, from / or ~ on."),
        ("~nobody-of-that-name/x", "Write the whole path, from / or ~ on."),
        ("a\0b", "Write the whole path, from / or ~ on."),
    ],
)
def test_what_is_no_path(text: str, words: str) -> None:
    found = probe(text)
    assert (found.usable, found.words) == (False, words)
    assert folder_of(text) is None


def test_a_folder_with_something_in_it(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("x")
    assert probe(str(tmp_path)).words == "The folder is not empty. Choose a new or an empty one."


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    assert probe(str(tmp_path / "x")).words == "This is a file, not a folder. Choose another one."
    assert "is a file, not a folder" in probe(str(tmp_path / "x" / "y")).words


def test_a_newer_post_office(office: TestOffice) -> None:
    rules = office.office.rules_file
    rules.write_text(rules.read_text().replace('"version": 1', '"version": 2'))
    assert probe(str(office.root)).words.startswith("Made by a newer Agent Mailbox.")


@as_user
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert probe(str(tmp_path)).words == "You may not write in this folder. Choose another one."
        assert probe(str(tmp_path / "new")).words.startswith("You may not write in ")
    finally:
        tmp_path.chmod(0o700)


def test_access_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert probe(str(tmp_path)).words == "You may not write in this folder. Choose another one."
    assert probe(str(tmp_path / "new")).words == f"You may not write in {tmp_path}. Choose another folder."


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=3_000_000))
    assert probe(str(tmp_path / "new")).words == "The disk has 3 MB left. Choose a folder on another one."


def test_a_disk_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_path: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(shutil, "disk_usage", broken)
    assert probe(str(tmp_path / "new")).words == "The folder cannot be looked at: Input/output error."
