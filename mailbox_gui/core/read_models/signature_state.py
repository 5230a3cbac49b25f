"""Who signed a message, proved anew from its bytes when it is shown: never taken from a label, never a silent fall."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal

from mailbox_gui.core.channels.copies import EVENT_FIELD, copy_of, is_copy
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.keys.standing import Signing, troubles
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.read_models.channels import event_of_id
from mailbox_gui.core.read_models.delegations import DelegationRow, delegation_of, owner_of


@dataclass(frozen=True, slots=True)
class SignatureState:
    """Who signed. `author` and `session` are public keys in hex; both empty unless `state` is `signed`.

    `signed`: by `author`, the owner, with the session key `session` under `delegation`, or with the owner's own key,
    when `session` is empty; the copy of a mention by `channel_key_of`, an agent whose channel key `session` is, over
    the event. `unsigned`: it carries no signature. `refused`: a refused draft carried one, which proves
    nothing. `broken`: the journal says that it was signed, and that does not hold; `reason` says why.
    """

    state: Literal["signed", "unsigned", "refused", "broken"]
    author: str = ""
    session: str = ""
    delegation: DelegationRow | None = None
    reason: str = ""
    channel_key_of: str = ""


UNSIGNED = SignatureState("unsigned")


def signature_state(connection: sqlite3.Connection, entry: Entry) -> SignatureState:
    """The state of the message of a journal line, by the delegation that was valid at its height and moment."""
    record = entry.record
    match record:
        case Rejected():
            return _of_refused(record)
        case Accepted() if is_copy(record):
            return _of_copy(connection, record)
        case Accepted() | Held() | Decided():
            if record.signer is not None:
                return _of_signed(connection, entry, record, record.signer)
            if "signature" in record.header:
                return SignatureState("broken", reason="it carries a signature that the journal does not vouch for")
            return UNSIGNED
        case _:
            return UNSIGNED


def _of_copy(connection: sqlite3.Connection, record: Accepted) -> SignatureState:
    """The copy of a mention: its author signed the event with its channel key, and the copy follows from the event."""
    row = event_of_id(connection, record.header[EVENT_FIELD])
    assert record.signer is not None
    if row is None or record.signer.author != owner_of(connection):
        return SignatureState("broken", reason="no post in a channel is what it says to be the copy of")
    try:
        event, header = row.event, record.header
        same = header["to"] in row.copies and message_bytes(record) == copy_of(
            event, row.agent, header["to"], row.topic
        )
    except (ValueError, KeyError):
        return SignatureState("broken", reason="it carries what no post can carry")
    if not same or event.fault() is not None or event.pubkey != record.signer.session:
        return SignatureState("broken", reason="it does not fit the post that it is the copy of")
    return SignatureState("signed", record.signer.author, record.signer.session, channel_key_of=row.agent)


def _of_refused(record: Rejected) -> SignatureState:
    if "signature" not in (record.header or {}):
        return UNSIGNED
    said = ((record.check, record.reason), *((also.check, also.reason) for also in record.also))
    reason = next((reason for check, reason in said if check == "signature"), "it was refused for another reason")
    return SignatureState("refused", reason=reason)


def _of_signed(
    connection: sqlite3.Connection, entry: Entry, record: Accepted | Held | Decided, signer: Signer
) -> SignatureState:
    if signer.author != owner_of(connection):
        return SignatureState("broken", reason="the owner it names is not this post office's")
    try:
        raw = message_bytes(record)
    except ValueError:
        return SignatureState("broken", reason="its header is one that no message can carry")
    if record.header.get("session", "") != signer.session:
        return SignatureState("broken", reason="it names another session key than the journal")
    if not verify_mail(raw, record.header.get("signature", ""), signer.session or signer.author):
        return SignatureState("broken", reason="the signature does not fit the message")
    if not signer.session:
        return SignatureState("signed", signer.author)
    row = delegation_of(connection, signer.session)
    standing = row.standing().at_height(entry.height) if row is not None else None
    header = record.header
    signing = Signing(signer.session, record.folder, header.get("kind", ""), header.get("topic", ""), entry.at)
    for trouble in troubles(standing, signer.author, signing):
        return SignatureState("broken", reason=trouble.reason)
    return SignatureState("signed", signer.author, signer.session, row)
