"""Every signature in the journal: of messages, decisions, rules and acts, each against the owner's key."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from mailbox_gui.command_line.proof.finding import Wrong
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Agent, Decided, Held, Resumed, Rules
from mailbox_gui.core.keys.envelope import ACT, RULES, BadSignature, verify_document
from mailbox_gui.core.keys.mail_signature import verify_mail


class SignatureProof:
    """Goes through entries one after the other; `verified` counts the signatures that hold."""

    def __init__(self, owner_key: str) -> None:
        self.verified = 0
        self._owner_key = owner_key

    def prove(self, entries: Iterable[Entry]) -> Iterator[Wrong]:
        """What is wrong with them, in order."""
        for entry in entries:
            for text in self._of(entry):
                yield Wrong(text, entry.height)

    def _of(self, entry: Entry) -> Iterator[str]:
        match entry.record:
            case Accepted() | Held() | Decided() as record:
                yield from self._message(record)
            case Rules() as record:
                yield from self._document(RULES, record)
                if record.text is not None and _sha256(record.text.encode()) != record.document.get("sha256"):
                    yield "the rules are not those that were signed"
            case Agent() | Resumed() as record:
                yield from self._document(ACT, record)
            case _:
                pass

    def _message(self, record: Accepted | Held | Decided) -> Iterator[str]:
        try:
            raw = message_bytes(record)
        except ValueError:
            yield "its header is one that no message can carry"
            return
        # Of a decision the line names the hash of the bytes decided on, and its own by the end of its id.
        if not record.id.endswith(f"-{_sha256(raw)[:12]}"):
            yield "the message's bytes are not those that its id is of"
        elif not isinstance(record, Decided) and _sha256(raw) != record.sha256:
            yield "the message's bytes do not have the hash that the line says"
        if record.signer is None:
            return
        signature = record.header.get("signature", "")
        if record.signer.author != self._owner_key:
            yield "it is said to be signed by an owner whose key is not the one here"
        elif not verify_mail(raw, signature, record.signer.session or record.signer.author):
            yield "its signature does not hold"
        else:
            self.verified += 1

    def _document(self, domain: str, record: Rules | Agent | Resumed) -> Iterator[str]:
        envelope = {"document": dict(record.document), "key": record.key, "signature": record.signature}
        try:
            _, key = verify_document(domain, envelope)
        except BadSignature as bad:
            yield f"its signature does not hold: {bad.reason}"
            return
        if key != self._owner_key:
            yield "it is signed with a key that is not the owner's"
        else:
            self.verified += 1


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
