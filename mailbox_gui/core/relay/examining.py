"""Examining a draft: what takes time and asks nothing of history, so that it can be done for several drafts at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.signature import holds
from mailbox_gui.core.keys.mail_signature import signed_part
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.relay.parts import Tools

# Below this a batch is examined in the relay's own thread: handing over would cost more.
_ALONE = 4
# Drafts that are handed over together.
_HEAP = 8


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found in a draft: its secrets, whether its signature fits the key that it claims (None: there is nothing
    to verify), and the hash (hex) of its signed bytes."""

    findings: tuple[Finding, ...] = ()
    holds: bool | None = None
    signed_sha256: str | None = None


class Examiner:
    """Examines drafts with the tools of the relay. `owner_key` is the owner's public key in hex."""

    def __init__(self, tools: Tools, owner_key: str) -> None:
        self._scan = tools.scanner.scan
        self._executor = tools.executor
        self._owner_key = owner_key

    def each(self, drafts: Sequence[Draft]) -> Iterable[Examined]:
        """All of `drafts` in their order."""
        if self._executor is None or len(drafts) < _ALONE:
            return map(self.examine, drafts)
        heaps = [drafts[start : start + _HEAP] for start in range(0, len(drafts), _HEAP)]
        return chain.from_iterable(self._executor.map(lambda heap: [self.examine(draft) for draft in heap], heaps))

    def examine(self, draft: Draft) -> Examined:
        """One draft. Safe to call from several threads; the scanner and libsodium let others work meanwhile."""
        findings = self._scan(draft)
        verified = holds(draft, self._owner_key)
        if verified is None or draft.raw is None:
            return Examined(findings)
        part = signed_part(draft.raw)
        return Examined(findings, verified, None if part is None else hashlib.sha256(part).hexdigest())
