"""What the relay decides about a draft: accepted, held for the owner, or refused."""

from __future__ import annotations

from dataclasses import dataclass

from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signed, from the verified signature: hex public keys. `session` is empty for the owner's own key."""

    author: str
    session: str = ""


@dataclass(frozen=True, slots=True)
class Accept:
    """Deliver to the recipient's inbox."""

    draft: Draft
    signer: Signer | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """Keep in the owner's queue until the owner decides."""

    draft: Draft
    signer: Signer | None = None


@dataclass(frozen=True, slots=True)
class Refuse:
    """Move to the sender's rejected folder. `faults` is never empty; the first is the headline."""

    draft: Draft
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """An owner's decision that takes effect on the held message `draft.get("ref")`."""

    draft: Draft
    signer: Signer


Verdict = Accept | Hold | Refuse | Decide
