"""Agent remove: the agent and its routes are gone from the rules; its folders and its history stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct, only
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Agent, Record
from mailbox_gui.core.message.rules import Rules


class _AgentRemove:
    NAME = "agent-remove"

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        only(arguments, ("name",))
        name = arguments["name"]
        if name not in facts.rules.agents:
            raise ActRefused("recipient", f"no agent is named {name!r}", "mailbox agent list shows them")
        if name == facts.rules.hub:
            raise ActRefused("act", f"{name} is the hub", "name another hub in rules.json first")

    def record(self, act: SignedAct) -> Record:
        return Agent(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:
        """Nothing is deleted: folders and history stay."""


ACT: Act = _AgentRemove()
