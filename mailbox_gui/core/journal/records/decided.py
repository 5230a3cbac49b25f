"""The owner's decision on a held message: its only line, the notice to the sender is rebuilt from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mailbox_gui.core.message.verdict import Signer


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of the owner that took effect.

    `ref` is the id of the held message, `sha256` the hash of the bytes decided on, `verdict` approve or decline,
    `note` the owner's words; everything else is of the decision's own message, as in `Accepted`.
    """

    id: str
    ref: str
    verdict: str
    note: str
    sha256: str
    header: Mapping[str, str]
    head: str | None
    body: str
    size: int
    file: str
    folder: str
    signer: Signer
