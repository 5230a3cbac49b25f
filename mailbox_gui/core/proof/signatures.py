"""Every signature in the journal, each with what was valid at its height and moment: the owner's word and mail."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from mailbox_gui.core.bus.entry import BusEntry
from mailbox_gui.core.bus.ring import SLOTS
from mailbox_gui.core.channels.copies import event_in, is_copy
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Delegated, Held, Posted, Request, Rules
from mailbox_gui.core.keys.envelope import POST, signed_bytes, verifies
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.keys.standing import Signing, Trouble, troubles
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.proof.authority import OWNERS_WORD, Authority
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.published import PublishedProof
from mailbox_gui.core.read_models.posts import bus_entry, post_of

_OTHER_OWNER: Final = "it is said to be signed by an owner whose key is not the one here"


class SignatureProof:
    """Goes through entries in order, from the first; `verified` counts the signatures that hold.

    `posts` are the newest, as the ring should hold them. `owner_key` is the key (hex) that the keys folder says is the
    owner's. Memory grows with what the owner signed and with what is held, not with the mail.
    """

    def __init__(self, owner_key: str) -> None:
        self.verified = 0
        self.authority = Authority()
        self.posts: deque[BusEntry] = deque(maxlen=SLOTS)
        self._posts = 0
        self._owner_key = owner_key
        self._held: dict[str, str] = {}
        self._published = PublishedProof()

    def prove(self, entries: Iterable[Entry]) -> Iterator[Wrong]:
        """What is wrong with them, in order."""
        for entry in entries:
            for text in self.faults_of(entry):
                yield Wrong(text, entry.height)

    def faults_of(self, entry: Entry) -> Iterator[str]:
        """What is wrong with the next line."""
        record = entry.record
        if isinstance(record, OWNERS_WORD):
            yield from self._owners_word(entry)
        if isinstance(record, Request):
            yield from self._request(entry, record)
        if isinstance(record, Accepted | Held):
            yield from self._message(entry, record)
        if isinstance(record, Held):
            self._held[record.id] = record.sha256
        if isinstance(record, Posted):
            yield from self._posted(entry, record)

    def _posted(self, entry: Entry, record: Posted) -> Iterator[str]:
        self.posts.append(bus_entry(record, entry.height))
        self._posts += 1
        if record.seq != self._posts:
            yield f"it is post number {record.seq}, and should be {self._posts}"
        post = post_of(record)
        if not verifies(signed_bytes(POST, post.signed), record.signature, record.key):
            yield "its signature does not hold"
            return
        standing = self.authority.standing(record.key)
        stood_for = (record.key, "") if standing is None else (self.authority.owner_key, record.key)
        if (record.author, record.session) != stood_for:
            yield "it names another author than the key stood for"
        elif standing is not None:
            signing = Signing(record.key, standing.delegation.agent, record.kind, record.topic, entry.at)
            yield from (trouble.reason for trouble in troubles(standing, self.authority.owner_key, signing))
        self.verified += 1

    def _owners_word(self, entry: Entry) -> Iterator[str]:
        record = entry.record
        first = not self.authority.owner_key
        if isinstance(record, Decided):
            yield from self._decided(record)
        fault = self.authority.take(entry)
        if fault is not None:
            yield fault
        elif first and isinstance(record, Rules) and record.key != self._owner_key:
            yield "the first rules are signed with a key that is not the owner's in the keys folder"
        else:
            # The delegation in an act is signed by itself.
            self.verified += 2 if isinstance(record, Delegated) else 1

    def _request(self, entry: Entry, record: Request) -> Iterator[str]:
        faults = list(self._published.request(record, self.authority.book))
        fault = self.authority.take(entry)
        yield from faults if fault is None else [*faults, fault]
        if not faults and event_in(record) is not None:
            self.verified += 1

    def _decided(self, record: Decided) -> Iterator[str]:
        if record.verdict in ("approve", "decline") and self._held.pop(record.ref, None) != record.sha256:
            yield "it decides on a message that is not held, or on other bytes"

    def _message(self, entry: Entry, record: Accepted | Held) -> Iterator[str]:
        try:
            raw = message_bytes(record)
        except ValueError:
            yield "its header is one that no message can carry"
            return
        digest = hashlib.sha256(raw).hexdigest()
        if not record.id.endswith(f"-{digest[:12]}"):
            yield "the message's bytes are not those that its id is of"
        elif digest != record.sha256:
            yield "the message's bytes do not have the hash that the line says"
        if record.header.get("from", record.folder) != record.folder:
            yield "it came from another folder than its sender's"
        if isinstance(record, Accepted) and is_copy(record):
            fault = self._published.copy(record)
            if fault is not None:
                yield fault
            elif record.signer is not None and record.signer.author != self.authority.owner_key:
                yield _OTHER_OWNER
            else:
                self.verified += 1
        elif record.signer is not None:
            yield from self._signed(entry, record, record.signer, raw)
        elif "signature" in record.header:
            yield "it carries a signature that the line does not vouch for"

    def _signed(self, entry: Entry, record: Accepted | Held, signer: Signer, raw: bytes) -> Iterator[str]:
        header = record.header
        if signer.author != self.authority.owner_key:
            yield _OTHER_OWNER
        elif header.get("session", "") != signer.session:
            yield "the line names another session key than the message"
        elif not verify_mail(raw, header.get("signature", ""), signer.session or signer.author):
            yield "its signature does not hold"
        else:
            reasons = [trouble.reason for trouble in self._troubles(entry, record, signer)]
            yield from reasons
            if not reasons:
                self.verified += 1

    def _troubles(self, entry: Entry, record: Accepted | Held, signer: Signer) -> tuple[Trouble, ...]:
        if not signer.session:
            return ()
        header = record.header
        signing = Signing(signer.session, record.folder, header.get("kind", ""), header.get("topic", ""), entry.at)
        return troubles(self.authority.standing(signer.session), signer.author, signing)
