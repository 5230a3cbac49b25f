"""From a verdict to its journal record. Nothing that holds a secret gets into a record."""

from __future__ import annotations

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.masking import masked_file_name, masked_header
from mailbox_gui.core.journal.message_bytes import head_to_keep
from mailbox_gui.core.journal.records import Accepted, Also, Decided, Held, Record, Rejected
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.reason_file import also_entries
from mailbox_gui.core.message.verdict import Accept, Decide, Hold, Refuse, Verdict
from mailbox_gui.core.relay.finishing import HIDDEN_NAME


def record_of(verdict: Verdict, findings: tuple[Finding, ...]) -> Record:
    """The journal record of a verdict; `findings` are the secrets in its draft, whose values are left out."""
    match verdict:
        case Accept(draft, signer):
            header, head = _header(draft)
            return Accepted(
                id=str(draft.id),
                header=header,
                head=head,
                body=draft.body or "",
                size=draft.size,
                sha256=str(draft.sha256),
                file=draft.file,
                folder=draft.folder,
                signer=signer,
            )
        case Hold(draft, signer):
            header, head = _header(draft)
            return Held(
                id=str(draft.id),
                header=header,
                head=head,
                body=draft.body or "",
                size=draft.size,
                sha256=str(draft.sha256),
                file=draft.file,
                folder=draft.folder,
                signer=signer,
            )
        case Decide(draft, signer):
            header, head = _header(draft)
            return Decided(
                id=str(draft.id),
                ref=draft.get("ref"),
                verdict=draft.get("verdict"),
                note=(draft.body or "").strip(),
                sha256=draft.get("sha256"),
                header=header,
                head=head,
                body=draft.body or "",
                size=draft.size,
                file=draft.file,
                folder=draft.folder,
                signer=signer,
            )
        case Refuse(draft, faults):
            return _rejected(draft, faults, findings)


def _header(draft: Draft) -> tuple[dict[str, str], str | None]:
    """The header's fields, and its exact text only where writing the fields anew would give other bytes."""
    fields = draft.header.as_dict()
    return fields, head_to_keep(fields, draft.head or "")


def _rejected(draft: Draft, faults: tuple[Fault, ...], findings: tuple[Finding, ...]) -> Rejected:
    """A refusal keeps the body only where the draft was read whole and no secret was found in it."""
    headline = faults[0]
    return Rejected(
        id=str(draft.id) if draft.id is not None else None,
        folder=draft.folder,
        file=masked_file_name(draft, findings) or HIDDEN_NAME,
        header=masked_header(draft, findings) or None,
        size=draft.size,
        sha256=draft.sha256,
        check=headline.check,
        reason=headline.reason,
        hint=headline.hint or None,
        also=tuple(Also(**also) for also in also_entries(faults)),
        body=draft.body if draft.raw is not None and not findings else None,
    )
