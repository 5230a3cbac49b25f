"""Credential issue: an agent without a key may ask for some operations in one channel, for a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct
from mailbox_gui.core.channels.documents import CREDENTIAL_ISSUE, BadDocument, read_credential
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Credential, Record
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.rules import Rules


class _CredentialIssue:
    NAME = CREDENTIAL_ISSUE

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        try:
            credential = read_credential(arguments)
        except BadDocument as bad:
            raise ActRefused("header", str(bad)) from None
        if credential.agent not in facts.rules.agents:
            raise ActRefused("recipient", f"no agent is named {credential.agent!r}", "mailbox agent list shows them")
        if fault := facts.book.fault_of_credential(arguments):
            raise ActRefused("act", fault, "mailbox channel list shows channels and members")
        if facts.now is not None and credential.expires <= facts.now:
            raise ActRefused("act", f"it expired at {format_second(credential.expires)}", "give it more days")

    def record(self, act: SignedAct) -> Record:
        return Credential(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:
        """A credential is in no folder."""


ACT: Act = _CredentialIssue()
