"""Resume: the owner lets a paused agent's outbox run again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct, only
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Record, Resumed
from mailbox_gui.core.message.rules import Rules


class _Resume:
    NAME = "resume"

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        only(arguments, ("agent",))
        agent = arguments["agent"]
        if agent not in facts.rules.agents:
            raise ActRefused("recipient", f"no agent is named {agent!r}", "mailbox agent list shows them")
        if agent not in facts.paused:
            raise ActRefused("act", f"{agent} is not paused", "nothing to do")

    def record(self, act: SignedAct) -> Record:
        return Resumed(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:
        """Nothing lies in folders: the relay looks into the outbox again."""


ACT: Act = _Resume()
