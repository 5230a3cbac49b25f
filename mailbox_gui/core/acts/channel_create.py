"""Channel create: a channel with its first members, each with a channel key of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct
from mailbox_gui.core.channels.documents import CHANNEL_CREATE, BadDocument, read_channel
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Channel, Record
from mailbox_gui.core.message.rules import Rules


class _ChannelCreate:
    NAME = CHANNEL_CREATE

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        try:
            channel = read_channel(arguments)
        except BadDocument as bad:
            raise ActRefused("header", str(bad)) from None
        for member in channel.members:
            if member not in facts.rules.agents:
                raise ActRefused("recipient", f"no agent is named {member!r}", "mailbox agent list shows them")
        if fault := facts.book.fault_of_channel(arguments):
            raise ActRefused("act", fault, "mailbox channel list shows them")

    def record(self, act: SignedAct) -> Record:
        return Channel(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:
        """A channel is in no folder."""


ACT: Act = _ChannelCreate()
