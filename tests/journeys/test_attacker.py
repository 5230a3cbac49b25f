"""An attacker that may write everywhere in the post office, without the passphrase, wants its escalation approved."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import decision
from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import KeyProblem
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from mailbox_gui.core.proof.owners_word import read_owners_word
from mailbox_gui.core.proof.whole import prove_post_office
from mailbox_gui.core.read_models.detail import detail
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.founding import found_post_office
from tests.journeys.attacker import Attacker, Target
from tests.journeys.attacks import ATTACKS
from tests.support.clock import NOON, SetClock
from tests.support.disks import WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import AGENTS, Dropped, TestOffice

PASSPHRASE = "only the owner knows it"
SESSION, REVOKED = SigningKey(b"s" * 32), SigningKey(b"r" * 32)


class Guarded(TestOffice):
    """A post office whose owner's key lies under a passphrase."""

    @cached_property
    def key(self) -> SigningKey:
        return OwnerKey.load(self.office.keys).unlock(PASSPHRASE)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A post office with some history, and what the attacker saw of it."""
    root = tmp_path_factory.mktemp("attacked") / "office"
    founded = {"passphrase": PASSPHRASE, "clock": lambda: NOON, "disk": WatchedDisk(), "cost": Cost(1, 8192)}
    found_post_office(root, hub="hub", agents=AGENTS, **founded)  # type: ignore[arg-type]
    made = Guarded(root)
    routes: Any = default_rules("hub", AGENTS)["routes"]
    made.set_rules(routes=[*routes, ["site", "builder"]], serial=2)
    loot: dict[str, object] = {
        "now": NOON.isoformat(),
        "session": bytes(SESSION).hex(),
        "revoked": bytes(REVOKED).hex(),
    }
    loot["rules"] = made.office.rules_file.read_bytes().hex()
    loot["rules_sig"] = made.office.rules_signature.read_bytes().hex()
    one_life(made.office)
    made.set_rules(routes=routes, serial=3)
    made.act("delegate", make_delegation(made.key, "site", public_hex(SESSION), 1, NOON, 30), file="a.act.json")
    act = made.act("delegate", make_delegation(made.key, "site", public_hex(REVOKED), 2, NOON, 30), file="b.act.json")
    loot["act"] = act.read_bytes().hex()
    one_life(made.office)
    made.act("revoke", {"session": public_hex(REVOKED)})
    approved = made.drop("site", topic="deploy to staging", requires="owner", body="Please let me deploy.\n")
    one_life(made.office)
    loot["approval"] = made.decide(approved, "approve").raw.hex()
    loot["approved"], loot["approved_bytes"] = _target(approved), approved.raw.hex()
    harmless = made.drop("builder", topic="harmless", requires="owner", body="May I tidy up?\n")
    escalation = made.drop("site", topic="drop the database", requires="owner", body="Please let me drop it.\n")
    loot["harmless"], loot["escalation"] = _target(harmless), _target(escalation)
    one_life(made.office)
    for path in root.glob("owner/outbox/*"):
        path.unlink()
    told = root.parent / "loot.json"
    told.write_text(json.dumps(loot))
    return root, told


@pytest.fixture(scope="module")
def attacked(before: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the post office for each attack, and the attacker's own process let loose on all of them."""
    base = tmp_path_factory.mktemp("attacks")
    for name in ATTACKS:
        shutil.copytree(before[0], base / name)
    subprocess.run([sys.executable, "-m", "tests.journeys.attacks", str(base), str(before[1])], check=True)
    return base


def _target(draft: Dropped) -> dict[str, str]:
    return asdict(Target(draft.id, draft.sender, draft.topic, draft.sha256))


# What is seen of each, in the relay's own words: what it refuses, what it says is wrong, or why it does not go on.
SEEN: dict[str, tuple[str, ...]] = {
    "decide_with_a_key_of_my_own": ("rejected: signature: the signature does not verify with the owner's key",),
    "decide_with_my_session_key": ("rejected: signature: signed by the session key",),
    "decide_from_my_own_outbox": ("rejected: identity: from is `owner`, but the file lay in the outbox of site",),
    "decide_without_a_signature": ("rejected: signature: unsigned",),
    "replay_an_old_approval": ("rejected: duplicate: these bytes were already",),
    "bend_an_old_approval_to_my_escalation": ("rejected: signature: the signature does not verify",),
    "plant_a_delegation": ("rejected: signature: unknown session key", "names a session key that the owner never"),
    "delegate_to_myself_by_an_act_of_mine": (
        "rejected: signature: not signed by the owner's key",
        "rejected: signature: unknown session key",
    ),
    # It is answered by what it did when it was new; no line is added.
    "replay_an_old_act": (),
    "change_an_old_act": ("rejected: signature: the signature does not fit the document",),
    "sign_with_a_revoked_key_whose_revocation_i_removed": ("rejected: signature: the owner revoked the session key",),
    "use_a_checkpoints_signature_for_rules": ("problem: rules: the edit of rules.json is not signed by you",),
    "put_my_key_in_the_owners_place": ("refuses: owner.pub is not the key that signed the first rules",),
    "put_my_keys_everywhere": ("refuses: owner.pub is not the key that signed the first rules",),
    "put_a_relay_key_of_my_own_and_sign_all_checkpoints_anew": (
        "refuses: relay.pub is not the relay's key that the owner signed",
    ),
    "take_away_the_owners_word_on_the_relay_key": ("refuses: relay.sig, the owner's signature over the relay's key",),
    "swap_the_held_bytes": ("verify: was changed: these are not the bytes in the journal",),
    "carry_the_held_file_to_its_recipient": ("verify: was not delivered by the relay",),
    "write_the_rules": ("problem: rules: rules.json: $.agents.site.folder", "the last good rules stay in force"),
    "make_an_agent_named_owner": ("problem: rules: rules.json: $.agents.owner: a reserved name",),
    "widen_my_routes": ("problem: rules: the edit of rules.json is not signed by you", "rejected: route: "),
    "sign_the_rules_with_my_key": ("problem: rules: the edit of rules.json is not signed by you", "rejected: route: "),
    "put_the_old_rules_back": ("problem: rules: rules.sig has serial 2, but 3 was in force", "rejected: route: "),
    "write_into_the_index_that_it_is_approved": (
        "verify: the index says something else than the journal (in message)",
    ),
    "write_a_delegation_into_the_index": (
        "rejected: signature: unknown session key",
        "verify: the index says something else than the journal (in delegation)",
    ),
    "take_a_revocation_out_of_the_index": (
        "rejected: signature: the owner revoked the session key",
        "verify: the index says something else than the journal (in delegation)",
    ),
    "make_the_index_forget_a_decision_and_replay_it": (
        "rejected: decision: already approved at",
        "verify: lies in the queue and is not held",
    ),
    "lead_the_index_to_older_rules": (
        "rejected: route: ",
        "verify: the index says something else than the journal (in act)",
    ),
    "add_an_agent_in_the_index": ("verify: the index says something else than the journal (in act)",),
    "show_the_owner_something_harmless": (
        "opened: index and journal disagree about this message",
        "verify: the index says something else than the journal (in line)",
    ),
    "forge_a_decision_behind_the_last_checkpoint": ("refuses: forged at height 22: the decision is not signed",),
    "forge_a_decision_with_the_relays_own_checkpoint": ("refuses: forged at height 22: the decision is not signed",),
    "forge_a_decision_under_an_old_signature": ("refuses: forged at height 22: the line says something else",),
    "tell_an_old_decision_again": ("refuses: forged at height 22: the same message was decided before",),
    "forge_rules_in_the_journal": ("refuses: forged at height 22: it is signed with a key that is not the owner's",),
    "forge_a_delegation_in_the_journal": ("refuses: forged at height 22: it is signed with a key that is not",),
    "take_the_revocation_out_of_the_journal": ("refuses: the journal ends at height 20, but 21 had been reached",),
    "take_the_revocation_out_of_everything_but_the_index": ("refuses: the journal ends at height 20, but 21 had been",),
    "take_the_revocation_out_of_everything_but_the_keys": (
        "problem: history-exchanged: the owner revoked the session key",
        "rejected: signature: the owner revoked the session key",
    ),
    "change_a_line_in_the_middle": ("refuses: the journal's chain breaks at height",),
    "begin_the_history_anew_as_the_owner": ("refuses: forged at height 6: it is signed with a key that is not",),
}


def test_every_way_is_in_the_table() -> None:
    assert SEEN.keys() == ATTACKS.keys()
    assert len(SEEN) >= 40


@pytest.mark.parametrize("name", list(SEEN))
def test_an_attack_fails_and_is_seen(name: str, before: tuple[Path, Path], attacked: Path) -> None:
    root = attacked / name
    escalation = json.loads(before[1].read_bytes())["escalation"]["id"]

    seen = what_is_seen(Guarded(root), escalation)

    for words in SEEN[name]:
        assert any(words in said for said in seen), "\n".join(seen)
    assert not any(said.startswith(("approved", "accepted")) for said in seen), seen
    delivered = (root / "agents" / "hub" / "inbox" / f"{escalation}.md").exists()
    assert delivered == (name == "carry_the_held_file_to_its_recipient")


def what_is_seen(made: Guarded, escalation: str) -> list[str]:
    """All that the relay, the proof and an opened message say, until the relay refuses to go on."""
    seen: list[str] = []
    try:
        with life(made.office, clock=SetClock(NOON + timedelta(hours=1))) as lived:
            seen += [f"{event.verdict}: {event.check}: {event.reason}" for event in lived.work_off()]
            seen += [f"problem: {problem.kind}: {problem.text}" for problem in lived.problems]
        assert read_owners_word(made.office.journal, None).decision_on(escalation) is None
    except (ChainBroken, KeyProblem) as refusal:
        return [*seen, f"refuses: {str(refusal).replace(f'{made.office.keys}/', '').replace('the journal was ', '')}"]
    rules = default_rules("hub", AGENTS)
    prove_post_office(made.office, parse_rules(render_rules(rules)), lambda it: seen.append(f"verify: {it.text}"))
    with closing(open_reading(made.office.index, made.office.journal)) as connection:
        try:
            detail(connection, made.office.journal, escalation)
        except DamagedLine as damage:
            seen.append(f"opened: {damage.reason}")
    return seen


def test_swapped_bytes_are_not_delivered_when_the_owner_approves(before: tuple[Path, Path], tmp_path: Path) -> None:
    root = tmp_path / "office"
    shutil.copytree(before[0], root)
    loot = json.loads(before[1].read_bytes())
    ATTACKS["swap_the_held_bytes"](Attacker(root, loot))
    made = Guarded(root)
    target = Target(**loot["escalation"])
    made.drop("owner", name="yes.md", raw=decision(target, "approve", "", NOON, made.key))

    (refused,) = [event for event in one_life(made.office) if event.verdict == "rejected"]
    assert (refused.check, "changed in the queue" in refused.reason) == ("decision", True)
    assert not (root / "agents" / "hub" / "inbox" / f"{target.id}.md").exists()


def test_what_cannot_be_seen_is_an_older_post_office_put_back_whole(before: tuple[Path, Path], tmp_path: Path) -> None:
    """Told in docs/decisions: everything here was signed by the owner, and nothing in it says that more came after."""
    root = tmp_path / "office"
    shutil.copytree(before[0], root)
    attacker = Attacker(root, json.loads(before[1].read_bytes()))
    ATTACKS["take_the_revocation_out_of_everything_but_the_keys"](attacker)
    for path in root.glob("keys/sessions/*.revoked.json"):
        path.unlink()

    assert "accepted: : " in what_is_seen(Guarded(root), attacker.escalation.id)
