"""rules.json while the owner changes it: the text as it lies there, the values as they are wanted, what is changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final

from mailbox_gui.core.message.effective_rules import with_acts
from mailbox_gui.core.message.json_rewriting import plain, rewrite
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import AgentRule, Limits, Rules
from mailbox_gui.core.message.rules_file import RulesError, parse_rules
from mailbox_gui.core.message.strict_json import path

Place = tuple[str, ...]
Route = tuple[str, str]
ROUTES: Final = "routes"
_DEFAULT: Final = Rules("", MappingProxyType({}), frozenset())
_LIMITS: Final = {member.name: getattr(_DEFAULT.limits, member.name) for member in fields(Limits)}
_SECTIONS: Final[Mapping[str, Mapping[str, object]]] = {
    "limits": _LIMITS,
    "obligations": _DEFAULT.obligations,
    "overdue_hours": _DEFAULT.overdue_hours,
}
_AGENT_FIELDS: Final = ("messages_per_day", "message_bytes", "signature")


@dataclass(frozen=True, slots=True)
class RulesDraft:
    """`text` is the file that is changed, `document` what it is to say, `acts` what the owner's acts did to agents.

    Treat `document` as read-only; every change answers another draft.
    """

    text: str
    document: Mapping[str, Any]
    acts: tuple[Mapping[str, object], ...] = ()

    @classmethod
    def of(cls, raw: bytes, acts: Iterable[Mapping[str, object]] = ()) -> RulesDraft:
        """The draft that changes nothing yet. Raises RulesError for a file that has mistakes."""
        parse_rules(raw)
        text = raw.decode()
        return cls(text, json.loads(text.removeprefix("\ufeff")), tuple(acts))

    @property
    def content(self) -> bytes:
        """The bytes of the rules.json that says this; what was not changed is as it was, to the letter."""
        return rewrite(self.text, self.document).encode()

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with it, as "where: what; what is allowed"; empty where it can take effect."""
        return judged(self)[1]

    def problem_at(self, *place: str) -> str:
        """What is wrong with the value at a place, empty where it is good."""
        return problem_of(self.problems, place)

    def rules(self) -> Rules:
        """The rules it would make, with the agents of acts. Raises RulesError."""
        return with_acts(parse_rules(self.content), self.acts)

    # what it says

    def routes(self) -> frozenset[Route]:
        """Who may write to whom, with what acts added; also where numbers elsewhere are wrong."""
        return self._outline().routes

    def participants(self) -> tuple[str, ...]:
        """Everybody, the owner last."""
        return self._outline().participants()

    @property
    def hub(self) -> str:
        """The hub's name."""
        return str(self.document.get("hub", ""))

    def value(self, *place: str) -> Any:
        """The value at a place, or what holds where the file says nothing; None where an agent has none of its own."""
        found: Any = self.document
        for step in place:
            found = found.get(step) if isinstance(found, Mapping) else None
        if found is None and len(place) == 2 and not (place[0] == "obligations" and "obligations" in self.document):
            return _SECTIONS.get(place[0], {}).get(place[1])
        if found is None and place[0] == "agents" and place[-1] == "signature":
            return "optional"
        return found

    # changing it

    def with_value(self, value: object, *place: str) -> RulesDraft:
        """Another value at a place; None takes the member away."""
        document: dict[str, Any] = plain(self.document)  # type: ignore[assignment]
        if place[0] == "obligations" and "obligations" not in document:
            # Named in part, the rest would owe nothing: what held by default is written out.
            document["obligations"] = dict(_DEFAULT.obligations)
        inside = document
        if place[0] == "agents":
            self._adopt(document, place[1])
        for step in place[:-1]:
            inside = inside.setdefault(step, {})
        if value is None:
            inside.pop(place[-1], None)
        else:
            inside[place[-1]] = value
        return replace(self, document=document)

    def with_route(self, sender: str, recipient: str, *, on: bool) -> RulesDraft:
        """Let `sender` write to `recipient`, or not any more."""
        document: dict[str, Any] = plain(self.document)  # type: ignore[assignment]
        for name in (sender, recipient):
            self._adopt(document, name)
        routes = document.setdefault(ROUTES, [])
        if on and [sender, recipient] not in routes:
            routes.append([sender, recipient])
        elif not on:
            document[ROUTES] = [route for route in routes if route != [sender, recipient]]
        return replace(self, document=document)

    def rebased(self, raw: bytes, base: RulesDraft) -> RulesDraft:
        """What was changed since `base`, done to another file. Raises RulesError for one that has mistakes."""
        other = RulesDraft.of(raw, self.acts)
        document = _merged(base.document, self.document, other.document)
        return replace(other, document=document)

    def changes(self, base: RulesDraft) -> frozenset[Place]:
        """The places at which it says something else than `base`; a route is ("routes", from, to)."""
        return frozenset(self._changes(base))

    def _changes(self, base: RulesDraft) -> Iterator[Place]:
        for route in self.routes() ^ base.routes():
            yield (ROUTES, *route)
        for section in _SECTIONS:
            mine, others = self.document.get(section, {}), base.document.get(section, {})
            for name in dict.fromkeys((*_SECTIONS[section], *_names(mine), *_names(others))):
                if self.value(section, name) != base.value(section, name):
                    yield (section, name)
        for agent in dict.fromkeys((*self.participants(), *base.participants())):
            for name in _AGENT_FIELDS:
                if self.value("agents", agent, name) != base.value("agents", agent, name):
                    yield ("agents", agent, name)

    def _outline(self) -> Rules:
        """Names and routes alone, which no wrong number spoils."""
        agents = {name: AgentRule() for name in _names(self.document.get("agents"))}
        listed = self.document.get(ROUTES)
        routes = frozenset(
            (str(route[0]), str(route[1]))
            for route in (listed if isinstance(listed, list) else ())
            if isinstance(route, list) and len(route) == 2
        )
        return with_acts(Rules(self.hub, MappingProxyType(agents), routes), self.acts)

    def _adopt(self, document: dict[str, Any], name: str) -> None:
        """An agent that an act added has no place in the file until it is changed there: then all that holds for it is
        written down with it."""
        agents = document.setdefault("agents", {})
        outline = self._outline()
        if name == OWNER or name in agents or name not in outline.agents:
            return
        rule = with_acts(Rules(self.hub, MappingProxyType({}), frozenset()), self.acts).agents.get(name, AgentRule())
        agents[name] = {key: text for key in ("folder", "workspace") if (text := getattr(rule, key)) is not None}
        routes = document.setdefault(ROUTES, [])
        known = {*agents, OWNER}
        for route in sorted(outline.routes):
            if name in route and set(route) <= known and list(route) not in routes:
                routes.append(list(route))


def judged(draft: RulesDraft) -> tuple[bytes, tuple[str, ...]]:
    """The bytes of a draft, and what is wrong with them."""
    content = draft.content
    try:
        parse_rules(content)
    except RulesError as error:
        return content, error.problems
    return content, ()


def without_faults(draft: RulesDraft, base: RulesDraft) -> tuple[bytes, bool]:
    """The bytes of a draft in which what is wrong is as in `base`, and whether anything was."""
    content, problems = judged(draft)
    if not problems:
        return content, False
    mended = draft
    for place in draft.changes(base):
        if place[0] != ROUTES and problem_of(problems, place):
            before: Any = base.document
            for step in place:
                before = before.get(step) if isinstance(before, Mapping) else None
            mended = mended.with_value(before, *place)
    content, problems = judged(mended)
    return (base.content if problems else content), True


def problem_of(problems: Iterable[str], place: Place) -> str:
    """What is wrong with the value at a place."""
    where = path(*place)
    for problem in problems:
        named, _, words = problem.partition(": ")
        if named == where or named.startswith((f"{where}.", f"{where}[")):
            return words
    return ""


def _merged(base: Any, mine: Any, theirs: Any) -> Any:
    """What changed from `base` to `mine`, done to `theirs`."""
    match base, mine, theirs:
        case dict(), dict(), dict():
            merged = dict(theirs)
            for name in dict.fromkeys((*base, *mine)):
                if name not in mine:
                    merged.pop(name, None)
                elif name not in base or mine[name] != base[name]:
                    merged[name] = _merged(base.get(name), mine[name], theirs.get(name))
            return merged
        case list(), list(), list():
            gone = [each for each in base if each not in mine]
            kept = [each for each in theirs if each not in gone]
            return [*kept, *(each for each in mine if each not in base and each not in kept)]
        case _:
            return mine


def _names(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, Mapping) else ()
