"""What a change of the rules means, line by line and in words, for the owner who approves it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules import AgentRule, Limits, Rules


def rules_difference(old: Rules, new: Rules) -> list[str]:
    """Every difference from `old` to `new`: "adds the route researcher → trader". Empty when both say the same."""
    return [
        *_hub(old, new),
        *_agents(old.agents, new.agents),
        *(f"removes the route {_route(route)}" for route in sorted(old.routes - new.routes)),
        *(f"adds the route {_route(route)}" for route in sorted(new.routes - old.routes)),
        *_limits(old.limits, new.limits),
        *_mapping("what is owed for a", old.obligations, new.obligations),
        *_mapping("the hours until overdue for a", old.overdue_hours, new.overdue_hours),
        *(f"removes the runtime {visible(name)}" for name in old.runtimes if name not in new.runtimes),
        *(f"adds the runtime {visible(name)}" for name in new.runtimes if name not in old.runtimes),
    ]


def _hub(old: Rules, new: Rules) -> Iterator[str]:
    if old.hub != new.hub:
        yield f"changes the hub from {old.hub} to {new.hub}"


def _agents(old: Mapping[str, AgentRule], new: Mapping[str, AgentRule]) -> Iterator[str]:
    for name in old:
        if name not in new:
            yield f"removes the agent {name}"
    for name, rule in new.items():
        before = old.get(name)
        if before is None:
            yield f"adds the agent {name}"
        for field in fields(AgentRule):
            was, now = getattr(before or AgentRule(), field.name), getattr(rule, field.name)
            if was != now:
                yield f"{name}: {_change(field.name, was, now)}"


def _limits(old: Limits, new: Limits) -> Iterator[str]:
    for field in fields(Limits):
        was, now = getattr(old, field.name), getattr(new, field.name)
        if was != now:
            yield f"for everybody: {_change(field.name, was, now)}"


def _mapping(what: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            yield f"changes {what} {key} from {_shown(old.get(key, 'nothing'))} to {_shown(new.get(key, 'nothing'))}"


def _change(name: str, was: object, now: object) -> str:
    return f"changes {name} from {_shown(was)} to {_shown(now)}"


def _shown(value: object) -> str:
    match value:
        case None:
            return "the default"
        case Mapping():
            return ", ".join(f"{visible(str(key))} {_shown(one)}" for key, one in value.items()) or "none"
        case float() if value.is_integer():
            return f"{value:,.0f}"
        case int() | float():
            return f"{value:,}"
        case _:
            return visible(str(value))


def _route(route: tuple[str, str]) -> str:
    return f"{route[0]} → {route[1]}"
