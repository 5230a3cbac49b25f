"""Agent add: a new agent with its folders, and routes to and from the hub and the owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct, only
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.homes import make_home
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Agent, Record
from mailbox_gui.core.message.names import RESERVED, is_agent_name
from mailbox_gui.core.message.rules import Rules


class _AgentAdd:
    NAME = "agent-add"

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        only(arguments, ("name",), ("folder", "workspace"))
        name = arguments["name"]
        if name in RESERVED:
            raise ActRefused("act", f"the name {name} is reserved", "choose another name")
        if not is_agent_name(name):
            raise ActRefused(
                "act", f"{name!r} is not a name", "use 1 to 32 of a-z, 0-9 and -, with a letter or digit at both ends"
            )
        if name in facts.rules.agents:
            raise ActRefused("act", f"there is an agent named {name} already", "mailbox agent list shows them")

    def record(self, act: SignedAct) -> Record:
        return Agent(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:
        if act.arguments["name"] in rules.agents:
            make_home(disk, office.home(act.arguments["name"], rules))


ACT: Act = _AgentAdd()
