"""Revoke: a session key signs nothing from here on; what it signed before stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct, only
from mailbox_gui.core.acts.session_files import copy_of, keep
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Record, Revoked
from mailbox_gui.core.keys.envelope import is_public_hex
from mailbox_gui.core.keys.standing import short
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.rules import Rules

_LIST = "mailbox keys show lists them"


class _Revoke:
    NAME = "revoke"

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        only(arguments, ("session",))
        session = arguments["session"]
        if not is_public_hex(session):
            raise ActRefused("header", "args.session is not 64 lowercase hex digits", _LIST)
        standing = facts.standing(session)
        if standing is None:
            raise ActRefused("act", f"the session key {short(session)} was never delegated", _LIST)
        if standing.revoked_height is not None:
            when = f" at {format_second(standing.revoked_at)}" if standing.revoked_at is not None else ""
            raise ActRefused("act", f"the session key {short(session)} was revoked{when} already", "nothing to do")

    def record(self, act: SignedAct) -> Record:
        return Revoked(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:  # noqa: ARG002
        """The revocation for everybody to read; the relay itself goes by the journal."""
        keep(disk, *copy_of(office.keys, Revoked(act.document, act.key, act.signature)))


ACT: Act = _Revoke()
