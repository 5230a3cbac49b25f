"""The HTTP server of the broker, on a thread of its own: loopback sockets, slow heads cut off."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from typing import Any, Final

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from mailbox_gui.broker.application import PATH

USUAL_PORT: Final = 4747
HEAD_SECONDS: Final = 10.0
MOST_CONNECTIONS: Final = 128
_MOST_HEAD_BYTES: Final = 16 * 1024
_TRIES: Final = 20
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class PatientProtocol(H11Protocol):
    """HTTP/1.1 with a time-out for the head of each request, which the server itself has not."""

    head_seconds = HEAD_SECONDS
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """The first head is awaited from here on."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """A head has come, or a part of the next one."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._timer is None and data:
            self._await_head()

    def on_response_complete(self) -> None:
        """Bytes of the next head may be here already."""
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
            self.transport.close()


class Server:
    """Bound at once, serving from `start` to `stop`. `port` is the real one, also where 0 was asked for."""

    def __init__(
        self, application: ASGIApp, port: int = USUAL_PORT, protocol: type[H11Protocol] = PatientProtocol
    ) -> None:
        """Raises OSError where the port is taken."""
        self._sockets = _bind(port)
        self.port: int = self._sockets[0].getsockname()[1]
        settings = uvicorn.Config(
            application,
            http=protocol,
            ws="none",
            lifespan="off",
            loop="asyncio",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        )
        self._server = uvicorn.Server(settings)
        self._thread = threading.Thread(target=self._run, name="broker-http", daemon=True)

    @property
    def address(self) -> str:
        """What clients are told."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    def start(self) -> None:
        """Serve on a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Take no more, let what is being answered end, and wait for it."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join()
        for bound in self._sockets:
            bound.close()

    def _run(self) -> None:
        self._server.run(sockets=self._sockets)


def _bind(port: int) -> list[socket.socket]:
    """Listening sockets on 127.0.0.1 and, where the machine has it, on ::1, of one port."""
    for _ in range(_TRIES):
        first = _listen(socket.AF_INET, "127.0.0.1", port)
        try:
            return [first, _listen(socket.AF_INET6, "::1", first.getsockname()[1])]
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                # No IPv6 here.
                return [first]
            first.close()
            if port:
                raise
    raise OSError(errno.EADDRINUSE, "no port is free on both 127.0.0.1 and ::1")


def _listen(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    # The protocol is named: asyncio turns Nagle's delay off only then, and a kept-alive request takes 0.4 ms, not 44.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family is socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((host, port))
        bound.listen(128)
    except BaseException:
        bound.close()
        raise
    return bound
