"""Attacks on the index, which the relay and the window ask."""

from __future__ import annotations

import json

from nacl.signing import SigningKey

from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from tests.journeys.attacker import MINE, Attacker, Target, attack


@attack
def write_into_the_index_that_it_is_approved(it: Attacker) -> None:
    with it.index() as index:
        index.execute(
            "UPDATE message SET verdict = 'approved', decided_height = 1, decided_at = 1 WHERE id = ?",
            (it.escalation.id,),
        )


@attack
def write_a_delegation_into_the_index(it: Attacker) -> None:
    with it.index() as index:
        index.execute(
            "INSERT INTO delegation SELECT ?, 'site', 99, not_before, expires, '[]', '[]', owner, height, at, "
            "NULL, NULL FROM delegation LIMIT 1",
            (public_hex(MINE),),
        )
    it.own_outbox("signed.md", sign_mail(it.mail(), MINE, session=True))


@attack
def take_a_revocation_out_of_the_index(it: Attacker) -> None:
    with it.index() as index:
        index.execute("UPDATE delegation SET revoked_height = NULL, revoked_at = NULL")
    revoked = SigningKey(bytes.fromhex(it.loot["revoked"]))
    it.own_outbox("signed.md", sign_mail(it.mail(), revoked, session=True))


@attack
def make_the_index_forget_a_decision_and_replay_it(it: Attacker) -> None:
    with it.index() as index:
        old = it.loot["approved"]["id"]
        index.execute(
            "UPDATE message SET verdict = 'held', decided_height = NULL, decided_at = NULL WHERE id = ?", (old,)
        )
        index.execute("DELETE FROM message WHERE verdict = 'decision'")
        index.execute("DELETE FROM signed_part")
    held = it.path("owner", "queue", f"{it.loot['approved']['id']}.md")
    held.write_bytes(bytes.fromhex(it.loot["approved_bytes"]))
    it.owner_outbox("yes.md", bytes.fromhex(it.loot["approval"]))


@attack
def lead_the_index_to_older_rules(it: Attacker) -> None:
    with it.index() as index:
        first, last = index.execute("SELECT min(height), max(height) FROM act WHERE type = 'rules'").fetchone()
        index.execute("DELETE FROM act WHERE type = 'rules' AND height = ?", (last,))
        assert first != last
    it.own_outbox("to-builder.md", it.mail(to="builder"))


@attack
def add_an_agent_in_the_index(it: Attacker) -> None:
    act = make_act("agent-add", {"name": "ghost", "folder": "agents/site"}, it.now, MINE)
    with it.index() as index:
        index.execute("INSERT INTO act VALUES (3, 'agent', ?)", (json.dumps(act["document"]),))


@attack
def show_the_owner_something_harmless(it: Attacker) -> None:
    """The index leads to another line, so that what is shown is not what would be delivered."""
    harmless = Target(**it.loot["harmless"])
    with it.index() as index:
        found = index.execute("SELECT height FROM message WHERE id = ?", (harmless.id,)).fetchone()[0]
        mine = index.execute("SELECT height FROM message WHERE id = ?", (it.escalation.id,)).fetchone()[0]
        place = index.execute("SELECT segment, offset, length FROM line WHERE height = ?", (found,)).fetchone()
        index.execute("UPDATE line SET segment = ?, offset = ?, length = ? WHERE height = ?", (*place, mine))
