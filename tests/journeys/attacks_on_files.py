"""Attacks on keys, rules and the queue."""

from __future__ import annotations

import json
import shutil

from mailbox_gui.core.keys.envelope import RELAY, public_hex, sign_document
from mailbox_gui.core.message.moments import format_second
from tests.journeys.attacker import MINE, Attacker, attack, signed_rules


@attack
def put_my_key_in_the_owners_place(it: Attacker) -> None:
    it.write_key("owner.pub", bytes(MINE.verify_key))
    it.owner_outbox("yes.md", it.approval(MINE))


@attack
def put_my_keys_everywhere(it: Attacker) -> None:
    it.write_key("owner.pub", bytes(MINE.verify_key))
    it.write_key("owner.secret", bytes(MINE))
    raw = it.path("rules.json").read_bytes()
    it.path("rules.sig").write_text(json.dumps(signed_rules(it, raw, MINE)))
    relay = {"version": 1, "relay": public_hex(it.relay_key()), "signed_at": format_second(it.now)}
    it.path("keys", "relay.sig").write_text(json.dumps(sign_document(RELAY, relay, MINE)))
    it.owner_outbox("yes.md", it.approval(MINE))


@attack
def put_a_relay_key_of_my_own_and_sign_all_checkpoints_anew(it: Attacker) -> None:
    it.write_key("relay.secret", bytes(MINE))
    it.write_key("relay.pub", bytes(MINE.verify_key))
    it.rewrite([(entry.at, entry.record) for entry in it.entries()], MINE)


@attack
def take_away_the_owners_word_on_the_relay_key(it: Attacker) -> None:
    put_a_relay_key_of_my_own_and_sign_all_checkpoints_anew(it)
    it.path("keys", "relay.sig").unlink()


@attack
def swap_the_held_bytes(it: Attacker) -> None:
    path = it.path("owner", "queue", f"{it.escalation.id}.md")
    path.write_bytes(path.read_bytes().replace(b"Please", b"Really"))


@attack
def carry_the_held_file_to_its_recipient(it: Attacker) -> None:
    name = f"{it.escalation.id}.md"
    shutil.copy(it.path("owner", "queue", name), it.path("agents", "hub", "inbox", name))


@attack
def write_the_rules(it: Attacker) -> None:
    rules = json.loads(it.path("rules.json").read_bytes())
    rules["agents"]["site"]["folder"] = "owner"
    rules["routes"].append(["site", "builder"])
    it.path("rules.json").write_text(json.dumps(rules))


@attack
def widen_my_routes(it: Attacker) -> None:
    rules = json.loads(it.path("rules.json").read_bytes())
    rules["routes"].append(["site", "builder"])
    it.path("rules.json").write_text(json.dumps(rules))
    it.own_outbox("to-builder.md", it.mail(to="builder"))


@attack
def make_an_agent_named_owner(it: Attacker) -> None:
    rules = json.loads(it.path("rules.json").read_bytes())
    rules["agents"]["owner"] = {"folder": "agents/site"}
    it.path("rules.json").write_text(json.dumps(rules))


@attack
def sign_the_rules_with_my_key(it: Attacker) -> None:
    widen_my_routes(it)
    raw = it.path("rules.json").read_bytes()
    it.path("rules.sig").write_text(json.dumps(signed_rules(it, raw, MINE)))


@attack
def put_the_old_rules_back(it: Attacker) -> None:
    it.path("rules.json").write_bytes(bytes.fromhex(it.loot["rules"]))
    it.path("rules.sig").write_bytes(bytes.fromhex(it.loot["rules_sig"]))
    it.own_outbox("to-builder.md", it.mail(to="builder"))
