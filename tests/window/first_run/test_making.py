"""What the first run makes: a post office with keys of its own, and a message that waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost, WrongPassphrase
from mailbox_gui.core.keys.session_key import SESSION_FILE
from mailbox_gui.core.relay.founding import FoundingError
from mailbox_gui.window.first_run.making import Making
from mailbox_gui.window.first_run.plan import AgentPlan, Plan, why_no_name
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk

QUICK = Cost(ops=1, mem=8192)


@pytest.fixture
def making(compiled_rules: Path, clock: SetClock) -> Making:
    return Making(clock, compiled_rules, QUICK, WatchedDisk())


AGENTS = (AgentPlan("hub"), AgentPlan("builder"), AgentPlan("guest", signs=False))


def test_who_signs_has_a_key_that_was_delegated(making: Making, tmp_path: Path) -> None:
    made = making.make(Plan(tmp_path / "office", "hub", AGENTS, "open sesame"))
    assert made.delegated == ("hub", "builder")
    homes = made.office.root / "agents"
    assert (homes / "builder" / SESSION_FILE).is_file()
    assert not (homes / "guest" / SESSION_FILE).exists()
    stored = OwnerKey.load(made.office.keys)
    assert stored.protected
    stored.unlock("open sesame")
    with pytest.raises(WrongPassphrase):
        stored.unlock("something else")


def test_another_node_and_no_passphrase(making: Making, tmp_path: Path) -> None:
    made = making.make(Plan(tmp_path / "office", "chief", (AgentPlan("chief", signs=False),)))
    assert not OwnerKey.load(made.office.keys).protected
    assert made.delegated == ()
    assert len(made.owner.split()) == 8


@pytest.mark.parametrize("signs", [True, False])
def test_the_first_message_waits_for_the_owner(making: Making, tmp_path: Path, signs: bool) -> None:
    plan = Plan(tmp_path / "office", "hub", (AgentPlan("hub", signs), AgentPlan("builder", signs)))
    made = making.make(plan)
    making.write_first_message(made)
    verdicts = [event.verdict for event in making._desk(made.office).one_pass()]
    assert "held" in verdicts
    assert "rejected" not in verdicts


def test_a_hub_by_itself_has_nobody_to_write_to(making: Making, tmp_path: Path) -> None:
    made = making.make(Plan(tmp_path / "office"))
    making.write_first_message(made)
    assert list((made.office.root / "agents" / "hub" / "outbox").iterdir()) == []


def test_a_folder_that_is_full_is_refused(making: Making, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    with pytest.raises(FoundingError, match="not empty"):
        making.make(Plan(tmp_path))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("editor", ""),
        ("hub", "hub is in the list already."),
        ("owner", "The name owner is reserved. Choose another one."),
        ("Editor", "Use 1 to 32 of a-z, 0-9 and -, a letter or digit at both ends."),
        ("a b", "Use 1 to 32 of a-z, 0-9 and -, a letter or digit at both ends."),
    ],
)
def test_names(name: str, why: str) -> None:
    assert why_no_name(name, ["hub"]) == why
