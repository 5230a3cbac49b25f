"""Writing rules.json: the rules a new post office starts with, laid out so that a difference reads by lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from mailbox_gui.core.message.names import OWNER


def default_rules(hub: str, agents: Iterable[str]) -> dict[str, object]:
    """The rules of a new post office: the hub and every agent write to each other, so do the owner and every agent."""
    others = [name for name in dict.fromkeys(agents) if name != hub]
    routes: list[list[str]] = []
    for name in others:
        routes += [[hub, name], [name, hub]]
    for name in (hub, *others):
        routes += [[name, OWNER], [OWNER, name]]
    return {
        "version": 1,
        "hub": hub,
        "agents": {name: {} for name in (hub, *others)},
        "routes": routes,
        "limits": {"message_bytes": 16_384, "messages_per_day": 20, "settle_seconds": 0.3, "rescan_seconds": 15},
        "obligations": {"task": "report", "request": "reply", "question": "reply"},
        "overdue_hours": {"reply": 4, "report": 24, "decision": 2, "workaround": 24},
        "runtimes": [],
    }


def render_rules(rules: Mapping[str, object]) -> bytes:
    """The bytes of a rules.json: one agent a line, one route a line, every other member on its own."""
    members = ",\n".join(f"  {_json(name)}: {_member(name, value)}" for name, value in rules.items())
    return f"{{\n{members}\n}}\n".encode()


def _member(name: str, value: object) -> str:
    if name == "agents" and isinstance(value, Mapping) and value:
        lines = ",\n".join(f"    {_json(agent)}: {_json(rule)}" for agent, rule in value.items())
        return f"{{\n{lines}\n  }}"
    if name == "routes" and isinstance(value, list) and value:
        lines = ",\n".join(f"    {_json(route)}" for route in value)
        return f"[\n{lines}\n  ]"
    return _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
