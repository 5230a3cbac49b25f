"""Mending after a power cut: what is lost or cut short is written anew, what was handled is left alone."""

from __future__ import annotations

from collections.abc import Callable
from errno import EIO, ENODEV
from pathlib import Path
from typing import Literal

import pytest

from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.relay.mending import is_remnant
from tests.core.relay.test_recovery import let_the_mark_lag
from tests.support.disks import FailingDisk, WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import Dropped, TestOffice
from tests.support.power_cut import after_a_cut
from tests.support.truth import Wanted, faults_of


@pytest.mark.parametrize(
    ("found", "whole", "left"),
    [
        (b"", b"mail", True),
        (b"ma", b"mail", True),
        (b"m\0\0l", b"mail", True),
        (b"\0\0\0\0", b"mail", True),
        (b"mail", b"mail", True),
        (b"mai!", b"mail", False),
        (b"mail and more", b"mail", False),
        (b"mail\0", b"mail", False),
    ],
)
def test_a_remnant_has_nothing_that_was_never_written(found: bytes, whole: bytes, *, left: bool) -> None:
    assert is_remnant(found, whole) is left


DAMAGES: dict[str, Callable[[Path], object]] = {
    "lost": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:40]),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
}


def _delivered(made: TestOffice) -> tuple[Dropped, Path]:
    draft = made.drop("builder")
    one_life(made.office)
    return draft, made.box("hub", "inbox") / f"{draft.id}.md"


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_mail_that_a_power_cut_took_is_delivered_again(made: TestOffice, damage: Callable[[Path], object]) -> None:
    draft, letter = _delivered(made)
    damage(letter)
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_mail_that_its_agent_has_handled_stays_where_it_is(made: TestOffice) -> None:
    draft, letter = _delivered(made)
    letter.rename(made.box("hub", "done") / letter.name)
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_mail_that_was_taken_away_comes_again_after_a_power_cut_only(made: TestOffice) -> None:
    _, letter = _delivered(made)
    letter.unlink()
    let_the_mark_lag(made)
    one_life(made.office)
    assert not letter.exists()
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert letter.exists()


def test_another_file_under_the_name_of_mail_is_kept_beside_it(made: TestOffice) -> None:
    draft, letter = _delivered(made)
    letter.write_bytes(b"an agent's own note")
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert letter.read_bytes() == b"an agent's own note"
    assert letter.with_name(f"{draft.id}-2.md").read_bytes() == draft.raw


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_reason_that_a_power_cut_took_is_written_again(made: TestOffice, damage: Callable[[Path], object]) -> None:
    first = made.drop("builder", to="site", name="note.md")
    one_life(made.office)
    second = made.drop("builder", to="site", name="note.md", topic="again")
    one_life(made.office)
    for name in ("note.md.reason", "note-2.md.reason"):
        damage(made.box("builder", "rejected") / name)
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(first, "route"), Wanted(second, "route")]) == []


@pytest.mark.parametrize("place", ["outbox", "claims"])
def test_a_refused_draft_with_two_names_loses_the_old_one(made: TestOffice, place: str) -> None:
    """Btrfs makes the new name of a rename durable before the old one is gone."""
    draft = made.drop("builder", to="site", name="note.md")
    one_life(made.office)
    old = draft.path if place == "outbox" else made.office.claimed / "builder" / draft.file
    old.hardlink_to(made.box("builder", "rejected") / "note.md")
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert not old.exists()
    assert faults_of(made, [Wanted(draft, "route")]) == []


def test_lost_mail_waits_for_a_home_that_is_gone_through_a_kill(made: TestOffice) -> None:
    """The first start after the cut mends what it can; the next one, in the same session, takes nothing for lost."""
    draft, letter = _delivered(made)
    letter.unlink()
    let_the_mark_lag(made)
    home = letter.parent.parent
    with after_a_cut():
        aside = home.rename(made.root / "aside")
        one_life(made.office, reason=None)
        aside.rename(home)
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_lost_mail_waits_for_room_without_a_new_mark(made: TestOffice) -> None:
    draft, letter = _delivered(made)
    letter.unlink()
    let_the_mark_lag(made)
    full = FailingDisk(lambda _number, call, arguments: call == "write_new" and "/staging/" in str(arguments[0]))
    with after_a_cut():
        with pytest.raises(OSError, match="No space"):
            one_life(made.office, disk=full)
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_what_was_mended_once_and_taken_away_does_not_come_again(made: TestOffice) -> None:
    """The notice of an approval waits for its inbox, is tried again and again; the mail it released is long handled."""
    draft = made.drop("site", kind="request", requires="owner")
    one_life(made.office)
    made.decide(draft, "approve")
    one_life(made.office)
    let_the_mark_lag(made)
    inbox = made.box("site", "inbox")
    with after_a_cut():
        inbox.rename(made.root / "aside")
        inbox.write_text("no folder")
        with life(made.office) as lived:
            released = made.box("hub", "inbox") / f"{draft.id}.md"
            released.unlink()
            lived.work_off()

            assert "undelivered" in lived.said
            assert not released.exists()


def test_what_a_failed_sync_left_in_memory_is_written_once_more(made: TestOffice) -> None:
    """The pages that could not be written may be dropped, and look whole until then."""
    disk = FailingDisk(lambda _number, call, arguments: call == "sync_file" and "/inbox/" in str(arguments[0]), EIO)
    draft = made.drop("builder")
    letter = made.box("hub", "inbox") / f"{draft.id}.md"
    with life(made.office, disk=disk, reason=None) as lived:
        lived.work_off()
        with pytest.raises(OSError, match="Input/output"):
            lived.settle()
    assert letter.exists()
    written = _Written()
    one_life(made.office, disk=written)

    assert str(letter) in written.again
    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_a_copy_that_went_with_its_disk_is_written_again_when_the_disk_is_back(
    made: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was staged on a stick that was pulled out before the copy was published, and never settled there."""
    disk = FailingDisk(lambda _number, call, arguments: call == "rename_new" and "/inbox/" in str(arguments[1]), ENODEV)
    draft = made.drop("builder")
    with life(made.office, disk=disk) as lived:
        lived.work_off()
        assert "undelivered" in lived.said
        (made.office.staging / f"{draft.id}.md").unlink()
        monkeypatch.setattr(Homes, "session", lambda _: "another mount")
        disk.heal()
        lived.wait(20.0)
        lived.work_off()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_the_copy_of_a_declined_message_settles_with_its_reason(made: TestOffice) -> None:
    draft = made.drop("site", kind="request", requires="owner")
    one_life(made.office)
    made.decide(draft, "decline", "not now")
    written = _Written()
    one_life(made.office, disk=written)
    refused = made.box("site", "rejected") / draft.file

    assert {str(refused), f"{refused}.reason"} <= set(written.synced)


class _Written(WatchedDisk):
    def __init__(self) -> None:
        super().__init__()
        self.again: list[str] = []
        self.synced: list[str] = []

    def before(self, call: str, arguments: tuple[object, ...]) -> None:
        if call == "sync_file":
            self.synced.append(str(arguments[0]))
        if call == "write_again":
            self.again.append(str(arguments[0]))


@pytest.mark.parametrize("verdict", ["approve", "decline"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_what_a_decision_released_is_written_again(
    made: TestOffice, verdict: Literal["approve", "decline"], damage: Callable[[Path], object]
) -> None:
    draft = made.drop("site", kind="request", requires="owner")
    one_life(made.office)
    decision = made.decide(draft, verdict, "" if verdict == "approve" else "not now")
    one_life(made.office)
    box = made.box("hub", "inbox") if verdict == "approve" else made.box("site", "rejected")
    damage(next(path for path in box.iterdir() if path.suffix == ".md"))
    damage(next(made.box("site", "inbox").glob(f"{decision.id}.md")))
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "held"), Wanted(decision, "decided")]) == []
