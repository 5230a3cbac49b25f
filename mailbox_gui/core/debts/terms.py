"""The terms under which debts open: the part of the rules in force that says what is owed, and for how long."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules

_DEFAULT: Final = Rules("", MappingProxyType({}), frozenset())
_LAST: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """`obligations` and `hours` as in rules.json; `own_hours` are the hours of agents that have some of their own."""

    hub: str = ""
    obligations: Mapping[str, str] = field(default_factory=lambda: _DEFAULT.obligations)
    hours: Mapping[str, float] = field(default_factory=lambda: _DEFAULT.overdue_hours)
    own_hours: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def due(self, kind: str, debtor: str, opened_at: datetime) -> datetime:
        """When a debt that opens now becomes overdue, if nothing else is said of it."""
        hours = self.own_hours.get(debtor, {}).get(kind, self.hours.get(kind, _DEFAULT.overdue_hours[kind]))
        try:
            return opened_at + timedelta(hours=hours)
        except OverflowError:
            return datetime.max.replace(tzinfo=opened_at.tzinfo) - _LAST

    def above(self, agent: str) -> str:
        """Whom an agent tells of its own work: the hub; the hub itself tells the owner."""
        return self.hub if self.hub and agent != self.hub else OWNER

    def text(self) -> str:
        """What `read_terms` reads back as the same."""
        agents = {name: {"overdue_hours": dict(hours)} for name, hours in self.own_hours.items()}
        terms = {
            "hub": self.hub,
            "agents": agents,
            "obligations": dict(self.obligations),
            "overdue_hours": dict(self.hours),
        }
        return json.dumps(terms)


def read_terms(text: str) -> Terms | None:
    """The terms in the text of a rules.json that was in force; None where it is none, which only a forged line has.

    Read loosely and without the strict reader: what stands in the journal has passed it, and every command that opens
    the index would have to load it.
    """
    try:
        rules = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(rules, dict):
        return None
    agents = rules.get("agents")
    own = {
        name: _numbers(rule.get("overdue_hours"))
        for name, rule in (agents.items() if isinstance(agents, dict) else ())
        if isinstance(rule, dict) and rule.get("overdue_hours")
    }
    obligations = rules.get("obligations")
    return Terms(
        hub=str(rules.get("hub", "")),
        obligations=_DEFAULT.obligations if obligations is None else _texts(obligations),
        hours={**_DEFAULT.overdue_hours, **_numbers(rules.get("overdue_hours"))},
        own_hours=own,
    )


def _texts(value: object) -> dict[str, str]:
    return {key: text for key, text in _items(value).items() if isinstance(text, str)}


def _numbers(value: object) -> dict[str, float]:
    return {
        key: float(number)
        for key, number in _items(value).items()
        if isinstance(number, int | float) and not isinstance(number, bool)
    }


def _items(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
