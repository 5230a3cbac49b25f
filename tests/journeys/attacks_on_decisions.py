"""Attacks with decisions and session keys of its own."""

from __future__ import annotations

import json

from nacl.signing import SigningKey

from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.keys.envelope import CHECKPOINT, public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from tests.journeys.attacker import MINE, Attacker, Target, attack, signed_rules


@attack
def decide_with_a_key_of_my_own(it: Attacker) -> None:
    it.owner_outbox("yes.md", it.approval(MINE))


@attack
def decide_with_my_session_key(it: Attacker) -> None:
    raw = it.approval(MINE)
    bare = b"".join(line for line in raw.splitlines(keepends=True) if not line.startswith(b"signature"))
    it.owner_outbox("yes.md", sign_mail(bare, it.session, session=True))


@attack
def decide_from_my_own_outbox(it: Attacker) -> None:
    it.own_outbox("yes.md", it.approval(it.session))


@attack
def decide_without_a_signature(it: Attacker) -> None:
    raw = it.approval(MINE)
    it.owner_outbox("yes.md", b"".join(x for x in raw.splitlines(keepends=True) if not x.startswith(b"signature")))


@attack
def replay_an_old_approval(it: Attacker) -> None:
    it.owner_outbox("yes.md", bytes.fromhex(it.loot["approval"]))


@attack
def bend_an_old_approval_to_my_escalation(it: Attacker) -> None:
    old = Target(**it.loot["approved"])
    raw = bytes.fromhex(it.loot["approval"])
    raw = raw.replace(old.id.encode(), it.escalation.id.encode()).replace(
        old.sha256.encode(), it.escalation.sha256.encode()
    )
    it.owner_outbox("yes.md", raw.replace(old.topic.encode(), it.escalation.topic.encode()))


@attack
def plant_a_delegation(it: Attacker) -> None:
    for owner in (public_hex(MINE), it.owner_public()):
        folder = it.path("keys", "sessions")
        folder.mkdir(exist_ok=True)
        folder.joinpath(f"{public_hex(MINE)}.json").write_text(json.dumps(it.delegation_to_me(owner)))
    it.own_outbox("signed.md", sign_mail(it.mail(), MINE, session=True))


@attack
def delegate_to_myself_by_an_act_of_mine(it: Attacker) -> None:
    it.put_act("delegate", make_act("delegate", it.delegation_to_me(it.owner_public()), it.now, it.session))
    it.own_outbox("signed.md", sign_mail(it.mail(), MINE, session=True))


@attack
def replay_an_old_act(it: Attacker) -> None:
    it.owner_outbox("again.act.json", bytes.fromhex(it.loot["act"]))


@attack
def change_an_old_act(it: Attacker) -> None:
    act = json.loads(bytes.fromhex(it.loot["act"]))
    act["document"]["nonce"] = "f" * 32
    it.put_act("again", act)


@attack
def sign_with_a_revoked_key_whose_revocation_i_removed(it: Attacker) -> None:
    for path in it.path("keys", "sessions").glob("*.revoked.json"):
        path.unlink()
    revoked = SigningKey(bytes.fromhex(it.loot["revoked"]))
    it.own_outbox("signed.md", sign_mail(it.mail(), revoked, session=True))


@attack
def use_a_checkpoints_signature_for_rules(it: Attacker) -> None:
    raw = it.path("rules.json").read_bytes().replace(b'"messages_per_day": 20', b'"messages_per_day": 21')
    it.path("rules.json").write_bytes(raw)
    it.path("rules.sig").write_text(json.dumps(signed_rules(it, raw, it.relay_key(), CHECKPOINT)))
