"""A request on its way in: what can be said of its bytes alone, in the order in which faults are answered."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from mailbox_gui.broker.actions import ALL_ACTIONS, Action
from mailbox_gui.broker.codes import FailedCode
from mailbox_gui.broker.effects import Refused
from mailbox_gui.broker.spelling import Shape
from mailbox_gui.broker.strict_json import Parsed, fault_in, parse
from mailbox_gui.broker.verdicts import PROTOCOL_VERSION

ACTION_VERSION: Final = 1
MEMBERS: Final = frozenset({"type", "protocolVersion", "requestId", "actionVersion", "action", "args"})

_REQUEST_ID = re.compile(r"[!-~]{1,128}")


class UnusableRequestError(ValueError):
    """The bytes have no request id that could be answered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that can be answered: its id, the SHA-256 (hex) of its bytes, and what was read of them."""

    request_id: str
    digest: str
    parsed: Parsed


def receive(raw: bytes) -> Asked:
    """The request in the received bytes. Raises UnusableRequestError."""
    try:
        parsed = parse(raw)
    except ValueError as error:
        raise UnusableRequestError(str(error)) from None
    request_id = parsed.members.get("requestId")
    if not isinstance(request_id, str) or "requestId" in parsed.repeated or _REQUEST_ID.fullmatch(request_id) is None:
        raise UnusableRequestError("requestId is not 1 to 128 bytes of printable ASCII without spaces, once")
    return Asked(request_id, hashlib.sha256(raw).hexdigest(), parsed)


def action_of(asked: Asked) -> Action:
    """The operation that is asked for. Raises Refused for the envelope, the versions, the action; not for `args`."""
    members = asked.parsed.members
    if asked.parsed.repeated:
        raise _invalid("a member of the envelope stands in it twice")
    if members.keys() != MEMBERS:
        raise _invalid("the envelope does not have exactly its six members")
    if fault := fault_in([value for name, value in members.items() if name != "args"]):
        raise _invalid(fault)
    if members["type"] != "broker_request":
        raise _invalid("type is not broker_request")
    for name in ("protocolVersion", "actionVersion"):
        if type(members[name]) is not int:
            raise _invalid(f"{name} is not a whole number")
    if not isinstance(members["action"], str) or not isinstance(members["args"], dict):
        raise _invalid("action is not a text, or args not an object")
    if members["protocolVersion"] != PROTOCOL_VERSION:
        raise Refused(f"this host speaks version {PROTOCOL_VERSION}", FailedCode.UNSUPPORTED_PROTOCOL_VERSION)
    if members["actionVersion"] != ACTION_VERSION:
        raise Refused(f"actions have version {ACTION_VERSION}", FailedCode.UNSUPPORTED_ACTION_VERSION)
    action = ALL_ACTIONS.get(members["action"])
    if action is None:
        raise Refused("there is no such action", FailedCode.UNKNOWN_ACTION)
    return action


def arguments_of(asked: Asked, action: Action) -> Shape:
    """The arguments in their canonical spelling. Raises Refused with words that hold nothing of them."""
    args: Any = asked.parsed.members["args"]
    if fault := fault_in([args]):
        raise _invalid(f"args: {fault}")
    try:
        return action.Args.model_validate(args)
    except ValidationError as error:
        raise _invalid(_words(error, action)) from None


def _words(error: ValidationError, action: Action) -> str:
    """The first fault: where, among the names that the shape has, and what."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    known = {field.alias for field in action.Args.model_fields.values()} | {"pubkey", "name"}
    place = ".".join(str(part) for part in first["loc"] if part in known)
    where = f"args.{place}" if place else "args"
    match first["type"]:
        case "missing":
            return f"{where} is missing"
        case "extra_forbidden":
            return f"{where} has a member that is unknown here"
        case "value_error":
            return f"{where}: {first['msg'].removeprefix('Value error, ')}"
        case _:
            return f"{where}: {first['msg'].lower()}"


def _invalid(message: str) -> Refused:
    return Refused(message, FailedCode.INVALID_REQUEST)
