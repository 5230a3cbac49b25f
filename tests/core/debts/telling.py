"""Small histories told in a line each, and the debts after them in a line each.

    hub>builder task m                 a delivered message that later lines call m
    builder>hub report - re m          one that nothing refers to, with a ref to m
    hold builder>site request q        a message that is held for the owner
    approve q · decline q as=d         the owner's decisions
    waive m · waive slug of builder    the owner does without
    rules obligations={...}            other rules come into force
    wait 5h                            nothing happens
    base builder · commits builder 3   what the scan says of commits
    new builder slug · gone builder slug · moved … · baseline …       and of markers

Words behind a message: `requires=report`, `due=+3h`, `topic=nightly`, `says=slug` (in the body), `x=slug`, `re m`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Record, Rules, Work, Workaround
from mailbox_gui.core.message.moments import format_second
from tests.core.read_models.history import History, accepted, decided, held

_SPAN = re.compile(r"([+-]?\d+)(d|h|m)")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}
RULES: dict[str, object] = {
    "version": 1,
    "hub": "hub",
    "agents": {
        "hub": {},
        "builder": {"workspace": "../builder"},
        "site": {},
        "trader": {"overdue_hours": {"reply": 1}},
    },
    "routes": [],
}


@dataclass
class Telling:
    """Turns lines into records of a history; remembers what they are called."""

    history: History = field(default_factory=History)
    named: dict[str, Accepted | Held | Decided] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.add(_rules({}))

    def tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._tell(line.split())

    def add(self, record: Record) -> None:
        self.history.add(record)

    def name_of(self, ref: str) -> str:
        """What the lines call the message of that id."""
        return next((name for name, record in self.named.items() if record.id == ref), ref)

    def owed(self, debts: Iterable[Debt]) -> list[str]:
        """Every debt that is not closed, in a line."""
        return [self._line(debt) for debt in debts if debt.state != "closed"]

    def _line(self, debt: Debt) -> str:
        waits = f", waits on {debt.waiting_on}" if debt.waiting_on else ""
        counted = f" {debt.commits}" if debt.commits is not None else ""
        owes = "has" if debt.state == "baseline" else "owes"
        state = {"open": "", "waiting": "", "baseline": ", baseline"}[debt.state]
        late = ", overdue" if debt.overdue(self.history.now) else ""
        maybe = f", maybe {self.name_of(debt.probable)}" if debt.probable else ""
        name = self.name_of(debt.ref)
        return f"{debt.debtor} {owes} {debt.creditor} {debt.kind} {name}{counted}{state}{waits}{late}{maybe}"

    def _tell(self, words: list[str]) -> None:
        match words:
            case ["wait", span]:
                self.history.now += _span(span)
            case ["rules", *changes]:
                self.add(
                    _rules({key: json.loads(value) for key, value in (change.split("=", 1) for change in changes)})
                )
            case ["approve" | "decline" as verdict, name, *rest]:
                extra = dict(word.split("=", 1) for word in rest)
                called = extra.pop("as", "")
                decision = decided(self._message_named(name), verdict, "because", **extra)
                self.add(decision)
                if called:
                    self.named[called] = decision
            case ["waive", name]:
                self.add(decided(self._message_named(name), "waive", "not needed"))
            case ["waive", name, "of", agent]:
                self.add(_waiver(name, agent))
            case ["hold", pair, kind, name, *rest]:
                self._message(held, pair, kind, name, ["requires=owner", *rest])
            case [pair, kind, name, *rest] if ">" in pair:
                self._message(accepted, pair, kind, name, rest)
            case _:
                self._scan(words)

    def _scan(self, words: list[str]) -> None:
        match words:
            case ["base", agent]:
                self._work(agent, "baseline", 0)
            case ["commits", agent, count, *seen]:
                self._work(agent, "commits", int(count), int(seen[0]) if seen else None)
            case ["commits-gone", agent]:
                self._work(agent, "gone", 0)
            case ["no-workspace", agent]:
                self._work(agent, "left", 0)
            case ["baseline" | "new" | "moved" | "gone" as found, agent, slug, *rest]:
                path = rest[0] if rest else "a.py"
                self.add(Workaround(agent, "../builder", found, slug, path, 7, f"text of {slug}"))
            case _:
                raise ValueError(f"a line that nobody understands: {words}")

    def _message_named(self, name: str) -> Accepted | Held:
        record = self.named[name]
        assert not isinstance(record, Decided)
        return record

    def _message(self, make: object, pair: str, kind: str, name: str, rest: list[str]) -> None:
        sender, recipient = pair.split(">")
        fields = {"kind": kind, "topic": f"topic of {name}", "body": f"Text of {name}, {self.history.height}.\n"}
        words = iter(rest)
        for word in words:
            key, _, value = word.partition("=")
            match key:
                case "re":
                    fields["ref"] = self.named[next(words)].id
                case "due":
                    fields["due"] = format_second(self.history.now + _span(value))
                case "says":
                    fields["body"] += f"Done, see `{value}`.\n"
                case "x":
                    fields["extra"] = f"x-workaround: {value}\n"
                case "topic":
                    fields["topic"] = value.replace("_", " ")
                case _:
                    fields[key] = value
        record: Accepted | Held = make(sender, recipient, **fields)  # type: ignore[operator]
        self.add(record)
        if name != "-":
            self.named[name] = record

    def _work(self, agent: str, found: str, commits: int, seen: int | None = None) -> None:
        head = hashlib.sha256(str(self.history.height).encode()).hexdigest()[:40]
        newest, since = (f"commit {commits}", "2026-11-30T08:00:00Z") if commits else (None, None)
        height = self.history.height if seen is None else seen
        self.add(Work(agent, "../builder", found, head, head, commits, newest, since, height))


def _rules(changes: dict[str, object]) -> Rules:
    return Rules({"serial": 1}, "0b" * 32, "00" * 64, json.dumps({**RULES, **changes}))


def _waiver(name: str, agent: str) -> Decided:
    """The decision on a debt without a message."""
    stand_in = accepted(agent, "hub", topic="not needed")
    made = decided(stand_in, "waive", "not needed")
    header = {**made.header, "ref": name}
    return Decided(
        made.id, name, "waive", made.note, made.sha256, header, None, made.body, made.size, made.file, made.folder,
        made.signer,
    )  # fmt: skip


def _span(text: str) -> timedelta:
    found = _SPAN.fullmatch(text)
    assert found is not None, text
    return timedelta(**{_UNITS[found[2]]: int(found[1])})
