"""The one route: bytes in, an envelope out; every verdict is HTTP 200, and only transport faults are not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from mailbox_gui.broker.host import unanswered
from mailbox_gui.broker.request import Asked, UnusableRequestError, receive
from mailbox_gui.broker.transport import BODY_SECONDS, LoopbackOnly, bearer_of, read_body, require_json

_LOG = logging.getLogger(__name__)

PATH: Final = "/v1/action"
# Longer than any commit takes; the relay may be healing from a full disk.
ANSWER_SECONDS: Final = 20.0
_HEADERS: Final = {"cache-control": "no-store", "x-content-type-options": "nosniff"}

Ask = Callable[[str | None, Asked], "Future[bytes]"]


def make_application(
    ask: Ask, *, body_seconds: float = BODY_SECONDS, answer_seconds: float = ANSWER_SECONDS
) -> Starlette:
    """The ASGI application in front of `ask`."""

    async def action(request: Request) -> Response:
        require_json(request)
        raw = await read_body(request, body_seconds)
        try:
            asked = receive(raw)
        except UnusableRequestError as error:
            return PlainTextResponse(str(error), 400)
        return _envelope(await _answered(ask, bearer_of(request), asked, answer_seconds))

    application = Starlette(
        routes=[Route(PATH, action, methods=["POST"])],
        middleware=[Middleware(LoopbackOnly)],
        exception_handlers={HTTPException: _transport_fault},
    )
    application.router.redirect_slashes = False
    return application


async def _answered(ask: Ask, credential: str | None, asked: Asked, seconds: float) -> bytes:
    try:
        return await asyncio.wait_for(asyncio.wrap_future(ask(credential, asked)), seconds)
    except TimeoutError:
        return unanswered(asked.request_id)
    except Exception:  # noqa: BLE001 - the outer guard of an HTTP request
        _LOG.exception("a request could not be answered")
        return unanswered(asked.request_id)


def _envelope(content: bytes) -> Response:
    return Response(content, media_type="application/json", headers=_HEADERS)


async def _transport_fault(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return PlainTextResponse("", error.status_code, headers=error.headers)
