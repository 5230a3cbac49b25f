"""What every header field must hold: the rules of the protocol's table, judged on the draft alone.

Grammar (unknown and repeated fields, forbidden characters) is told by the reading itself, in `Draft.faults`; who may
write to whom, and whether a `ref` is known, needs the post office and is judged by the checks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.escape import quoted
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.kinds import (
    DECISION_FIELDS,
    DECISION_VERDICTS,
    KINDS,
    KNOWN_FIELDS,
    NOTE_REQUIRES,
    REQUIRED_FIELDS,
    REQUIRES,
)
from mailbox_gui.core.message.moments import format_second, parse_moment
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.nearest import nearest

LONGEST_TOPIC: Final = 120
# Clocks of machines that share a folder differ; beyond this the claim is wrong.
FUTURE_ALLOWED: Final = timedelta(minutes=5)

_SHA256 = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_CREATED_HINT = "write the time in UTC, for example 2026-11-30T12:03:01Z"


def field_faults(draft: Draft, now: datetime) -> list[Fault]:
    """Every fault of the fields of `draft` and of an empty body, all of the check `header`, in a fixed order.

    Empty where nothing of the header could be read, since the faults of reading say that already.
    """
    if draft.head is None and (draft.raw is None or not draft.header.fields):
        return []
    return [Fault("header", reason, hint) for judge in _JUDGES for reason, hint in judge(draft, now)]


_Complaints = Iterator[tuple[str, str]]


def _presence(draft: Draft, _now: datetime) -> _Complaints:
    missing = [key for key in REQUIRED_FIELDS if draft.header.get(key) is None]
    if draft.header.get("kind") == "decision":
        missing += [key for key in ("ref", *DECISION_FIELDS) if draft.header.get(key) is None]
    if missing:
        yield f"missing: {_names(missing)}", "add a line `key: value` for each to the header"
    for field in draft.header.fields:
        if not field.value and field.key in KNOWN_FIELDS:
            optional = field.key not in REQUIRED_FIELDS
            yield (
                f"line {field.line}: `{field.key}` is empty",
                f"give `{field.key}` a value{' or leave the line out' if optional else ''}",
            )


def _kind(draft: Draft, _now: datetime) -> _Complaints:
    kind = draft.get("kind")
    if kind and kind not in KINDS:
        allowed = tuple(each for each in KINDS if each != "decision" or draft.folder == OWNER)
        yield f"{_at(draft, 'kind')} is not a kind ({quoted(kind)})", _choose(kind, allowed)
    if kind == "decision" and (draft.folder != OWNER or draft.get("from") not in ("", OWNER)):
        yield f"{_at(draft, 'kind')}: only the owner sends a decision", "send a `request` or an `escalation` instead"


def _topic(draft: Draft, _now: datetime) -> _Complaints:
    topic = draft.get("topic")
    # NFC puts at most four scalar values into one, and its time grows with the square of stacked marks.
    as_sent = topic.isascii() or len(topic) > 4 * LONGEST_TOPIC
    length = len(topic) if as_sent else len(unicodedata.normalize("NFC", topic))
    if length > LONGEST_TOPIC:
        yield (
            f"{_at(draft, 'topic')} has {length:,} characters, at most {LONGEST_TOPIC} are allowed",
            "shorten it and say the rest in the body",
        )


def _requires(draft: Draft, _now: datetime) -> _Complaints:
    requires = draft.get("requires")
    if not requires:
        return
    if requires not in REQUIRES:
        yield (
            f"{_at(draft, 'requires')} is none of what can be required ({quoted(requires)})",
            _choose(requires, REQUIRES),
        )
    elif draft.get("kind") == "note" and requires not in NOTE_REQUIRES:
        yield (
            f"{_at(draft, 'requires')}: a note asks for no answer",
            f"write {_names(NOTE_REQUIRES, 'or')}, or send a `question` or a `task` instead",
        )
    if requires == "owner" and OWNER in (draft.folder, draft.get("from")):
        yield (
            f"{_at(draft, 'requires')}: the owner does not wait for the owner's own decision",
            f"write {_names(tuple(name for name in REQUIRES if name != OWNER), 'or')}",
        )


def _created(draft: Draft, now: datetime) -> _Complaints:
    created = draft.get("created")
    if not created:
        return
    if draft.created is None:
        yield f"{_at(draft, 'created')}: {_moment_fault(created)}", _CREATED_HINT
    elif draft.created > now + FUTURE_ALLOWED:
        yield (
            f"{_at(draft, 'created')} lies more than 5 minutes in the future",
            f"here it is {format_second(now)}: set your clock, or look at the offset",
        )


def _due(draft: Draft, _now: datetime) -> _Complaints:
    due = draft.get("due")
    if due and (wrong := _moment_fault(due)):
        yield f"{_at(draft, 'due')}: {wrong}", _CREATED_HINT


def _ref(draft: Draft, _now: datetime) -> _Complaints:
    ref = draft.get("ref")
    if not ref or is_id(ref):
        return
    # A waived debt need not have a message: then its marker's slug or `work:AGENT` is its name.
    waives = draft.get("kind") == "decision" and draft.get("verdict") == "waive"
    if not waives or " " in ref:
        yield f"{_at(draft, 'ref')} is not a message id", "copy it from the message: 20261130T090000Z-hub-1f0c5a77d2e9"


def _decision(draft: Draft, _now: datetime) -> _Complaints:
    kind, verdict, sha256 = draft.get("kind"), draft.get("verdict"), draft.get("sha256")
    if kind in KINDS and kind != "decision":
        for key in DECISION_FIELDS:
            if draft.header.get(key) is not None:
                yield f"{_at(draft, key)} stands in a decision only", "remove the line"
        return
    if verdict and verdict not in DECISION_VERDICTS:
        yield f"{_at(draft, 'verdict')} is not a verdict ({quoted(verdict)})", _choose(verdict, DECISION_VERDICTS)
    if sha256 and not _SHA256.fullmatch(sha256):
        yield f"{_at(draft, 'sha256')} is not 64 lowercase hex digits", "copy the SHA-256 of the message decided on"


def _signature(draft: Draft, _now: datetime) -> _Complaints:
    session, signature = draft.header.get("session"), draft.header.get("signature")
    if session and not _SHA256.fullmatch(session):
        yield f"{_at(draft, 'session')} is not 64 lowercase hex digits", "sign with `mailbox send --sign`"
    if session is not None and signature is None:
        yield f"{_at(draft, 'session')} without a `signature`", "sign the message, or remove the line"
    if signature and not _SIGNATURE.fullmatch(signature):
        yield f"{_at(draft, 'signature')} is not 128 lowercase hex digits", "sign with `mailbox send --sign`"
    if signature is not None and draft.header.fields[-1].key != "signature":
        yield (
            f"{_at(draft, 'signature')} is not the last line of the header",
            "put it behind all other fields and sign again: it covers them",
        )


def _body(draft: Draft, _now: datetime) -> _Complaints:
    # Over the limit only a part of the body is known, and what could not be decoded is not empty.
    if draft.raw is None or draft.head is None or draft.body is None:
        return
    if (not draft.body or draft.body.isspace()) and draft.get("kind") != "decision":
        yield "the body is empty", "write what you have to say below the second `---`"


_JUDGES: Final[tuple[Callable[[Draft, datetime], _Complaints], ...]] = (
    _presence,
    _kind,
    _topic,
    _requires,
    _created,
    _due,
    _ref,
    _decision,
    _signature,
    _body,
)


def _at(draft: Draft, key: str) -> str:
    return f"line {draft.header.line_of(key)}: `{key}`"


def _names(names: tuple[str, ...] | list[str], last: str = "and") -> str:
    shown = [f"`{name}`" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def _choose(value: str, allowed: tuple[str, ...]) -> str:
    close = nearest(value, allowed)
    asked = f"did you mean {_names(close, 'or')}? " if close else ""
    return f"{asked}Allowed: {', '.join(allowed)}"


def _moment_fault(text: str) -> str:
    try:
        parse_moment(text)
    except ValueError as error:
        return str(error)
    return ""
