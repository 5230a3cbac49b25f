"""Unfinished mail on the disk: kept whole, replaced whole, read by nobody else."""

from __future__ import annotations

import stat
from datetime import timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.kept_drafts import KeptDraft, KeptDrafts, new_name
from tests.support.clock import NOON

FIELDS = {"to": "hub", "kind": "task", "topic": "t", "requires": "none", "ref": "", "due": "", "body": "Ж \udc80\n"}


def test_what_is_kept_is_read_back_the_newest_first(tmp_path: Path) -> None:
    store = KeptDrafts(tmp_path / "state" / "drafts")
    assert store.every() == []
    first, second = new_name(), new_name()
    store.keep(KeptDraft(first, NOON, FIELDS))
    store.keep(KeptDraft(second, NOON + timedelta(minutes=1), FIELDS | {"body": "other"}, "an id"))
    assert [draft.name for draft in store.every()] == [second, first]
    assert store.every()[1].fields == FIELDS
    assert store.every()[0].sent_as == "an id"
    store.keep(KeptDraft(first, NOON + timedelta(hours=1), FIELDS | {"topic": "new"}))
    assert [draft.fields["topic"] for draft in store.every()] == ["new", "t"]
    store.forget(first)
    store.forget(first)
    assert [draft.name for draft in store.every()] == [second]


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    store = KeptDrafts(tmp_path / "drafts")
    store.keep(KeptDraft("one", NOON, FIELDS))
    (file,) = store.folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"fields": 3, "saved_at": "x"}', b"\xff" * 9])
def test_a_file_that_is_no_draft_is_left_alone(tmp_path: Path, content: bytes) -> None:
    store = KeptDrafts(tmp_path)
    strange = tmp_path / "strange.draft.json"
    strange.write_bytes(content)
    store.keep(KeptDraft("one", NOON, FIELDS))
    assert [draft.name for draft in store.every()] == ["one"]
    assert strange.exists()


class Full(Disk):
    def sync_file(self, path: str | Path) -> None:
        raise OSError(28, "No space left on device", str(path))


def test_a_full_disk_leaves_the_draft_before(tmp_path: Path) -> None:
    KeptDrafts(tmp_path).keep(KeptDraft("one", NOON, FIELDS))
    with pytest.raises(OSError, match="No space"):
        KeptDrafts(tmp_path, Full()).keep(KeptDraft("one", NOON, FIELDS | {"body": "more"}))
    assert KeptDrafts(tmp_path).every()[0].fields == FIELDS
    assert [path.name for path in tmp_path.iterdir()] == ["one.draft.json"]
