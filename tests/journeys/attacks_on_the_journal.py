"""Attacks on the journal itself, with the relay's open key where that helps."""

from __future__ import annotations

from datetime import datetime

from nacl.signing import SigningKey

from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.journal.records import Accepted, Checkpoint, Decided, Delegated, Held, Record, Revoked, Rules
from mailbox_gui.core.keys.mail_signature import sign_mail
from tests.journeys.attacker import MINE, Attacker, attack, signed_rules


@attack
def forge_a_decision_behind_the_last_checkpoint(it: Attacker) -> None:
    it.append(it.forged_decision())


@attack
def forge_a_decision_with_the_relays_own_checkpoint(it: Attacker) -> None:
    records = [(entry.at, entry.record) for entry in it.entries()]
    at = records[-1][0]
    it.rewrite([*records, (at, it.forged_decision()), (at, Checkpoint({}, "", ""))], it.relay_key())


@attack
def forge_a_decision_under_an_old_signature(it: Attacker) -> None:
    """A real decision of the owner, told as if it had been about the escalation."""
    real = next(entry.record for entry in it.entries() if isinstance(entry.record, Decided))
    it.append(
        Decided(
            real.id,
            it.escalation.id,
            "approve",
            real.note,
            it.escalation.sha256,
            real.header,
            real.head,
            real.body,
            real.size,
            real.file,
            real.folder,
            real.signer,
        )
    )


@attack
def tell_an_old_decision_again(it: Attacker) -> None:
    it.append(next(entry.record for entry in it.entries() if isinstance(entry.record, Decided)))


@attack
def forge_rules_in_the_journal(it: Attacker) -> None:
    text = it.path("rules.json").read_text()
    signed = signed_rules(it, text.encode(), MINE, serial=99)
    it.append(Rules(signed["document"], str(signed["key"]), str(signed["signature"]), text))  # type: ignore[arg-type]


@attack
def forge_a_delegation_in_the_journal(it: Attacker) -> None:
    act = make_act("delegate", it.delegation_to_me(it.owner_public()), it.now, MINE)
    it.append(Delegated(act["document"], str(act["key"]), str(act["signature"])))  # type: ignore[arg-type]
    it.own_outbox("signed.md", sign_mail(it.mail(), MINE, session=True))


@attack
def take_the_revocation_out_of_the_journal(it: Attacker) -> None:
    """With the relay's own key, which lies open, so that chain and checkpoints are right again."""
    records = [(entry.at, entry.record) for entry in it.entries() if not isinstance(entry.record, Revoked)]
    it.rewrite(records, it.relay_key())


@attack
def take_the_revocation_out_of_everything_but_the_index(it: Attacker) -> None:
    take_the_revocation_out_of_the_journal(it)
    for path in it.path("keys", "sessions").glob("*.revoked.json"):
        path.unlink()


@attack
def take_the_revocation_out_of_everything_but_the_keys(it: Attacker) -> None:
    take_the_revocation_out_of_the_journal(it)
    it.path(".relay", "index.sqlite3").unlink()
    revoked = SigningKey(bytes.fromhex(it.loot["revoked"]))
    it.own_outbox("signed.md", sign_mail(it.mail(), revoked, session=True))


@attack
def change_a_line_in_the_middle(it: Attacker) -> None:
    records: list[tuple[datetime, Record]] = []
    for entry in it.entries():
        record = entry.record
        if isinstance(record, Held) and record.id == it.escalation.id:
            record = Accepted(
                record.id, record.header, record.head, record.body, record.size, record.sha256, record.file,
                record.folder, record.signer,
            )  # fmt: skip
        records.append((entry.at, record))
    it.rewrite(records, None)


@attack
def begin_the_history_anew_as_the_owner(it: Attacker) -> None:
    """Its own first rules in front of everything."""
    text = it.path("rules.json").read_text()
    signed = signed_rules(it, text.encode(), MINE, serial=1)
    first = Rules(signed["document"], str(signed["key"]), str(signed["signature"]), text)  # type: ignore[arg-type]
    records = [(entry.at, entry.record) for entry in it.entries()]
    it.rewrite([(records[0][0], first), *records[1:]], it.relay_key())
