"""The agent's side of the broker, with nothing but the standard library: copy this one file anywhere.

A request is frozen into bytes once; whatever happens, the same bytes are sent again. An answer counts only when it is
fit in every way and belongs to the request: anything else is no answer.
"""

from __future__ import annotations

import http.client
import json
import secrets
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self
from urllib.parse import urlsplit

_MOST_ANSWER_BYTES: Final = 256 * 1024 * 1024
_FAILED_ONLY: Final = frozenset(
    {
        "invalid_request", "unsupported_protocol_version", "unknown_action", "unsupported_action_version",
        "unsupported", "unauthenticated", "unauthorized", "request_id_conflict", "action_failed",
    }
)  # fmt: skip
_CODES: Final[Mapping[str, frozenset[str]]] = {
    "failed": _FAILED_ONLY | {"internal"},
    "indeterminate": frozenset({"outcome_unknown", "internal"}),
}
_EVENT_MEMBERS: Final = frozenset({"id", "pubkey", "created_at", "kind", "tags", "content", "sig"})

VerifyEvent = Callable[[Mapping[str, Any]], bool]


class NoAnswer(Exception):
    """Nothing fit came back, however often it was asked: the request may have been done or not."""


class Refused(Exception):
    """The host says that nothing took hold. `code` is the wire's word, the text is for operators."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


@dataclass(frozen=True, slots=True)
class FrozenRequest:
    """A request as it will be sent, however often: its id, its operation, its bytes."""

    request_id: str
    action: str
    content: bytes

    @classmethod
    def of(cls, action: str, args: Mapping[str, Any], request_id: str | None = None) -> FrozenRequest:
        """Freeze it. Members of `args` that are None are left out: absence has one spelling."""
        named = request_id or f"{uuid.uuid4()}"
        envelope = {
            "type": "broker_request",
            "protocolVersion": 1,
            "requestId": named,
            "actionVersion": 1,
            "action": action,
            "args": {name: value for name, value in args.items() if value is not None},
        }
        return cls(named, action, json.dumps(envelope, separators=(",", ":"), ensure_ascii=False).encode())


class Client:
    """One agent's way to its host. For one thread at a time; the connection is kept and made anew when it is lost.

    `address` is what `mailbox broker serve` prints. With `verify` every event that is read must pass it, or the whole
    answer is none.
    """

    def __init__(
        self,
        address: str,
        credential: str,
        *,
        attempts: int = 4,
        timeout: float = 30.0,
        verify: VerifyEvent | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or parts.hostname not in ("127.0.0.1", "::1", "localhost"):
            raise ValueError("a broker is reached by http on this machine only")
        self._host, self._port, self._path = parts.hostname, parts.port or 80, parts.path
        self._credential = credential
        self._attempts = attempts
        self._timeout = timeout
        self._verify = verify
        self._sleep = sleep
        self._connection: http.client.HTTPConnection | None = None

    def __enter__(self) -> Self:
        """Itself; closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the connection."""
        self.close()

    def call(self, action: str, **args: Any) -> dict[str, Any]:
        """Ask for an operation; its outcome. Arguments are spelled as on the wire. Raises Refused, NoAnswer."""
        return self.send(FrozenRequest.of(action, args))

    def send(self, request: FrozenRequest) -> dict[str, Any]:
        """Send the frozen request until there is a verdict. Raises Refused, NoAnswer."""
        for attempt in range(self._attempts):
            if attempt:
                # Many who lost their host at once do not come back at once.
                self._sleep(min(0.2 * 2**attempt, 5.0) * (0.5 + secrets.randbelow(1000) / 1000))
            answer = self._fit(request, self._post(request.content))
            if answer is None or answer["status"] == "indeterminate":
                continue
            if answer["status"] == "failed":
                raise Refused(answer["error"]["code"], answer["error"]["message"])
            outcome: dict[str, Any] = answer["outcome"]
            return outcome
        raise NoAnswer(f"no verdict on {request.action} {request.request_id}; the same bytes may be sent again")

    def read(self, channel: str, cursor: str | None = None, **args: Any) -> tuple[list[dict[str, Any]], str | None]:
        """One page of a channel and the cursor to go on from: the new one, or the old one where nothing follows."""
        outcome = self.call("channel.read", channelId=channel, cursor=cursor, **args)
        return outcome["messages"], outcome.get("nextCursor", cursor)

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _post(self, content: bytes) -> bytes | None:
        """The bytes that came back with HTTP 200, None for everything else."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        headers = {"Authorization": f"Bearer {self._credential}", "Content-Type": "application/json"}
        try:
            self._connection.request("POST", self._path, content, headers)
            response = self._connection.getresponse()
            answer = response.read(_MOST_ANSWER_BYTES + 1)
            fit = response.status == 200 and response.headers.get_content_type() == "application/json"
            return answer if fit and len(answer) <= _MOST_ANSWER_BYTES else None
        except (OSError, http.client.HTTPException):
            self.close()
            return None

    def _fit(self, request: FrozenRequest, content: bytes | None) -> dict[str, Any] | None:
        """The envelope, when it is one and answers this very request; None otherwise."""
        if content is None:
            return None
        try:
            answer = json.loads(content.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            return None
        return answer if self._is_fit(request, answer) else None

    def _is_fit(self, request: FrozenRequest, answer: object) -> bool:
        if not isinstance(answer, dict) or answer.get("type") != "broker_result":
            return False
        if type(answer.get("protocolVersion")) is not int or answer["protocolVersion"] != 1:
            return False
        if answer.get("requestId") != request.request_id or answer.get("replayed", True) is not True:
            return False
        members = answer.keys() - {"type", "protocolVersion", "requestId", "status", "replayed"}
        if answer.get("status") == "succeeded":
            fit = members == {"action", "outcome"} and answer["action"] == request.action
            return fit and isinstance(answer["outcome"], dict) and self._events_hold(request, answer["outcome"])
        codes = _CODES.get(str(answer.get("status")))
        error = answer.get("error")
        if codes is None or members != {"error"} or not isinstance(error, dict):
            return False
        return error.keys() == {"code", "message"} and error["code"] in codes and isinstance(error["message"], str)

    def _events_hold(self, request: FrozenRequest, outcome: dict[str, Any]) -> bool:
        if request.action != "channel.read":
            return True
        messages = outcome.get("messages")
        if not isinstance(messages, list):
            return False
        whole = all(isinstance(event, dict) and event.keys() == _EVENT_MEMBERS for event in messages)
        return whole and (self._verify is None or all(self._verify(event) for event in messages))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs) or None in members.values():
        raise ValueError("a member stands twice, or is null")
    return members


def _no_constant(_name: str) -> None:
    raise ValueError("not a number of JSON")
