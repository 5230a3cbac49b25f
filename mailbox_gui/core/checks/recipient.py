"""Check 3: a message goes to exactly one participant that is there."""

from __future__ import annotations

import re
from typing import Final

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.escape import quoted
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.names import OWNER, RELAY, is_agent_name
from mailbox_gui.core.message.nearest import nearest

NAME: Final = "recipient"

_EVERYBODY: Final = frozenset({"all", "everyone", "everybody", "*", "@all", "@everyone", "any", "broadcast"})
_SEPARATOR = re.compile(r"[\s,;&+|\[\]{}()\"'、，；]+")
_JOINING = frozenset({"and", "und", "et", "и"})


def check(draft: Draft, facts: Facts) -> list[Fault]:
    """Refuses none, several, itself, and nobody of that name. A missing `to` is `header`."""
    to = draft.get("to")
    rules = facts.rules
    if not to or (to in rules.agents and to != draft.folder):
        return []
    if to == draft.folder:
        return [
            Fault(NAME, f"{to} writes to itself", "a message goes to another participant; " + _others(draft, facts))
        ]
    if to == OWNER:
        return []
    if draft.folder == OWNER and draft.get("kind") == "decision" and is_agent_name(to):
        # Somebody who left may be told of the decision on its mail; the relay lets it go to nobody else.
        return []
    if to.casefold() in _EVERYBODY:
        return [Fault(NAME, f"to is everybody (`{to}`); a message has one recipient", _send_each(()))]
    names = _names_in(to)
    if len(names) == 1:
        return [Fault(NAME, f"to is written as a list of one ({quoted(names[0])})", f"write to: {quoted(names[0])}")]
    if names:
        shown = ", ".join(map(quoted, names[:4])) + (", …" if len(names) > 4 else "")
        return [Fault(NAME, f"to names several ({shown}); a message has one recipient", _send_each(names))]
    return [Fault(NAME, f"nobody here is called {quoted(to)}", _meant(to, draft, facts))]


def _names_in(to: str) -> tuple[str, ...]:
    """The distinct words of a value that is written as a list; empty when it is one word."""
    if _SEPARATOR.search(to) is None:
        return ()
    words = (word for word in _SEPARATOR.split(to[:500]) if word and word.casefold() not in _JOINING)
    return tuple(dict.fromkeys(words))


def _send_each(names: tuple[str, ...]) -> str:
    shown = [quoted(name) for name in names[:4]]
    if len(names) == 2:
        return f"one recipient: send it twice, once to {shown[0]} and once to {shown[1]}"
    if len(names) > 2:
        more = ", …" if len(names) > 4 else ""
        return f"one recipient: send it {len(names)} times, once each to {', '.join(shown)}{more}"
    return "one recipient: send it once for each participant that must have it"


def _meant(to: str, draft: Draft, facts: Facts) -> str:
    if to == RELAY:
        return "the relay only delivers; write to the participant that must read it"
    there = [name for name in facts.rules.participants() if name != draft.folder]
    close = nearest(to, there)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return _others(draft, facts)


def _others(draft: Draft, facts: Facts) -> str:
    there = [name for name in facts.rules.participants() if name != draft.folder]
    return "there are: " + ", ".join(there[:12]) + (", …" if len(there) > 12 else "")
