"""The attacker: a process that may write everywhere in the post office, but has no passphrase; its tools."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import decision
from mailbox_gui.core.journal.checkpoints import make_checkpoint
from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode, encode, line_hash
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Checkpoint, Decided, Record
from mailbox_gui.core.keys.delegation import Delegation
from mailbox_gui.core.keys.envelope import DELEGATION, RULES, public_hex, sign_document
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.verdict import Signer

MINE = SigningKey(b"m" * 32)


@dataclass(frozen=True)
class Target:
    """What `acts.decide` needs to know of a held message."""

    id: str
    sender: str
    topic: str
    sha256: str


class Attacker:
    """The attacker at work: agent `site`, whose escalation waits in the owner's queue."""

    def __init__(self, root: Path, loot: dict[str, Any]) -> None:
        self.root = root
        self.loot = loot
        self.now = datetime.fromisoformat(loot["now"])
        self.session = SigningKey(bytes.fromhex(loot["session"]))
        self.escalation = Target(**loot["escalation"])

    # What lies where.

    def path(self, *parts: str) -> Path:
        return self.root.joinpath(*parts)

    def owner_outbox(self, name: str, content: bytes) -> None:
        self.path("owner", "outbox", name).write_bytes(content)

    def own_outbox(self, name: str, content: bytes) -> None:
        self.path("agents", "site", "outbox", name).write_bytes(content)

    def mail(self, **fields: str) -> bytes:
        header = {"from": "site", "to": "hub", "kind": "note", "topic": "status", "requires": "none"}
        return compose(header | {"created": format_second(self.now)} | fields, "Nothing to see.\n")

    def approval(self, key: SigningKey, target: Target | None = None) -> bytes:
        return decision(target or self.escalation, "approve", "go ahead", self.now, key)

    def put_act(self, name: str, envelope: dict[str, object]) -> None:
        self.owner_outbox(f"{name}.act.json", json.dumps(envelope).encode())

    def write_key(self, name: str, content: bytes) -> None:
        self.path("keys", name).write_bytes(content.hex().encode() + b"\n")

    # The journal, read and written as the relay does.

    def entries(self) -> list[Entry]:
        (segment,) = self.path("journal").glob("*.jsonl")
        entries, offset = [], 0
        for line in segment.read_bytes().splitlines(keepends=True):
            entries.append(decode(line, 1, offset))
            offset += len(line)
        return entries

    def rewrite(self, records: Sequence[tuple[datetime, Record]], relay: SigningKey | None) -> None:
        """Write the journal anew with these records; with a relay key the checkpoints are signed anew."""
        lines: list[bytes] = []
        previous = NO_PREVIOUS
        for height, (at, record) in enumerate(records, 1):
            if isinstance(record, Checkpoint) and relay is not None:
                record = make_checkpoint(height - 1, previous, at, relay)  # noqa: PLW2901
            lines.append(encode(height, at, record, previous))
            previous = line_hash(lines[-1])
        (segment,) = self.path("journal").glob("*.jsonl")
        segment.write_bytes(b"".join(lines))

    def append(self, *records: Record) -> None:
        """Forge lines behind the last one: the chain is right, and nothing before it is touched."""
        entries = self.entries()
        self.rewrite([(entry.at, entry.record) for entry in entries] + [(entries[-1].at, it) for it in records], None)

    def relay_key(self) -> SigningKey:
        return SigningKey(bytes.fromhex(self.path("keys", "relay.secret").read_text().strip()))

    def forged_decision(self) -> Decided:
        raw = self.approval(MINE)
        draft = read_draft("owner", "decision.md", raw, len(raw), len(raw))
        return Decided(
            id=str(draft.id), ref=self.escalation.id, verdict="approve", note="go ahead", sha256=self.escalation.sha256,
            header=draft.header.as_dict(), head=None, body=draft.body or "", size=len(raw), file="decision.md",
            folder="owner", signer=Signer(self.owner_public()),
        )  # fmt: skip

    def owner_public(self) -> str:
        return self.path("keys", "owner.pub").read_text().strip()

    def delegation_to_me(self, owner: str) -> dict[str, object]:
        days = timedelta(days=30)
        made = Delegation(owner, public_hex(MINE), "site", self.now, self.now + days, 99)
        return sign_document(DELEGATION, made.document(), MINE)

    def index(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path(".relay", "index.sqlite3"))


Attack = Callable[[Attacker], None]
ATTACKS: dict[str, Attack] = {}


def attack(function: Attack) -> Attack:
    """Count a function among the attacks, under its name."""
    ATTACKS[function.__name__] = function
    return function


def signed_rules(it: Attacker, raw: bytes, key: SigningKey, domain: str = RULES, serial: int = 99) -> dict[str, object]:
    """The envelope of a rules.sig for `raw`."""
    digest = hashlib.sha256(raw).hexdigest()
    document = {"version": 1, "serial": serial, "sha256": digest, "signed_at": format_second(it.now)}
    return sign_document(domain, document, key)
