"""The words for a member of rules.json that has the wrong form: where it stands, what it is, what is allowed."""

from __future__ import annotations

from math import isfinite
from typing import Final

from mailbox_gui.core.message.escape import text_of
from mailbox_gui.core.message.nearest import nearest
from mailbox_gui.core.message.strict_json import path

_BYTES: Final = "a whole number from 1 to 1,048,576"
_PER_DAY: Final = "a whole number from 1 to 1,000,000,000"
_HOURS: Final = "a number from 0 to 87,600"
_PLACE: Final = "a path as a text of 1 to 4,096 characters"
_ANSWER: Final = '"reply" or "report"'
_NAME_TEXT: Final = "the name of an agent"
_PARTICIPANT: Final = "the name of an agent, or owner"
_OBJECT: Final = "an object"

# Path without indices and agents' names (`*`) → the members allowed there.
_MEMBERS: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    (): ("version", "hub", "agents", "routes", "limits", "obligations", "overdue_hours", "runtimes"),
    ("agents", "*"): ("folder", "workspace", "messages_per_day", "message_bytes", "signature", "overdue_hours"),
    ("limits",): ("message_bytes", "messages_per_day", "settle_seconds", "rescan_seconds"),
    ("obligations",): ("task", "request", "question", "reply", "report", "workaround", "escalation"),
    ("overdue_hours",): ("reply", "report", "decision", "workaround"),
    ("agents", "*", "overdue_hours"): ("reply", "report", "decision", "workaround"),
}
# The same → the value allowed there.
_VALUES: Final[dict[tuple[str, ...], str]] = {
    (): f"{_OBJECT} with the members {', '.join(_MEMBERS[()])}",
    ("version",): "1",
    ("hub",): _NAME_TEXT,
    ("agents",): f"{_OBJECT} with one member for each agent, at most 1,000",
    ("agents", "*"): f"{_OBJECT} with any of {', '.join(_MEMBERS['agents', '*'])}",
    ("agents", "*", "folder"): _PLACE,
    ("agents", "*", "workspace"): _PLACE,
    ("agents", "*", "messages_per_day"): _PER_DAY,
    ("agents", "*", "message_bytes"): _BYTES,
    ("agents", "*", "signature"): '"optional" or "required"',
    ("agents", "*", "overdue_hours"): f"{_OBJECT} with any of {', '.join(_MEMBERS[('overdue_hours',)])}",
    ("agents", "*", "overdue_hours", "*"): _HOURS,
    ("routes",): "a list of at most 100,000 [from, to]",
    ("routes", "*"): "a list of two names, [from, to]",
    ("routes", "*", "*"): _PARTICIPANT,
    ("limits",): f"{_OBJECT} with any of {', '.join(_MEMBERS[('limits',)])}",
    ("limits", "message_bytes"): _BYTES,
    ("limits", "messages_per_day"): _PER_DAY,
    ("limits", "settle_seconds"): "a number from 0 to 3,600",
    ("limits", "rescan_seconds"): "a number from 0.01 to 86,400",
    ("obligations",): f"{_OBJECT} with any of {', '.join(_MEMBERS[('obligations',)])}",
    ("obligations", "*"): _ANSWER,
    ("overdue_hours",): f"{_OBJECT} with any of {', '.join(_MEMBERS[('overdue_hours',)])}",
    ("overdue_hours", "*"): _HOURS,
    ("runtimes",): "a list of at most 1,000 texts",
    ("runtimes", "*"): "a text",
}


def problem_text(loc: tuple[str | int, ...], kind: str, value: object) -> str:
    """`$.limits.message_bytes: … ; allowed is …` for pydantic's error `kind` at `loc` of the parsed `value`."""
    place = path(*loc)
    if kind == "extra_forbidden":
        return f"{place}: unknown member; {_allowed_members(loc)}"
    if kind == "missing":
        return f"{place}: missing; allowed is {_allowed_value(loc)}"
    return f"{place}: {_what_is_there(value, loc)}; allowed is {_allowed_value(loc)}"


def _allowed_value(loc: tuple[str | int, ...]) -> str:
    pattern = _pattern(loc)
    return _VALUES.get(pattern) or _VALUES.get((*pattern[:-1], "*")) or "nothing"


def _allowed_members(loc: tuple[str | int, ...]) -> str:
    members = _MEMBERS.get(_pattern(loc[:-1]), ())
    close = nearest(str(loc[-1]), members)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"allowed are {', '.join(members)}{meant}"


def _pattern(loc: tuple[str | int, ...]) -> tuple[str, ...]:
    return tuple(
        "*" if isinstance(step, int) or (depth == 1 and loc[0] == "agents") else step for depth, step in enumerate(loc)
    )


def _what_is_there(value: object, loc: tuple[str | int, ...]) -> str:
    """What stands at `loc`, by its type and, for numbers, its value; a text is never repeated."""
    for step in loc:
        match value:
            case dict() if step in value:
                value = value[step]
            case list() if isinstance(step, int) and step < len(value):
                value = value[step]
            case _:
                return "not valid"
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return f"the number {value}"
        case float():
            return f"the number {value:.15g}" if isfinite(value) else "a number beyond all bounds"
        case str():
            return text_of(len(value)) if value else "an empty text"
        case list():
            return f"a list of {len(value):,}"
        case _:
            return "an object"
