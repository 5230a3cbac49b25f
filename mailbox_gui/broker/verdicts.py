"""The answer to a request, as closed types: what cannot be said on the wire cannot be built."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mailbox_gui.broker.codes import FailedCode, IndeterminateCode

PROTOCOL_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Succeeded:
    """It was done. `outcome` is the JSON text of the action's own shape."""

    action: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing took hold. `message` is for operators and holds no key, credential or content."""

    code: FailedCode
    message: str

    def __post_init__(self) -> None:
        if type(self.code) is not FailedCode:
            raise TypeError("`failed` goes with a FailedCode")


@dataclass(frozen=True, slots=True)
class Indeterminate:
    """Nothing is promised."""

    code: IndeterminateCode
    message: str

    def __post_init__(self) -> None:
        if type(self.code) is not IndeterminateCode:
            raise TypeError("`indeterminate` goes with an IndeterminateCode")


Verdict = Succeeded | Failed | Indeterminate


def render(request_id: str, verdict: Verdict, *, replayed: bool = False) -> bytes:
    """The envelope's bytes. A replay differs from the first answer by the member `replayed` alone, at its end."""
    mark = ',"replayed":true' if replayed else ""
    head = f'{{"type":"broker_result","protocolVersion":{PROTOCOL_VERSION},"requestId":{_text(request_id)},'
    return f"{head}{_said(verdict)}{mark}}}".encode()


def _said(verdict: Verdict) -> str:
    match verdict:
        case Succeeded(action, outcome):
            return f'"status":"succeeded","action":{_text(action)},"outcome":{outcome}'
        case Failed(code, message):
            return f'"status":"failed","error":{_error(code, message)}'
        case Indeterminate(code, message):
            return f'"status":"indeterminate","error":{_error(code, message)}'


def to_record(verdict: Failed) -> dict[str, object]:
    """A refusal as the journal keeps it."""
    return {"status": "failed", "error": {"code": verdict.code.value, "message": verdict.message}}


def from_record(members: Mapping[str, object]) -> Failed:
    """The refusal that a line of the journal holds. Raises ValueError, KeyError, TypeError for another line."""
    error = members["error"]
    if not isinstance(error, Mapping) or members["status"] != "failed":
        raise ValueError("the recorded verdict is none")
    return Failed(FailedCode(str(error["code"])), str(error["message"]))


def _error(code: FailedCode | IndeterminateCode, message: str) -> str:
    return f'{{"code":{_text(code.value)},"message":{_text(message)}}}'


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
