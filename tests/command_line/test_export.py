"""`mailbox export` and `mailbox verify FILE.zip`: what is written, what is said, and the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.fingerprint import fingerprint
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


@pytest.fixture
def lived(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> TestOffice:
    held = office.drop(topic="held", requires="owner")
    office.drop(topic="accepted \u200bhere")
    pass_over()
    assert mailbox("owner", "approve", held.id).status == 0
    return office


@pytest.fixture
def archive(lived: TestOffice, mailbox: Mailbox, tmp_path: Path) -> Path:
    target = tmp_path / "history.zip"
    told = mailbox("export", target)
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines()[0].startswith(f"{target}: ")
    assert public_hex(lived.key) in told.out
    assert fingerprint(public_hex(lived.key)) in told.out
    return target


def test_an_archive_is_verified_where_no_post_office_is(
    archive: Path, lived: TestOffice, command: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MAILBOX_ROOT", str(tmp_path / "nowhere"))
    told = command("verify", archive)
    assert (told.status, told.err) == (0, "")
    assert "the history of post-office up to height" in told.out
    assert public_hex(lived.key) in told.out
    assert fingerprint(public_hex(lived.key)) in told.out
    assert "ask the owner" in told.out
    assert told.out.endswith("2 signatures: all is as it was signed\n")


def test_programs_are_told_in_json(archive: Path, lived: TestOffice, mailbox: Mailbox, tmp_path: Path) -> None:
    (exported,) = mailbox("export", tmp_path / "other.zip", "--json").objects
    (proved,) = mailbox("verify", archive, "--json").objects
    assert exported["file"] == str(tmp_path / "other.zip")
    assert exported["size"] == (tmp_path / "other.zip").stat().st_size
    for told in (exported, proved):
        assert told["key"] == public_hex(lived.key)
        assert told["fingerprint"] == fingerprint(public_hex(lived.key))
        assert told["height"] == exported["height"]
    assert (proved["root"], proved["wrong"], proved["signatures"]) == ("post-office", 0, 2)


def test_a_key_that_is_known_is_demanded(archive: Path, lived: TestOffice, mailbox: Mailbox) -> None:
    keys = lived.office.keys
    for known in (public_hex(lived.key), keys / "owner.pub"):
        told = mailbox("verify", archive, "--owner-key", known)
        assert told.status == 0
        assert "ask the owner" not in told.out
    other = mailbox("verify", archive, "--owner-key", keys / "relay.pub")
    assert other.status == 1
    assert f"signed with the key {public_hex(lived.key)}, not with" in other.out
    for nonsense in ("abc", keys / "none", keys, keys / "relay.sig"):
        told = mailbox("verify", archive, "--owner-key", nonsense)
        assert (told.status, told.out) == (2, "")
        assert "--owner-key" in told.err
    assert mailbox("verify", "--owner-key", public_hex(lived.key)).status == 2


def test_a_changed_archive_is_refused_with_its_reason(archive: Path, mailbox: Mailbox) -> None:
    content = archive.read_bytes()
    archive.write_bytes(content[:-1])
    told = mailbox("verify", archive)
    assert (told.status, told.err) == (1, "")
    assert told.out.startswith(f"refused  {archive}: it is no whole zip file")
    (refused,) = mailbox("verify", archive, "--json").objects
    assert refused == {"file": str(archive), "refused": "it is no whole zip file: cut off, damaged, or something else"}


def test_what_cannot_be_read_is_wrong_usage(mailbox: Mailbox, tmp_path: Path) -> None:
    for name in ("none.zip", "."):
        told = mailbox("verify", tmp_path / name)
        assert (told.status, told.out) == (2, "")
        assert told.err.count("\n") == 1


def test_every_wrong_thing_is_named(archive: Path, lived: TestOffice, mailbox: Mailbox) -> None:
    from tests.core.export.archives import Forge

    forge = Forge.of(archive.read_bytes(), lived.key)
    forge.edit("rules.json", b'"hub"', b'"bub"').sign(height=9999)
    archive.write_bytes(forge.zipped())
    told = mailbox("verify", archive)
    assert told.status == 1
    assert "wrong  rules.json: it does not say what the journal says" in told.out
    assert told.out.endswith("2 wrong\n")
    *findings, sums = mailbox("verify", archive, "--json").objects
    assert {finding.get("file", finding.get("height")) for finding in findings} >= {"rules.json"}
    assert sums["wrong"] == len(findings) == 2


def test_a_name_that_drives_the_terminal_does_not(archive: Path, lived: TestOffice, mailbox: Mailbox) -> None:
    from tests.core.export.archives import Forge

    forge = Forge.of(archive.read_bytes(), lived.key)
    forge.sign(root="\x1b[2Jhome")
    archive.write_bytes(forge.zipped())
    told = mailbox("verify", archive)
    assert told.status == 0
    assert "\x1b" not in told.out
    assert "␛[2Jhome" in told.out
    assert json.loads(mailbox("verify", archive, "--json").out)["root"] == "\x1b[2Jhome"


@pytest.mark.parametrize(
    ("form", "name"), [((), "x.zip"), (("--mbox",), "x.mbox"), (("--eml",), "mail")], ids=["zip", "mbox", "eml"]
)
def test_nothing_is_written_over(
    lived: TestOffice, mailbox: Mailbox, tmp_path: Path, form: tuple[str, ...], name: str
) -> None:
    assert mailbox("export", *form, tmp_path / name).status == 0
    before = sorted(path.name for path in tmp_path.iterdir())
    told = mailbox("export", *form, tmp_path / name)
    assert (told.status, told.out) == (1, "")
    assert told.err == f"mailbox: {tmp_path / name} is there already; name another, or move it away\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_mail_files_count_what_was_delivered(lived: TestOffice, mailbox: Mailbox, tmp_path: Path) -> None:
    told = mailbox("export", "--mbox", tmp_path / "x")
    assert (told.status, told.out) == (0, f"{tmp_path / 'x'}: 3 messages\n")
    assert mailbox("export", "--eml", tmp_path / "y", "--json").objects == [
        {"file": str(tmp_path / "y"), "messages": 3}
    ]


@pytest.mark.parametrize("arguments", [(), ("a.zip", "--mbox", "b"), ("--mbox", "a", "--eml", "b"), ("a", "b")])
def test_one_thing_at_a_time(lived: TestOffice, mailbox: Mailbox, arguments: tuple[str, ...]) -> None:
    told = mailbox("export", *arguments)
    assert (told.status, told.out) == (2, "")
    assert told.err.count("\n") == 1


def test_a_folder_that_is_not_there(lived: TestOffice, mailbox: Mailbox, tmp_path: Path) -> None:
    told = mailbox("export", tmp_path / "none" / "x.zip")
    assert told.status == 3
    assert "No such file or directory" in told.err


def test_a_post_office_without_a_history(mailbox: Mailbox, tmp_path: Path) -> None:
    told = mailbox("export", tmp_path / "x.zip")
    assert told.status == 1
    assert "run the relay once" in told.err
    assert not (tmp_path / "x.zip").exists()


def test_a_protected_key_wants_its_passphrase(lived: TestOffice, mailbox: Mailbox, tmp_path: Path) -> None:
    OwnerKey.load(lived.office.keys).change_passphrase(Disk(), None, "made-up words", Cost(1, 8192))
    told = mailbox("export", tmp_path / "x.zip")
    assert told.status == 2
    assert "--passphrase-file" in told.err
    (tmp_path / "wrong").write_text("other words\n")
    assert mailbox("export", tmp_path / "x.zip", "--passphrase-file", tmp_path / "wrong").status == 1
    (tmp_path / "right").write_text("made-up words\n")
    assert mailbox("export", tmp_path / "x.zip", "--passphrase-file", tmp_path / "right").status == 0
    assert mailbox("verify", tmp_path / "x.zip").status == 0
    assert mailbox("export", "--mbox", tmp_path / "x.mbox").status == 0


def test_a_broken_history_is_not_exported(lived: TestOffice, mailbox: Mailbox, tmp_path: Path) -> None:
    (segment,) = lived.office.journal.glob("*.jsonl")
    segment.write_bytes(segment.read_bytes().replace(b'"topic":"held"', b'"topic":"helt"', 1))
    for arguments in ((tmp_path / "x.zip",), ("--mbox", tmp_path / "x"), ("--eml", tmp_path / "y")):
        told = mailbox("export", *arguments)
        assert told.status == 3
        assert "chain breaks at height" in told.err
        assert told.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["post-office"]
