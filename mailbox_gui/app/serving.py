"""Serving the broker beside the relay: the one place where HTTP, host and relay are put together."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from nacl.signing import SigningKey

from mailbox_gui.broker.application import make_application
from mailbox_gui.broker.gate import Gate
from mailbox_gui.broker.server import USUAL_PORT, Server
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.keys.keystore import Keystore
from mailbox_gui.core.relay.loop import run_relay
from mailbox_gui.core.relay.state import Batch

__all__ = ["USUAL_PORT", "BrokerService", "run_relay_with_broker"]


class BrokerService:
    """The broker of one post office: a guest for the relay's loop, and the HTTP server in front of it.

    The window makes one, gives `gate` to the relay that it runs, starts and stops it. `wake` wakes that relay.
    """

    def __init__(self, office: PostOffice, owner: SigningKey, wake: Callable[[], None], port: int = USUAL_PORT) -> None:
        """Binds the port; the owner's key is not kept. Raises OSError where it is taken."""
        self.gate = Gate(Keystore(office.keys, Disk(), owner), wake)
        self._server = Server(make_application(self.gate.ask), port)

    @property
    def address(self) -> str:
        """What clients are told."""
        return self._server.address

    def start(self) -> None:
        """Answer from here on."""
        self._server.start()

    def stop(self) -> None:
        """Refuse what is new, answer what was begun; the relay goes on."""
        self.gate.refuse_new()
        self._server.stop()


def run_relay_with_broker(  # noqa: PLR0913 - what the relay and the server depend on, each named by the caller
    office: PostOffice,
    owner: SigningKey,
    *,
    program: str,
    port: int,
    stop: threading.Event,
    wake: threading.Event,
    publish: Callable[[Batch], None],
    say_address: Callable[[str], None],
    cache: Path | None = None,
) -> None:
    """Run the relay with the broker until `stop` is set and `wake` with it.

    `say_address` is told where, once requests are answered. Raises LockHeld, OSError.
    """
    service = BrokerService(office, owner, wake.set, port)
    began = threading.Event()

    def follow(batch: Batch) -> None:
        if batch.state.phase == "running" and not began.is_set():
            began.set()
            service.start()
            say_address(service.address)
        if batch.state.phase == "stopping":
            # What waits is still answered by the engine's last turn; the server closes behind it.
            service.gate.refuse_new()
        publish(batch)

    try:
        run_relay(
            office,
            program=program,
            stop=stop,
            wake=wake,
            publish=follow,
            cache=cache,
            guest=service.gate,
        )
    finally:
        service.stop()
