"""The root: which post office is meant, and plain words where it is none."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from mailbox_gui.core.folders.root import NewerPostOffice, NotAPostOffice, find_root, open_post_office
from tests.support.post_office import found

FALLBACK = Path("/fallback")


def test_the_first_that_applies_is_meant(tmp_path: Path) -> None:
    inside = found(tmp_path / "office").root / "agents" / "builder"

    assert find_root("/named", {"MAILBOX_ROOT": "/environment"}, inside, FALLBACK) == Path("/named")
    assert find_root(None, {"MAILBOX_ROOT": "/environment"}, inside, FALLBACK) == Path("/environment")
    assert find_root(None, {}, inside, FALLBACK) == tmp_path / "office"
    assert find_root(None, {}, tmp_path, FALLBACK) == FALLBACK
    assert find_root(None, {"MAILBOX_ROOT": ""}, tmp_path, FALLBACK) == FALLBACK


def test_a_named_root_is_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, home: Path) -> None:
    monkeypatch.chdir(tmp_path)

    assert find_root("office", {}, tmp_path, FALLBACK) == tmp_path / "office"
    assert find_root("~/office", {}, tmp_path, FALLBACK) == home / "office"


@pytest.mark.parametrize(
    "content",
    ["{}", "[]", "not json", '{"version": "1", "agents": {}}', '{"version": true, "agents": {}}', "[" * 100_000],
    ids=["empty", "list", "no json", "text", "truth", "deep"],
)
def test_another_rules_json_on_the_way_up_is_passed_by(tmp_path: Path, content: str) -> None:
    (tmp_path / "rules.json").write_text(content)

    assert find_root(None, {}, tmp_path, FALLBACK) == FALLBACK


def test_a_pipe_on_the_way_up_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rules.json")

    assert find_root(None, {}, tmp_path, FALLBACK) == FALLBACK


def test_a_post_office_is_opened(tmp_path: Path) -> None:
    made = found(tmp_path / "office")

    assert open_post_office(made.root).root == made.root


@pytest.mark.parametrize("rules", [None, "{ broken"])
def test_a_post_office_without_good_rules_is_one_still(tmp_path: Path, rules: str | None) -> None:
    made = found(tmp_path / "office")
    if rules is None:
        made.office.rules_file.unlink()
    else:
        made.office.rules_file.write_text(rules)

    assert open_post_office(made.root).root == made.root


def test_what_is_none_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()

    for name, words in {"missing": "no such folder", "file": "this is a file", "empty": "no post office"}.items():
        with pytest.raises(NotAPostOffice, match=words) as raised:
            open_post_office(tmp_path / name)
        assert str(tmp_path / name) in str(raised.value)
        assert "--root" in str(raised.value) or "mailbox init" in str(raised.value)


def test_a_post_office_without_its_keys_is_none(tmp_path: Path) -> None:
    made = found(tmp_path / "office")
    shutil.rmtree(made.office.keys)

    with pytest.raises(NotAPostOffice):
        open_post_office(made.root)


def test_a_newer_one_is_left_alone(tmp_path: Path) -> None:
    made = found(tmp_path / "office")
    document = json.loads(made.office.rules_file.read_bytes()) | {"version": 2}
    made.office.rules_file.write_text(json.dumps(document))

    with pytest.raises(NewerPostOffice, match="format 2"):
        open_post_office(made.root)
