"""Reads the demo's week from resources/demo/stories: one file a story, one entry a happening."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import yaml

from mailbox_gui.core.demo.happenings import (
    AskBack,
    Delegating,
    Happening,
    Letter,
    Posting,
    Restart,
    RulesEdit,
    Ruling,
    Scan,
    Sign,
    Waiver,
    WorkDone,
)
from mailbox_gui.core.message.names import OWNER

_DURATION: Final = re.compile(r"(-?)(?:(\d+)d)? ?(?:(\d+)h)? ?(?:(\d+)m)?")
# What a kind asks for when a story does not say it.
_REQUIRES: Final = {"task": "report", "request": "reply", "question": "reply"}
_SIGNS: Final[Mapping[str, Sign]] = {"none": "none", "owner": "owner", "stranger": "stranger", "session": "session"}


def read_stories(folder: Path) -> tuple[Happening, ...]:
    """Everything that happens, in the order of time. Raises ValueError for what cannot be understood, OSError."""
    happenings: list[Happening] = []
    for path in sorted(folder.glob("*.yml")):
        for number, members in enumerate(yaml.safe_load(path.read_bytes())):
            reading = _Members(dict(members), f"{path.stem}-{number}")
            happenings.append(_happening(reading))
            reading.require_empty()
    return tuple(sorted(happenings, key=lambda happening: -happening.ago))


def duration(text: str) -> timedelta:
    """The time in a text like `6d 2h 30m` or `-4h`. Raises ValueError."""
    found = _DURATION.fullmatch(text.strip())
    if found is None or not any(found.groups()[1:]):
        raise ValueError(f"not a duration: {text!r}")
    sign, days, hours, minutes = found.groups()
    amount = timedelta(days=int(days or 0), hours=int(hours or 0), minutes=int(minutes or 0))
    return -amount if sign else amount


class _Members:
    """The members of one entry, each taken once, so that a misspelt one is noticed."""

    def __init__(self, members: dict[str, Any], place: str) -> None:
        self._members = members
        self.place = place

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def text(self, name: str, default: str = "") -> str:
        value = self._members.pop(name, default)
        if isinstance(value, str):
            return value
        raise ValueError(f"{self.place}: {name} is no text: {value!r}")

    def flag(self, name: str) -> bool:
        return bool(self._members.pop(name, False))

    def number(self, name: str, default: int) -> int:
        return int(self._members.pop(name, default))

    def mapping(self, name: str) -> dict[str, Any]:
        return dict(self._members.pop(name, {}))

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(str(text) for text in self._members.pop(name, ()))

    def require_empty(self) -> None:
        if self._members:
            raise ValueError(f"{self.place}: unknown members: {', '.join(self._members)}")


def _happening(members: _Members) -> Happening:
    ago = duration(members.text("ago"))
    key = members.text("key", members.place)
    if "approve" in members:
        return Ruling(ago, key, members.text("approve"), "approve", members.text("note"), members.text("refused"))
    if "decline" in members:
        return Ruling(ago, key, members.text("decline"), "decline", members.text("note"), members.text("refused"))
    if "ask_back" in members:
        return AskBack(ago, key, members.text("ask_back"), members.text("text"))
    if "rules" in members:
        rules = members.mapping("rules")
        return RulesEdit(ago, rules.get("agents", {}), rules.get("routes", []), not members.flag("unsigned"))
    if "restart" in members:
        return Restart(ago, members.text("restart"))
    if "delegate" in members:
        agent, kinds = members.text("delegate"), members.texts("kinds")
        return Delegating(ago, agent, members.number("days", 30), kinds)
    if "waive" in members:
        return Waiver(ago, key, members.text("waive"), members.text("reason"))
    if "work" in members:
        agent, commit = members.text("work"), members.text("commit")
        return WorkDone(ago, agent, members.texts("take"), members.mapping("write"), commit)
    if "post" in members:
        label, topic, body = members.text("post"), members.text("topic"), members.text("body")
        return Posting(ago, label, topic, body, members.text("kind"), members.text("ref"))
    return Scan(ago) if members.flag("scan") else _letter(ago, key, members)


def _letter(ago: timedelta, key: str, members: _Members) -> Letter:
    again = members.text("again")
    sender = "" if again else members.text("from")
    fields = dict(_fields(sender, members))
    due = members.text("due")
    sign = members.text("sign", "owner" if sender == OWNER else "session")
    if sign not in _SIGNS:
        raise ValueError(f"{members.place}: sign: {sign!r}")
    return Letter(
        ago=ago,
        key=key,
        folder=members.text("folder", sender),
        file=members.text("file") or file_name(fields.get("topic", key)),
        fields=fields,
        ref=members.text("ref"),
        due=duration(due) if due else None,
        body=members.text("body") * members.number("repeat", 1),
        text=members.text("text"),
        encoding=members.text("encoding", "utf-8"),
        sign=_SIGNS[sign],
        again=again,
        unread=members.flag("unread"),
        left=members.flag("left"),
        refused=members.text("refused"),
    )


def _fields(sender: str, members: _Members) -> Iterator[tuple[str, str]]:
    """The header's fields as a story gives them, in the order in which a message carries them."""
    if "to" not in members:
        return
    kind = members.text("kind")
    yield "from", sender
    yield "to", members.text("to")
    yield "kind", kind
    yield "topic", members.text("topic")
    yield "requires", members.text("requires", _REQUIRES.get(kind, "none"))
    yield from members.mapping("fields").items()


def file_name(topic: str) -> str:
    """The name under which an agent would drop a message on that topic."""
    words = re.findall(r"\w+", topic.lower().replace("{date}", "daily"))
    return "-".join(words[:6]) + ".md"
