"""Restoring: the owner's queue put back from the journal; what was changed is kept, never lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.relay.restoring import Restored, restore_queue
from tests.support.disks import WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import Dropped, TestOffice
from tests.support.truth import faults_of


@pytest.fixture
def held(made: TestOffice) -> Dropped:
    draft = made.drop("builder", topic="may I", kind="request", requires="owner")
    one_life(made.office)
    return draft


def restore(made: TestOffice) -> tuple[Restored, ...]:
    with life(made.office) as lived:
        return restore_queue(made.office, WatchedDisk(), lived.engine.index)


def _missing(path: Path) -> None:
    path.unlink()


def _changed(path: Path) -> None:
    path.write_bytes(b"changed")


def _link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/hostname")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("change", [_missing, _changed, _link, _folder])
def test_held_mail_is_put_back_and_can_be_decided(
    made: TestOffice, held: Dropped, change: Callable[[Path], None]
) -> None:
    queued = made.office.queue / f"{held.id}.md"
    change(queued)
    (restored,) = restore(made)

    assert restored.id == held.id
    assert (restored.kept is None) == (change is _missing)
    assert queued.read_bytes() == held.raw
    if restored.kept is not None:
        kept = Path(restored.kept)
        assert kept.is_symlink() or kept.exists()
        kept.rmdir() if kept.is_dir() and not kept.is_symlink() else kept.unlink()
    made.decide(held, "approve")
    one_life(made.office)
    assert faults_of(made) == []


def test_what_is_right_is_left_alone(made: TestOffice, held: Dropped) -> None:
    assert restore(made) == ()


def test_decided_mail_is_not_put_back(made: TestOffice, held: Dropped) -> None:
    made.decide(held, "decline", "no")
    one_life(made.office)

    assert restore(made) == ()
    assert list(made.office.queue.iterdir()) == []
