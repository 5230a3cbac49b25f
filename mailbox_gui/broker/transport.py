"""What is refused before anybody is asked who they are: another host's pages, other media, too much, too slow."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

MOST_BODY_BYTES: Final = 512 * 1024
BODY_SECONDS: Final = 10.0

# A page that another name was made to point here for still sends that name.
_LOOPBACK = re.compile(rb"(?:127\.0\.0\.1|\[::1\]|localhost)(?::[0-9]{1,5})?", re.IGNORECASE)
_JSON = re.compile(r'application/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?', re.IGNORECASE)
_BEARER = re.compile(r"bearer +([!-~]+)", re.IGNORECASE)
_CLOSE: Final = {"connection": "close"}


class LoopbackOnly:
    """Refuses requests that a web page could have caused: a foreign or doubtful `Host`, and any `Origin` at all."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http":
            return
        status = _status_of(scope["headers"])
        if status is None:
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse("", status, headers=_CLOSE)(scope, receive, send)


def _status_of(headers: list[tuple[bytes, bytes]]) -> int | None:
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) != 1:
        return 400
    if _LOOPBACK.fullmatch(hosts[0].strip()) is None or any(name == b"origin" for name, _ in headers):
        return 403
    return None


def require_json(request: Request) -> None:
    """Raise the transport's 415 unless the body is said to be plain JSON in UTF-8."""
    types = request.headers.getlist("content-type")
    plain = not request.headers.getlist("content-encoding")
    if len(types) != 1 or not plain or _JSON.fullmatch(types[0].strip()) is None:
        raise HTTPException(415, "")


async def read_body(request: Request, seconds: float) -> bytes:
    """The whole body. Raises the transport's 413 for one too large, 408 for one that does not come within `seconds`."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:10]) > MOST_BODY_BYTES:
        raise HTTPException(413, "", _CLOSE)
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BODY_BYTES:
                    raise HTTPException(413, "", _CLOSE)
    except TimeoutError:
        raise HTTPException(408, "", _CLOSE) from None
    return bytes(body)


def bearer_of(request: Request) -> str | None:
    """The credential of the session; None where there is none, several, or one of another scheme."""
    given = request.headers.getlist("authorization")
    match = _BEARER.fullmatch(given[0].strip()) if len(given) == 1 else None
    return None if match is None else match[1]
