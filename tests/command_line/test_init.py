"""`mailbox init`: whole or not at all, never over something, and no question without somebody to answer it."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from tests.command_line.conftest import Mailbox

FOUND = "mailbox_gui.core.relay.founding.create_owner_key"


@pytest.fixture
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    from mailbox_gui.core.keys.owner_key import create_owner_key

    monkeypatch.setattr(
        FOUND, lambda disk, folder, passphrase, _cost: create_owner_key(disk, folder, passphrase, Cost(1, 8192 * 16))
    )


def test_a_post_office_is_made_and_works(command: Mailbox, tmp_path: Path) -> None:
    root = tmp_path / "deep" / "post-office"
    told = command("init", root, "--hub", "centre", "--agent", "builder", "--agent", "site", "--no-passphrase")
    assert (told.status, told.err) == (0, "")
    assert f"mailbox --root {root} relay" in told.out
    assert "any process of this user can decide in your name" in told.out
    rules = json.loads((root / "rules.json").read_bytes())
    assert (rules["hub"], list(rules["agents"])) == ("centre", ["centre", "builder", "site"])
    assert all(stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 for path in [root, *root.rglob("*")])
    sent = command(
        "--root", root, "--as", "site", "send", "--to", "centre", "--kind", "note", "--topic", "t", "--wait", "text"
    )
    assert (sent.status, sent.err) == (0, "accepted\n")
    assert command("--root", root, "verify").status == 0


def test_the_hub_is_called_hub_and_the_root_option_names_the_folder_too(command: Mailbox, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert command("--root", tmp_path / "empty", "init", "--no-passphrase").status == 0
    assert json.loads((tmp_path / "empty" / "rules.json").read_bytes())["hub"] == "hub"
    assert command("init", "a", "--root", "b", "--no-passphrase").status == 2


def test_a_folder_that_is_not_empty_is_refused(command: Mailbox, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    for place, words in ((tmp_path, "is not empty"), (tmp_path / "letter.txt", "is no folder")):
        told = command("init", place, "--no-passphrase")
        assert (told.status, told.out) == (1, "")
        assert words in told.err
        assert str(place) in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "--no-passphrase"),
        (("--agent", "Big", "--no-passphrase"), "is no name"),
        (("--agent", "owner", "--no-passphrase"), "reserved"),
        (("--hub", "nul", "--no-passphrase"), "reserved"),
        (("--demo", "--agent", "x", "--no-passphrase"), "--demo"),
        (("--no-passphrase", "--passphrase-file", "x"), "contradict"),
        (("--passphrase-file", "/nowhere/x"), "cannot be read"),
    ],
)
def test_wrong_usage_makes_nothing(command: Mailbox, tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    told = command("init", tmp_path / "new", *arguments)
    assert (told.status, told.out) == (2, "")
    assert words in told.err
    assert told.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("_cheap")
def test_the_passphrase_comes_from_a_file_or_is_asked_for(
    command: Mailbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text("fünf\n", encoding="utf-8")
    assert command("init", tmp_path / "a", "--passphrase-file", tmp_path / "secret").status == 0
    monkeypatch.setattr("mailbox_gui.command_line.init.require_terminal", lambda *_: None)
    monkeypatch.setattr("mailbox_gui.command_line.init.ask_new", lambda: "fünf")
    assert command("init", tmp_path / "b").status == 0
    for name in ("a", "b"):
        key = OwnerKey.load(tmp_path / name / "keys")
        assert key.protected
        assert public_hex(key.unlock("fünf")) == key.public


def test_a_folder_that_may_not_be_written_is_one_line(command: Mailbox, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    told = command("init", tmp_path / "file" / "new", "--no-passphrase")
    assert told.status == 1
    assert str(tmp_path / "file" / "new") in told.err
    assert told.err.count("\n") == 1


def test_the_demo_has_mail_in_every_state(command: Mailbox, tmp_path: Path) -> None:
    root = tmp_path / "demo"
    assert command("init", root, "--demo", "--no-passphrase").status == 0
    assert len(command("--root", root, "agent", "list", "--json").objects) == 5
    for verdict in ("accepted", "held", "rejected", "approved", "declined", "decision"):
        assert command("--root", root, "search", f"verdict:{verdict}").status == 0, verdict
    assert command("--root", root, "owner", "queue").out.count("\n") > 1
    assert command("--root", root, "verify").status == 0


def test_a_folder_whose_name_is_not_utf8_is_shown_with_its_bytes(command: Mailbox, tmp_path: Path) -> None:
    root = tmp_path / os.fsdecode(b"caf\xe9")
    told = command("init", root, "--no-passphrase")
    assert told.status == 0
    assert told.out.count("caf⟨0xE9⟩") == 3
    assert "\udce9" not in told.out
