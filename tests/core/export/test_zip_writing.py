"""The zip file: written from its beginning to its end, ZIP64 where it has to be, read by tools that are not ours."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from mailbox_gui.core.export import zip_writing
from mailbox_gui.core.export.archive import export_archive
from mailbox_gui.core.export.manifest import Listed
from mailbox_gui.core.export.zip_writing import ZipWriter
from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.relay.state import utc_now
from tests.core.export.archives import judged
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice


class Tape:
    """Takes bytes at its end and nothing else."""

    def __init__(self) -> None:
        self.content = b""

    def write(self, content: bytes) -> int:
        self.content += content
        return len(content)

    def flush(self) -> None:
        pass


def listed(content: bytes) -> Listed:
    return Listed("journal/000000000001.jsonl", len(content), hashlib.sha256(content).hexdigest())


def test_members_are_read_back_in_order(tmp_path: Path) -> None:
    source = tmp_path / "000000000001.jsonl"
    content = b"a line\n" * 400_000
    source.write_bytes(content + b"what came later")
    tape = Tape()
    writer = ZipWriter(tape)
    writer.add("rules.json", b"{}")
    assert sum(writer.add_beginning(listed(content), source)) == len(content)
    writer.close()
    with zipfile.ZipFile(io.BytesIO(tape.content)) as file:
        assert file.namelist() == ["rules.json", "journal/000000000001.jsonl"]
        assert file.read("rules.json") == b"{}"
        assert file.read("journal/000000000001.jsonl") == content
    assert len(tape.content) < len(content) / 20


@pytest.mark.parametrize("now", [b"another\n", b"a line", b""])
def test_a_segment_that_is_not_what_was_signed_is_told(tmp_path: Path, now: bytes) -> None:
    source = tmp_path / "000000000001.jsonl"
    source.write_bytes(now)
    writer = ZipWriter(Tape())
    with pytest.raises(ChainBroken, match="changed while it was read"):
        list(writer.add_beginning(listed(b"a line\n"), source))
    writer.abandon()


def test_what_is_abandoned_is_not_ended(tmp_path: Path) -> None:
    tape = Tape()
    writer = ZipWriter(tape)
    writer.add("rules.json", b"{}")
    writer.abandon()
    writer.close()
    assert b"PK\x05\x06" not in tape.content


def test_the_large_form_is_proved_too(lived: TestOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_writing, "_LARGE", 10)
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 2)
    export_archive(lived.office, tmp_path / "x.zip", lived.key, clock=utc_now, disk=WatchedDisk())
    content = (tmp_path / "x.zip").read_bytes()
    assert b"PK\x06\x06" in content
    assert b"PK\x06\x07" in content
    result = judged(tmp_path / "x.zip")
    assert result.sound, result.words


@pytest.mark.skipif(shutil.which("unzip") is None, reason="needs unzip")
def test_unzip_finds_nothing_wrong(archive: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(archive)
    done = subprocess.run(
        ["unzip", "-t", "x.zip"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No errors detected" in done.stdout
