"""A draft that was refused, with the reason; nothing secret is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mailbox_gui.core.journal.records.members import Also


@dataclass(frozen=True, slots=True)
class Rejected:
    """A refused draft. `check`, `reason` and `hint` are of the first check that failed, `also` of the others.

    `id` and `sha256` are None where the draft has none, `header` where none could be read, `body` where it is no
    text or a secret was found. The writer of the record leaves out header values that hold a secret.
    """

    id: str | None
    folder: str
    file: str
    header: Mapping[str, str] | None
    size: int
    sha256: str | None
    check: str
    reason: str
    hint: str | None = None
    also: tuple[Also, ...] = ()
    body: str | None = None
