"""Who signed, in words: with which key, delegated until when; what is unsigned is called so, and broken is red."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.moments import full
from mailbox_gui.command_line.output.pairs import Painted
from mailbox_gui.command_line.output.table import Cell
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.read_models.delegations import DelegationRow
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.signature_state import SignatureState

_SHORT = 12


def short_key(key: str) -> str:
    """A public key as lists name it; its beginning is enough for `mailbox keys revoke`."""
    return key[:_SHORT]


def signer_name(session: str) -> str:
    """Which key signed, in words: the session key, or with none the owner's own."""
    return f"the session key {short_key(session)}" if session else "the owner's own key"


def signed_cell(row: MessageRow, delegations: Mapping[str, DelegationRow], *, wide: bool) -> Cell:
    """Who signed, for a list: nothing of a refused draft, whose signature proves nothing."""
    if row.verdict == "rejected":
        return Cell("")
    return signed_by(Signer(row.author, row.session) if row.author else None, delegations, wide=wide)


def signed_by(signer: Signer | None, delegations: Mapping[str, DelegationRow], *, wide: bool) -> Cell:
    """Who signed a message that was taken, in at most 29 columns."""
    if signer is None:
        return Cell("unsigned")
    if not signer.session:
        return Cell("owner", "cyan")
    delegation = delegations.get(signer.session)
    if delegation is None or not wide:
        return Cell(short_key(signer.session), "green")
    return Cell(f"{short_key(signer.session)} until {_day(ends(delegation))}", "green")


def ends(delegation: DelegationRow) -> datetime:
    """Until when a session key signs: its delegation's end, or when it was revoked before."""
    revoked = delegation.revoked_at
    return delegation.expires if revoked is None else min(revoked, delegation.expires)


def signature_pairs(state: SignatureState) -> Iterator[tuple[str, str | Painted]]:
    """Who signed a message that is opened, as it was just proved, as names and values."""
    match state.state:
        case "unsigned":
            yield "signed", "unsigned"
        case "refused":
            yield "signed", f"with a signature that proves nothing: {state.reason}"
        case "broken":
            words = f"the signature does not hold: {state.reason}; see mailbox verify"
            yield "signed", Painted(painted("fail", visible(words)))
        case "signed" if state.channel_key_of:
            yield "signed", visible(f"in a channel, with the channel key of {state.channel_key_of}")
            yield "author", state.author
            yield "channel key", state.session
        case "signed" if state.delegation is None:
            yield "signed", "with the owner's own key"
            yield "author", state.author
        case "signed":
            delegation = state.delegation
            yield "signed", f"with the session key of {delegation.agent}, delegated until {full(delegation.expires)}"
            yield "author", state.author
            yield "session", state.session
            if delegation.revoked_at is not None:
                yield "revoked", f"{full(delegation.revoked_at)}, after this message"


def _day(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d}"
