"""Posts and reads over one kept-alive connection, against a bare route on the same settings and a bare append."""

from __future__ import annotations

import http.client
import itertools
import json
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from nacl.signing import SigningKey
from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from benchmarks.post_office import found
from benchmarks.rounds import Goal, report
from mailbox_gui.broker.application import PATH, make_application
from mailbox_gui.broker.client import FrozenRequest
from mailbox_gui.broker.gate import Gate
from mailbox_gui.broker.server import Server
from mailbox_gui.core.acts.opening_channels import new_channel, new_credential
from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.documents import (
    CHANNEL_CREATE,
    CREDENTIAL_ISSUE,
    channel_arguments,
    credential_arguments,
)
from mailbox_gui.core.channels.values import OPERATIONS
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Request
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.keys.keystore import Keystore
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.relay.desk import Desk
from mailbox_gui.core.relay.loop import run_relay
from mailbox_gui.core.relay.state import Batch, utc_now

ROUNDS = 5
REQUESTS = 200
BODY = "All 412 tests pass. Two things to check, both in the importer. " * 4


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print what a read costs in bare routes, and what a post costs in a bare append and such a route."""
    office = found(folder)
    owner = OwnerKey.load(office.keys).unlock(None)
    desk = Desk(office, program="benchmark", cache=folder.parent / "scanner")
    keystore = Keystore(office.keys, Disk(), owner)
    channel = new_channel(keystore, ChannelBook(), "bench", ["builder"])
    desk.act(owner, CHANNEL_CREATE, channel_arguments(channel))
    secret, credential = new_credential("builder", channel.id, OPERATIONS, utc_now() + timedelta(days=1))
    desk.act(owner, CREDENTIAL_ISSUE, credential_arguments(credential))

    post: dict[str, object] = {"channelId": channel.id, "content": BODY}
    read: dict[str, object] = {"channelId": channel.id, "limit": 10}
    bodies = (f"{number}: {BODY}" for number in itertools.count())
    reads: list[float] = []
    posts: list[float] = []
    with _served(office, owner, scanner) as port, _bare_server() as bare_port, _bare_journal(folder) as append:
        ask, bare = _asking(port, secret), _asking(bare_port, secret)
        for number in range(20):
            ask("message.post", post)
            append(number)
        for _ in range(ROUNDS):
            # The parts of one round stand close together, so that whatever else the machine does falls on all.
            route = _median(lambda: bare("channel.read", read))
            reads.append(_median(lambda: ask("channel.read", read)) / route)
            line = _median(lambda: append(0))
            posts.append(_median(lambda: ask("message.post", post | {"content": next(bodies)})) / (line + route))
            print(f"  route {route * 1e3:.2f} ms, append {line * 1e3:.2f} ms", end="")
            print(f", read {reads[-1] * route * 1e3:.2f} ms, post {posts[-1] * (line + route) * 1e3:.2f} ms")
    report("a read of 10 events / a bare route", reads, Goal(at_most=3.0))
    report("a post / (a bare append and a bare route)", posts, Goal(at_most=2.0))


def _median(act: Callable[[], object]) -> float:
    spans: list[float] = []
    for _ in range(REQUESTS):
        began = time.perf_counter()
        act()
        spans.append(time.perf_counter() - began)
    return statistics.median(spans)


def _asking(port: int, secret: str) -> Callable[[str, dict[str, object]], bytes]:
    """One kept-alive connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}

    def ask(action: str, args: dict[str, object]) -> bytes:
        connection.request("POST", PATH, FrozenRequest.of(action, args).content, headers)
        answer = connection.getresponse().read()
        if b'"status":"succeeded"' not in answer:
            raise SystemExit(f"it did not succeed: {answer!r}")
        return answer

    return ask


@contextmanager
def _served(office: PostOffice, owner: SigningKey, scanner: SecretScanner) -> Iterator[int]:
    """Relay and broker as they are served, in this process."""
    stop, wake, runs = threading.Event(), threading.Event(), threading.Event()
    gate = Gate(Keystore(office.keys, Disk(), owner), wake.set)
    server = Server(make_application(gate.ask), 0)

    def follow(batch: Batch) -> None:
        if batch.state.phase == "running":
            runs.set()

    def relay() -> None:
        run_relay(office, program="benchmark", stop=stop, wake=wake, publish=follow, scanner=scanner, guest=gate)

    thread = threading.Thread(target=relay)
    thread.start()
    runs.wait(60)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()
        stop.set()
        wake.set()
        thread.join()


@contextmanager
def _bare_server() -> Iterator[int]:
    """A route that reads the body and answers something, on the same settings."""
    answer = json.dumps({"type": "broker_result", "status": "succeeded"}, separators=(",", ":")).encode()

    async def action(request: HttpRequest) -> Response:
        await request.body()
        return Response(answer, media_type="application/json")

    server = Server(Starlette(routes=[Route(PATH, action, methods=["POST"])]), 0)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()


@contextmanager
def _bare_journal(folder: Path) -> Iterator[Callable[[int], object]]:
    """Appends of a line as long as a post's, each written and synced, and nothing else."""
    journal = Journal.open(folder / "bare-journal", Disk(), SigningKey.generate(), utc_now)
    digits = "0" * 64
    event = {"id": digits, "pubkey": digits, "created_at": 0, "kind": 9, "tags": [], "content": BODY, "sig": digits * 2}
    record = Request(digits, "0" * 36, digits, "builder", {"status": "succeeded"}, {"event": event})
    try:
        yield lambda _: journal.append([record])
    finally:
        journal.close()
