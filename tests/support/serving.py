"""The broker as it is served: a relay on its thread, HTTP on another, a channel and a credential; no test sleeps."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mailbox_gui.broker.application import PATH, make_application
from mailbox_gui.broker.gate import Gate
from mailbox_gui.broker.server import PatientProtocol, Server
from mailbox_gui.core.channels.values import OPERATIONS, Channel
from mailbox_gui.core.keys.keystore import Keystore
from mailbox_gui.core.relay.loop import run_relay
from mailbox_gui.core.relay.state import utc_now
from tests.support.broker import Brokered
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice
from tests.support.running import RunningRelay
from tests.support.scanner import MarkerScanner

_PATIENCE = 60.0


class Served:
    """One served post office. `secret` is builder's in `channel`."""

    def __init__(self, made: TestOffice, secret: str, channel: Channel) -> None:
        self.made = made
        self.secret = secret
        self.channel = channel
        self.server: Server
        self.gate: Gate

    @property
    def port(self) -> int:
        return self.server.port

    def exchange(self, content: bytes, host: str = "127.0.0.1") -> bytes:
        """Raw bytes in, everything that comes back until the server closes."""
        with socket.create_connection((host, self.port), timeout=_PATIENCE) as connection:
            connection.sendall(content)
            parts = []
            while part := connection.recv(65_536):
                parts.append(part)
        return b"".join(parts)

    def post(self, body: bytes, method: str = "POST", path: str = PATH, **headers: str | None) -> tuple[int, bytes]:
        """Status and body; `headers` replace the usual ones, None takes one away, `_` stands for `-`."""
        usual: dict[str, str | None] = {
            "host": f"127.0.0.1:{self.port}",
            "content-type": "application/json",
            "authorization": f"Bearer {self.secret}",
        }
        for name, value in headers.items():
            usual[name.replace("_", "-")] = value
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in usual.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.putheader("content-length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def answer(self, body: bytes, **headers: Any) -> dict[str, Any]:
        status, content = self.post(body, **headers)
        assert status == 200, (status, content)
        found: dict[str, Any] = json.loads(content)
        return found


@contextmanager
def served(
    made: TestOffice,
    members: Sequence[str] = ("builder", "hub"),
    *,
    head_seconds: float = 30.0,
    body_seconds: float = 30.0,
    answer_seconds: float = 60.0,
) -> Iterator[Served]:
    """Serve `made` until the block ends."""
    brokered = Brokered(made, clock=SetClock(utc_now()))
    with brokered.living():
        channel = brokered.channel(*members)
        secret, _ = brokered.credential(members[0], channel, OPERATIONS)
    it = Served(made, secret, channel)
    with serving(it, head_seconds=head_seconds, body_seconds=body_seconds, answer_seconds=answer_seconds):
        yield it


@contextmanager
def serving(
    it: Served, *, head_seconds: float = 30.0, body_seconds: float = 30.0, answer_seconds: float = 60.0
) -> Iterator[None]:
    """One run of relay and server."""
    relay = RunningRelay()

    class Protocol(PatientProtocol):
        """In a hurry where a test is."""

    Protocol.head_seconds = head_seconds
    it.gate = Gate(Keystore(it.made.office.keys, WatchedDisk(), it.made.key), relay.wake.set)
    application = make_application(it.gate.ask, body_seconds=body_seconds, answer_seconds=answer_seconds)
    it.server = Server(application, 0, Protocol)

    def run() -> None:
        run_relay(
            it.made.office,
            program="test",
            stop=relay.stop,
            wake=relay.wake,
            publish=relay.publish,
            disk=WatchedDisk(),
            scanner=MarkerScanner(),
            guest=it.gate,
        )

    thread = threading.Thread(target=run, name="test-relay")
    thread.start()
    it.server.start()
    try:
        relay.until(lambda found: found.state.phase == "running")
        yield
    finally:
        relay.stop.set()
        relay.wake.set()
        it.gate.refuse_new()
        thread.join(_PATIENCE)
        it.server.stop()
        assert not thread.is_alive()
