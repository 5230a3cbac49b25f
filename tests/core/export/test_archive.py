"""The archive that is made: whole, consistent while the relay goes on, and nothing secret in it."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import threading
import zipfile
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.export.archive import export_archive
from mailbox_gui.core.export.manifest import read_manifest
from mailbox_gui.core.export.new_file import TargetTaken
from mailbox_gui.core.export.survey import NothingToExport
from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.segments import list_segments, segment_path
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import KeyProblem
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.proof.owners_word import ForgedLine
from mailbox_gui.core.relay.state import utc_now
from tests.core.export.archives import Forge, Judge, judged
from tests.core.export.conftest import SESSIONS, work_off
from tests.support.disks import FailingDisk, WatchedDisk
from tests.support.post_office import TestOffice, found


def export(office: TestOffice, target: Path, key: SigningKey | None = None) -> None:
    export_archive(office.office, target, key or office.key, clock=utc_now, disk=WatchedDisk())


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".part"))


def test_the_journal_is_in_it_to_the_byte(lived: TestOffice, forge: Forge) -> None:
    segments = list_segments(lived.office.journal)
    assert len(segments) > 2
    assert forge.segments == [f"journal/{segment:012d}.jsonl" for segment in segments]
    for name, segment in zip(forge.segments, segments, strict=True):
        assert forge.members[name] == segment_path(lived.office.journal, segment).read_bytes()


def test_the_manifest_says_what_it_holds_and_who_signed(lived: TestOffice, forge: Forge) -> None:
    manifest, key = read_manifest(forge.members["manifest.json"])
    last = list(JournalReader(lived.office.journal).entries())[-1]
    assert (manifest.root, manifest.height, manifest.hash) == ("post-office", last.height, last.hash)
    assert key == public_hex(lived.key)
    for file in manifest.files:
        content = forge.members[file.name]
        assert (file.size, file.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert ["manifest.json", *(file.name for file in manifest.files)] == list(forge.members)


def test_public_papers_are_in_it(lived: TestOffice, forge: Forge) -> None:
    first, second = map(public_hex, SESSIONS)
    assert forge.members["keys/owner.pub"].decode().strip() == public_hex(lived.key)
    assert forge.members["keys/relay.pub"] == (lived.office.keys / "relay.pub").read_bytes()
    assert forge.members["keys/relay.sig"] == (lived.office.keys / "relay.sig").read_bytes()
    assert parse_rules(forge.members["rules.json"]) == lived.rules
    assert json.loads(forge.members["rules.sig"]) == json.loads(lived.office.rules_signature.read_bytes())
    sessions = {f"{first}.json", f"{second}.json", f"{second}.revoked.json"}
    assert {name.rpartition("/")[2] for name in forge.members if "/sessions/" in name} == sessions
    for name in sessions:
        beside = lived.office.keys / "sessions" / name
        assert json.loads(forge.members[f"keys/sessions/{name}"]) == json.loads(beside.read_bytes())


def test_nothing_secret_is_in_it_nor_anything_that_can_be_made_again(lived: TestOffice, forge: Forge) -> None:
    everything = b"\0".join(forge.members.values())
    secrets = [path for path in lived.root.rglob("*") if path.is_file() and path.name.endswith(".secret")]
    assert len(secrets) == 2
    for path in secrets:
        content = path.read_bytes().strip()
        assert content not in everything
        assert bytes.fromhex(content.decode()) not in everything
    assert str(lived.root).encode() not in b"".join(
        content for name, content in forge.members.items() if not name.startswith("journal/")
    )
    assert not [name for name in forge.members if any(word in name for word in ("secret", "sqlite", "log", "relay/"))]


def test_the_same_history_gives_the_same_members(lived: TestOffice, archive: bytes, tmp_path: Path) -> None:
    export(lived, tmp_path / "again.zip")
    one, other = (zipfile.ZipFile(io.BytesIO(content)) for content in (archive, (tmp_path / "again.zip").read_bytes()))
    for left, right in zip(one.infolist(), other.infolist(), strict=True):
        assert (left.filename, left.date_time, left.external_attr) == (
            right.filename,
            (1980, 1, 1, 0, 0, 0),
            0o600 << 16,
        )
        assert left.filename == "manifest.json" or one.read(left) == other.read(right)


def test_an_edit_of_the_rules_that_is_not_signed_is_not_in_it(
    office: TestOffice, tmp_path: Path, lived: TestOffice
) -> None:
    office.set_rules(sign=False, limits={})
    export(office, tmp_path / "x.zip")
    assert parse_rules(Forge.of((tmp_path / "x.zip").read_bytes(), office.key).members["rules.json"]) == lived.rules
    assert judged(tmp_path / "x.zip").sound


@pytest.mark.parametrize("torn", [b'{"height":99', b'{"height":99,"at":"2026-11-30T12:00:00.000Z"'])
def test_a_line_that_is_being_written_is_left_out(office: TestOffice, tmp_path: Path, torn: bytes) -> None:
    last = segment_path(office.office.journal, list_segments(office.office.journal)[-1])
    whole = last.read_bytes()
    last.write_bytes(whole + torn)
    export(office, tmp_path / "x.zip")
    assert Forge.of((tmp_path / "x.zip").read_bytes(), office.key).members[f"journal/{last.name}"] == whole
    assert judged(tmp_path / "x.zip").sound


def test_a_segment_that_was_begun_and_has_no_line_is_left_out(office: TestOffice, tmp_path: Path) -> None:
    height = JournalReader(office.office.journal).last_height()
    segment_path(office.office.journal, height + 1).write_bytes(b"")
    export(office, tmp_path / "x.zip")
    assert judged(tmp_path / "x.zip").sound


def test_archives_made_while_the_relay_works_are_whole(office: TestOffice, tmp_path: Path) -> None:
    ended = threading.Event()
    failed: list[BaseException] = []

    def relay() -> None:
        try:
            for number in range(6):
                office.drop("site", topic=f"meanwhile {number}", name=f"{number}.md")
                work_off(office)
        except BaseException as error:  # noqa: BLE001 - told by the assertion below
            failed.append(error)
        finally:
            ended.set()

    thread = threading.Thread(target=relay)
    thread.start()
    heights: list[int] = []
    while not ended.is_set() or not heights:
        target = tmp_path / f"{len(heights)}.zip"
        export(office, target)
        result = judged(target)
        assert result.sound, result.words
        assert result.proof is not None
        heights.append(result.proof.manifest.height)
    thread.join()
    assert failed == []
    assert heights == sorted(heights)


def test_what_is_signed_is_durable_first(lived: TestOffice, tmp_path: Path) -> None:
    disk = WatchedDisk()
    export_archive(lived.office, tmp_path / "x.zip", lived.key, clock=utc_now, disk=disk)
    assert disk.calls == ["write_new", "sync_file", "append", "sync_data", "rename_new", "sync_folder"]


def test_nothing_is_written_over(lived: TestOffice, tmp_path: Path) -> None:
    (tmp_path / "file.zip").write_bytes(b"mine")
    (tmp_path / "link.zip").symlink_to(tmp_path / "nowhere")
    for name in ("file.zip", "link.zip"):
        with pytest.raises(TargetTaken):
            export(lived, tmp_path / name)
    assert (tmp_path / "file.zip").read_bytes() == b"mine"
    assert (tmp_path / "link.zip").is_symlink()
    assert left_over(tmp_path) == []


@pytest.mark.parametrize("call", ["write_new", "sync_file", "append", "sync_data", "rename_new", "sync_folder"])
def test_a_disk_that_fails_leaves_nothing_behind_but_its_words(lived: TestOffice, tmp_path: Path, call: str) -> None:
    disk = FailingDisk(lambda _number, name, _arguments: name == call)
    with pytest.raises(OSError, match="No space left") as raised:
        export_archive(lived.office, tmp_path / "x.zip", lived.key, clock=utc_now, disk=disk)
    assert raised.value.errno == errno.ENOSPC
    assert disk.failed == [call]
    assert left_over(tmp_path) == []
    # The folder's sync is after the name was given: the file is there and whole, only not yet for certain.
    assert (tmp_path / "x.zip").exists() == (call == "sync_folder")
    if call != "sync_file":
        assert raised.value.filename == str(tmp_path / "x.zip")


def test_a_broken_history_is_not_signed(office: TestOffice, tmp_path: Path) -> None:
    (path,) = [path for path in office.office.journal.iterdir() if b'"topic":"accepted"' in path.read_bytes()]
    path.write_bytes(path.read_bytes().replace(b'"topic":"accepted"', b'"topic":"acceptee"'))
    with pytest.raises(ChainBroken):
        export(office, tmp_path / "x.zip")
    assert list(tmp_path.glob("*.zip")) == []
    assert left_over(tmp_path) == []


def test_only_the_owner_of_the_history_signs_it(office: TestOffice, tmp_path: Path) -> None:
    with pytest.raises((KeyProblem, ForgedLine)):
        export(office, tmp_path / "x.zip", SigningKey(b"\x05" * 32))
    assert list(tmp_path.glob("*.zip")) == []


def test_a_relay_key_that_the_owner_did_not_sign_is_not_vouched_for(office: TestOffice, tmp_path: Path) -> None:
    (office.office.keys / "relay.pub").write_text(public_hex(SESSIONS[0]) + "\n")
    with pytest.raises(KeyProblem):
        export(office, tmp_path / "x.zip")


def test_a_post_office_without_a_history_has_nothing_to_export(tmp_path: Path) -> None:
    made = found(tmp_path / "new")
    with pytest.raises(NothingToExport, match="run the relay once"):
        export(made, tmp_path / "x.zip")
    assert left_over(tmp_path) == []


def test_progress_goes_from_nothing_to_everything(lived: TestOffice, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    export_archive(
        lived.office, tmp_path / "x.zip", lived.key, clock=utc_now, disk=WatchedDisk(),
        progress=lambda done, total: told.append((done, total)),
    )  # fmt: skip
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] > 0


def test_the_archive_is_proved_where_no_post_office_is(archive: bytes, judge: Judge) -> None:
    result = judge(archive)
    assert result.sound, result.words
    assert result.proof is not None
    # The rules twice, two delegations in signed acts, the revocation, two decisions, the mail by a session key.
    assert result.proof.signatures == 2 + 2 * 2 + 1 + 2 + 1
