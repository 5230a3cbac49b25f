"""Credential revoke: a credential opens nothing from here on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct
from mailbox_gui.core.channels.documents import CREDENTIAL_REVOKE
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import CredentialRevoked, Record
from mailbox_gui.core.message.rules import Rules


class _CredentialRevoke:
    NAME = CREDENTIAL_REVOKE

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        if fault := facts.book.fault_of_revocation(arguments):
            raise ActRefused("act", fault, "mailbox broker tokens shows them")

    def record(self, act: SignedAct) -> Record:
        return CredentialRevoked(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:
        """A credential is in no folder."""


ACT: Act = _CredentialRevoke()
