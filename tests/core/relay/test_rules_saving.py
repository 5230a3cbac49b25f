"""Changed rules are written and signed whole, and never over a file that nobody looked at."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path

import pytest

from mailbox_gui.core.message.rules_draft import RulesDraft
from mailbox_gui.core.message.rules_file import RulesError
from mailbox_gui.core.relay.desk import Desk
from mailbox_gui.core.relay.founding import RulesChanged
from mailbox_gui.core.relay.rules_saving import save_rules
from tests.support.clock import NOON
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice, found


@pytest.fixture
def office(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "post-office")


def desk(office: TestOffice) -> Desk:
    made = Desk(office.office, program="test", clock=lambda: NOON, disk=WatchedDisk())
    made.one_pass()
    return made


def digest(office: TestOffice) -> str:
    return hashlib.sha256(office.office.rules_file.read_bytes()).hexdigest()


def draft(office: TestOffice) -> RulesDraft:
    return RulesDraft.of(office.office.rules_file.read_bytes())


def test_they_are_in_force_after_the_next_pass(office: TestOffice) -> None:
    counter = desk(office)
    content = draft(office).with_route("builder", "site", on=True).content
    serial = save_rules(counter, office.key, content, digest(office), WatchedDisk())
    assert serial == 2
    assert office.office.rules_file.read_bytes() == content
    counter.one_pass()
    assert ("builder", "site") in counter.rules().routes


def test_a_file_that_became_another_one_is_left(office: TestOffice) -> None:
    counter, expected = desk(office), digest(office)
    content = draft(office).with_route("builder", "site", on=True).content
    office.set_rules(sign=False, overdue_hours={"reply": 1})
    before = office.office.rules_file.read_bytes()
    with pytest.raises(RulesChanged):
        save_rules(counter, office.key, content, expected, WatchedDisk())
    assert office.office.rules_file.read_bytes() == before


def test_what_cannot_take_effect_is_not_written(office: TestOffice) -> None:
    counter, before = desk(office), office.office.rules_file.read_bytes()
    wrong = draft(office).with_value(0, "limits", "messages_per_day").content
    with pytest.raises(RulesError):
        save_rules(counter, office.key, wrong, digest(office), WatchedDisk())
    assert office.office.rules_file.read_bytes() == before


def test_a_link_stays_a_link_and_the_mode_stays(office: TestOffice, tmp_path: Path) -> None:
    counter, file, elsewhere = desk(office), office.office.rules_file, tmp_path / "elsewhere.json"
    file.rename(elsewhere)
    elsewhere.chmod(0o640)
    file.symlink_to(elsewhere)
    content = draft(office).with_route("builder", "site", on=True).content
    save_rules(counter, office.key, content, digest(office), WatchedDisk())
    assert file.is_symlink()
    assert elsewhere.read_bytes() == content
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o640
    assert not list(tmp_path.glob(".rules.json.*"))


def test_an_edit_by_hand_that_is_not_signed_yet_is_signed_as_it_is(office: TestOffice) -> None:
    counter = desk(office)
    office.set_rules(sign=False, limits={"messages_per_day": 7})
    raw = office.office.rules_file.read_bytes()
    save_rules(counter, office.key, raw, digest(office), WatchedDisk())
    counter.one_pass()
    assert counter.rules().limits.messages_per_day == 7
