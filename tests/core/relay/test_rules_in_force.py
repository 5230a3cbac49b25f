"""The rules in force: the last good signed pair holds through every broken, missing, unsigned or old edit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.relay.opening import NoRules
from tests.support.disks import WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice
from tests.support.truth import Wanted, chain_faults, faults_of, lines_of


def _unsigned(made: TestOffice) -> None:
    made.set_rules(hub="builder", sign=False)


def _broken(made: TestOffice) -> None:
    made.office.rules_file.write_text('{"version": 1,')


def _unknown_member(made: TestOffice) -> None:
    made.office.rules_file.write_text(json.dumps(json.loads(made.office.rules_file.read_text()) | {"colour": "red"}))


def _missing(made: TestOffice) -> None:
    made.office.rules_file.unlink()


def _empty(made: TestOffice) -> None:
    made.office.rules_file.write_bytes(b"")


def _huge(made: TestOffice) -> None:
    made.office.rules_file.write_bytes(b" " * (5 * 2**20))


def _deep(made: TestOffice) -> None:
    made.office.rules_file.write_text("[" * 200_000)


def _not_text(made: TestOffice) -> None:
    made.office.rules_file.write_bytes(b"\xff\xfe{\x00}\x00")


def _folder(made: TestOffice) -> None:
    made.office.rules_file.unlink()
    made.office.rules_file.mkdir()


def _signature_of_other_rules(made: TestOffice) -> None:
    signature = made.office.rules_signature.read_bytes()
    made.set_rules(hub="builder")
    made.office.rules_signature.write_bytes(signature)


def _signature_garbage(made: TestOffice) -> None:
    made.set_rules(hub="builder")
    made.office.rules_signature.write_text("[]")


def _signature_huge(made: TestOffice) -> None:
    made.set_rules(hub="builder")
    made.office.rules_signature.write_bytes(b" " * (5 * 2**20))


def _signature_missing(made: TestOffice) -> None:
    made.set_rules(hub="builder")
    made.office.rules_signature.unlink()


BAD = [
    _unsigned, _broken, _unknown_member, _missing, _empty, _huge, _deep, _not_text, _folder, _signature_of_other_rules,
    _signature_garbage, _signature_huge, _signature_missing,
]  # fmt: skip


@pytest.mark.parametrize("edit", BAD)
def test_a_bad_edit_never_takes_effect_is_said_once_and_is_forgotten_when_undone(
    made: TestOffice, edit: Callable[[TestOffice], None]
) -> None:
    good = made.office.rules_file.read_bytes()
    signature = made.office.rules_signature.read_bytes()
    with life(made.office) as lived:
        lived.work_off()
        edit(made)
        for _ in range(3):
            lived.work_off()
            lived.wait(1.0)
        assert lived.said == {"rules"}
        assert lived.engine.rules.hub == "hub"
        if made.office.rules_file.is_dir():
            made.office.rules_file.rmdir()
        made.office.rules_file.write_bytes(good)
        made.office.rules_signature.write_bytes(signature)
        draft = made.drop("builder", topic="by the old rules")
        lived.work_off()
        assert lived.problems == ()

    assert len([line for line in lines_of(made) if line["type"] == "rules_refused"]) == 1
    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_a_bad_edit_is_still_one_after_a_restart(made: TestOffice) -> None:
    one_life(made.office)
    _unsigned(made)
    for _ in range(2):
        with life(made.office) as lived:
            lived.work_off()
            assert "rules" in lived.said
            assert lived.engine.rules.hub == "hub"
    assert chain_faults(made) == []


def test_an_old_signed_pair_that_is_put_back_does_not_take_effect(made: TestOffice) -> None:
    one_life(made.office)
    old = made.office.rules_file.read_bytes(), made.office.rules_signature.read_bytes()
    made.set_rules(hub="builder")
    one_life(made.office)
    made.office.rules_file.write_bytes(old[0])
    made.office.rules_signature.write_bytes(old[1])
    with life(made.office) as lived:
        lived.work_off()
        assert lived.engine.rules.hub == "builder"
        assert "serial 1" in next(problem.text for problem in lived.problems if problem.kind == "rules")


def test_rules_that_a_strange_key_signed_do_not_take_effect(
    made: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_life(made.office)
    monkeypatch.setattr(TestOffice, "key", property(lambda _self: SigningKey(bytes(32))))
    made.set_rules(hub="builder")
    with life(made.office) as lived:
        lived.work_off()
        assert lived.engine.rules.hub == "hub"
        assert "rules" in lived.said


def test_a_post_office_without_any_good_rules_does_not_start(made: TestOffice) -> None:
    _unsigned(made)

    with pytest.raises(NoRules, match="not signed by you"), life(made.office):
        pass


def test_the_rules_survive_the_loss_of_everything_but_journal_and_keys(made: TestOffice) -> None:
    one_life(made.office)
    _missing(made)
    made.office.rules_signature.unlink()
    made.office.index.unlink()
    with life(made.office) as lived:
        lived.work_off()
        assert lived.engine.rules.hub == "hub"
        assert "rules" in lived.said


def test_agents_that_acts_added_stay_through_an_edit(made: TestOffice, tmp_path: Path) -> None:
    made.act("agent-add", {"name": "trader"})
    one_life(made.office)
    made.set_rules(limits={"messages_per_day": 7}, serial=2)
    with life(made.office, disk=WatchedDisk()) as lived:
        lived.work_off()
        assert "trader" in lived.engine.rules.agents
        assert lived.engine.rules.limits.messages_per_day == 7
