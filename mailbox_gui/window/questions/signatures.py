"""Who signed, in words: from the signature that was verified when the message was read, never from what it says."""

from __future__ import annotations

from datetime import datetime

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.delegations import DelegationRow
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.signature_state import SignatureState
from mailbox_gui.window.models.message_view import SignatureLine
from mailbox_gui.window.moments import day, exact

_SHORT = 4


def is_owners(row: MessageRow, signature: SignatureState, owner_key: str | None) -> bool:
    """Whether the owner's mark is drawn: a message out of the owner's folder that the owner's own key signed."""
    proved = signature.state == "signed" and not signature.session
    return proved and row.sender == OWNER and bool(owner_key) and signature.author == owner_key


def signature_line(
    signature: SignatureState, owner_key: str | None, now: datetime, *, at_fault: bool = True
) -> SignatureLine:
    """The line under the head of an opened message. A failed signature is red and never reads as a missing one.

    `at_fault`: a refused draft was refused for its signature, among other reasons.
    """
    match signature.state:
        case "signed" if signature.author != owner_key:
            return _foreign(signature, owner_key)
        case "signed" if signature.delegation is not None:
            return _by_session(signature, signature.delegation, now)
        case "signed" if signature.channel_key_of or signature.session:
            return _by_channel_key(signature)
        case "signed":
            words = "signed by you, with your own key"
            return SignatureLine(words, "signed by you", proved=True, tip=_keys(signature))
        case "unsigned":
            words = "not signed: only the folder says who wrote it"
            return SignatureLine(words, "not signed", proved=False, tone="quiet")
        case "refused" if not at_fault:
            words = "it carried a signature; it was refused for another reason, and nobody vouches for who signed"
            return SignatureLine(words, "refused with a signature", proved=False, tone="quiet")
        case "refused":
            words = f"it carried a signature, which proves nothing: {visible(signature.reason)}"
            return SignatureLine(words, "signature refused", proved=False, tone="bad")
        case "broken":
            words = f"the signature does not hold: {visible(signature.reason)}"
            return SignatureLine(words, "signature broken", proved=False, tone="bad", holds=False, tip=words)


def _by_session(signature: SignatureState, delegation: DelegationRow, now: datetime) -> SignatureLine:
    short = f"session key {signature.session[:_SHORT]} of {visible(delegation.agent)}"
    until = day(delegation.expires, now)
    words = f"signed by {short}, delegated by you until {until}"
    if delegation.revoked_at is not None:
        words += f", revoked since ({day(delegation.revoked_at, now)})"
        return SignatureLine(words, f"{short}, revoked since", proved=True, tip=_keys(signature))
    return SignatureLine(words, f"{short}, until {until}", proved=True, tip=_keys(signature))


def _by_channel_key(signature: SignatureState) -> SignatureLine:
    """A mention in a channel: the host of the broker signed it for its agent. It is never the owner's own word."""
    short = f"channel key {signature.session[:_SHORT]} of {visible(signature.channel_key_of)}"
    tip = f"author: {signature.author}\nchannel key: {signature.session}"
    return SignatureLine(f"said in a channel, signed by the {short}", short, proved=True, tip=tip)


def _foreign(signature: SignatureState, owner_key: str | None) -> SignatureLine:
    """The owner whom the journal knows is not the one of keys/owner.pub: one of the two was exchanged."""
    key = signature.author[: 2 * _SHORT]
    why = "your public key cannot be read" if owner_key is None else "which is not the key in keys/owner.pub"
    words = f"signed by the key {key}, {why}"
    return SignatureLine(words, f"key {key}, not yours", proved=False, tone="bad", holds=False, tip=_keys(signature))


def _keys(signature: SignatureState) -> str:
    """Both addresses whole, and what the delegation allows."""
    lines = [f"author: {signature.author}"]
    delegation = signature.delegation
    if delegation is None:
        return f"{lines[0]} (the owner's own key signed)"
    lines.append(f"session: {signature.session}")
    lines.append(f"delegated to {visible(delegation.agent)}, serial {delegation.serial}")
    lines.append(f"from {exact(delegation.not_before)} until {exact(delegation.expires)}")
    if delegation.kinds:
        lines.append(f"for {', '.join(visible(kind) for kind in delegation.kinds)} only")
    if delegation.topics:
        lines.append(f"topics: {', '.join(visible(topic) for topic in delegation.topics)}")
    if delegation.revoked_at is not None:
        lines.append(f"revoked {exact(delegation.revoked_at)}, after this message")
    return "\n".join(lines)
