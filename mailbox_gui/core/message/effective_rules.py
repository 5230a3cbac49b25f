"""The rules in force: what rules.json says, and the agents that the owner's acts added or removed since. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import AgentRule, Rules


def with_acts(rules: Rules, documents: Iterable[Mapping[str, object]]) -> Rules:
    """`rules` after the given acts (`agent-add`, `agent-remove` and those of the broker), oldest first.

    An added agent may write to and hear from the hub and the owner, as one made at the start. Where rules.json names
    the same agent, rules.json wins. A removed agent is gone with all its routes, from rules.json too. An agent made
    through the broker (`agent-create`, until `agent-delete`) may write to and hear from its creator only.
    """
    agents = dict(rules.agents)
    routes = set(rules.routes)
    for document in documents:
        arguments = document.get("args")
        if not isinstance(arguments, Mapping):
            continue
        name = str(arguments.get("name"))
        if document.get("act") == "agent-add" and name in rules.agents:
            agents[name] = rules.agents[name]
            routes |= {route for route in rules.routes if name in route}
        elif document.get("act") == "agent-add":
            agents[name] = AgentRule(folder=_text(arguments, "folder"), workspace=_text(arguments, "workspace"))
            routes |= {(OWNER, name), (name, OWNER)}
            if name != rules.hub:
                routes |= {(rules.hub, name), (name, rules.hub)}
        elif document.get("act") == "agent-create" and name not in rules.agents:
            creator = str(arguments.get("creator"))
            agents[name] = AgentRule()
            routes |= {(creator, name), (name, creator)}
        elif document.get("act") in ("agent-remove", "agent-delete"):
            agents.pop(name, None)
            routes = {route for route in routes if name not in route}
    return replace(rules, agents=MappingProxyType(agents), routes=frozenset(routes))


def _text(arguments: Mapping[str, object], key: str) -> str | None:
    value = arguments.get(key)
    return value if isinstance(value, str) else None
