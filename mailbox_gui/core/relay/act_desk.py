"""The owner's acts: signed documents in the owner's outbox, each answered by a receipt or a reason."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import yaml

from mailbox_gui.core.acts import ALL_ACTS
from mailbox_gui.core.acts.act import ActFacts, ActRefused, SignedAct, read_act
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import read_claim
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import ACT_SUFFIX, is_ignored
from mailbox_gui.core.folders.quiet_folder import QuietFolder
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Record, Rejected
from mailbox_gui.core.message.moments import format_moment
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.proof.authority import Authority

_LARGEST = 65_536
_MOST_AT_ONCE = 16


class ActDesk:
    """Takes acts one by one: an act is rare, and each may change the rules that the next is judged by."""

    def __init__(
        self,
        office: PostOffice,
        disk: Disk,
        authority: Authority,
        record: Callable[[Record], Entry],
        refuse: Callable[[Rejected, str], Entry],
    ) -> None:
        self._office = office
        self._disk = disk
        self._authority = authority
        self._record = record
        self._refuse_file = refuse
        self._outbox = os.fspath(office.root / "owner" / "outbox")
        self._folder = QuietFolder(self._outbox)

    def waiting(self, wall: float) -> list[str]:
        """The names of acts in the owner's outbox that have no receipt yet, oldest name first.

        An outbox in which nothing waited, and that has not changed since, is not read again.
        """
        try:
            names = self._folder.names(wall)
        except OSError:
            return []
        present = set(names)
        acts = [name for name in names if name.endswith(ACT_SUFFIX) and not is_ignored(name)]
        waiting = sorted(name for name in acts if f"{name}.receipt" not in present)[:_MOST_AT_ONCE]
        if not waiting:
            self._folder.rest()
        return waiting

    def take(self, name: str, facts: ActFacts, now: datetime) -> tuple[Entry, SignedAct | None]:
        """Judge one act, journal it, answer it. The act is None when it was refused."""
        path = os.path.join(self._outbox, name)
        try:
            act = self._read(path, now)
            record = self._judge(act, facts)
        except ActRefused as refusal:
            return self._refuse(path, name, refusal), None
        return self._record(record), act

    def recorded(self, find: Callable[[str], Entry | None]) -> Iterator[tuple[str, SignedAct, Entry]]:
        """The waiting acts that are in the journal already: an earlier life was killed before it answered them."""
        for name in self.waiting(0.0):
            try:
                act = self._read(os.path.join(self._outbox, name), None)
            except (ActRefused, OSError):
                continue
            entry = find(act.nonce)
            if entry is not None and getattr(entry.record, "signature", None) == act.signature:
                yield name, act, entry

    def answer(self, name: str, entry: Entry) -> None:
        """Leave the receipt of an act that took effect."""
        content = yaml.safe_dump({"height": entry.height, "at": format_moment(entry.at)}, sort_keys=False).encode()
        partial = os.path.join(self._outbox, f".{name}.receipt.tmp")
        if os.path.lexists(partial):
            self._disk.unlink(partial)
        self._disk.write_new(partial, content)
        self._disk.rename_over(partial, os.path.join(self._outbox, f"{name}.receipt"))

    def _read(self, path: str, now: datetime | None) -> SignedAct:
        read = read_claim(path, _LARGEST)
        if read.what is not None:
            raise ActRefused("identity", f"{read.what}, not a plain file")
        if read.size > _LARGEST:
            raise ActRefused("limits", f"{read.size:,} bytes; the limit of an act is {_LARGEST:,}")
        try:
            envelope = json.loads(read.raw, object_pairs_hook=_no_repeats)
        except (ValueError, RecursionError):
            raise ActRefused("header", "the file is not JSON with each member once") from None
        return read_act(envelope, self._authority.owner_key, now)

    def _judge(self, act: SignedAct, facts: ActFacts) -> Record:
        known = ALL_ACTS.get(act.name)
        if known is None:
            raise ActRefused("header", f"there is no act named {act.name!r}", f"known: {', '.join(ALL_ACTS)}")
        if self._authority.nonce_used(act.nonce):
            raise ActRefused(
                "duplicate", "this very act took effect before", "nothing to do; a new one needs a new nonce"
            )
        known.judge(act.arguments, facts)
        record = known.record(act)
        fault = self._authority.fault_of(record)
        if fault is not None:
            # Nothing gets into the journal that the next start would take for a forgery.
            raise ActRefused("act", fault)
        return record

    def _refuse(self, path: str, name: str, refusal: ActRefused) -> Entry:
        """A refused act goes the way of a refused draft: claimed, journalled, moved with its reason."""
        record = Rejected(
            id=None,
            folder=OWNER,
            file=name,
            header=None,
            size=os.lstat(path).st_size,
            sha256=_hash_of(path),
            check=refusal.check,
            reason=refusal.reason,
            hint=refusal.hint or None,
        )
        return self._refuse_file(record, name)


def _hash_of(path: str) -> str | None:
    """The hash of an act's file, by which recovery knows it again; None where it was too large or no plain file."""
    read = read_claim(path, _LARGEST)
    return None if read.what is not None or read.size > _LARGEST else hashlib.sha256(read.raw).hexdigest()


def _no_repeats(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands twice")
    return members
