"""The broker over real sockets: what is no verdict is a transport fault, and a web page gets nowhere."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from mailbox_gui.broker.server import MOST_CONNECTIONS, Server
from mailbox_gui.broker.transport import MOST_BODY_BYTES
from mailbox_gui.core.relay.guest import Turn
from mailbox_gui.core.relay.state import utc_now
from tests.support.post_office import found
from tests.support.serving import Served, served
from tests.support.wire import envelope, raw


@pytest.fixture(scope="module")
def it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = found(tmp_path_factory.mktemp("http") / "office", clock=utc_now, limits={"messages_per_day": 1_000})
    with served(made) as one:
        yield one


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (200, {}),
        (200, {"host": "localhost"}),
        (200, {"host": "LOCALHOST:1"}),
        (200, {"host": "127.0.0.1"}),
        (200, {"host": "[::1]:4747"}),
        (200, {"content_type": "application/json; charset=utf-8"}),
        (200, {"content_type": "Application/JSON;charset=UTF-8"}),
        (200, {"authorization": None}),
        (400, {"host": None}),
        (403, {"host": ""}),
        (403, {"host": "example.org"}),
        (403, {"host": "127.0.0.1.example.org"}),
        (403, {"host": "localhost.example.org:4747"}),
        (403, {"host": "127.0.0.2"}),
        (403, {"host": "0.0.0.0"}),
        (403, {"host": "127.0.0.1:4747@example.org"}),
        (403, {"origin": "http://127.0.0.1:4747"}),
        (403, {"origin": "null"}),
        (403, {"origin": ""}),
        (415, {"content_type": None}),
        (415, {"content_type": "text/plain"}),
        (415, {"content_type": "application/json; charset=latin-1"}),
        (415, {"content_type": "application/json; charset=utf-8; x=y"}),
        (415, {"content_type": "application/jsonp"}),
        (415, {"content_type": "application/x-www-form-urlencoded"}),
        (415, {"content_encoding": "gzip"}),
    ],
)
def test_headers(it: Served, status: int, headers: dict[str, Any]) -> None:
    assert it.post(raw(), **headers)[0] == status


@pytest.mark.parametrize(
    ("status", "method", "path"),
    [
        (404, "POST", "/"), (404, "POST", "/v1/action/"), (404, "POST", "/v1/actions"), (404, "POST", "/V1/action"),
        (404, "GET", "/favicon.ico"), (404, "POST", "/openapi.json"), (405, "GET", "/v1/action"),
        (405, "PUT", "/v1/action"), (405, "DELETE", "/v1/action"), (405, "OPTIONS", "/v1/action"),
        (405, "HEAD", "/v1/action"), (200, "POST", "/v1/action?x=y"),
    ],
)  # fmt: skip
def test_routes_and_methods(it: Served, status: int, method: str, path: str) -> None:
    assert it.post(raw(), method, path)[0] == status


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"host: 127.0.0.1\r\nhost: 127.0.0.1\r\n", b"400"),
        (b"", b"400"),
        (b"host: 127.0.0.1\r\norigin: http://a\r\norigin: http://b\r\n", b"403"),
    ],
)
def test_hosts_that_are_none_or_two(it: Served, line: bytes, status: bytes) -> None:
    head = b"POST /v1/action HTTP/1.1\r\n" + line + b"content-type: application/json\r\nconnection: close\r\n"
    body = raw()
    answer = it.exchange(head + b"content-length: %d\r\n\r\n" % len(body) + body)
    assert answer.split(b" ")[1] == status


def test_old_http_without_a_host_is_refused(it: Served) -> None:
    assert it.exchange(b"POST /v1/action HTTP/1.0\r\n\r\n").split(b" ")[1] == b"400"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"requestId": ""}', raw(requestId=...), raw(requestId="a b"), b'{"requestId": "\xff"}']
)
def test_without_a_request_id_there_is_no_envelope(it: Served, body: bytes) -> None:
    assert it.post(body)[0] == 400
    # Also for who has no credential: there would be nothing to answer to.
    assert it.post(body, authorization=None)[0] == 400


def test_the_largest_body(it: Served) -> None:
    body = raw()
    whole = body + b" " * (MOST_BODY_BYTES - len(body))
    assert it.post(whole)[0] == 200
    # One byte more is refused by its length alone: nothing of it is read.
    head = b"POST /v1/action HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    assert it.exchange(head + b"content-length: %d\r\n\r\n" % (MOST_BODY_BYTES + 1)).split(b" ")[1] == b"413"


def test_a_chunked_body_is_read_and_capped_like_any_other(it: Served) -> None:
    head = (
        b"POST /v1/action HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nconnection: close\r\n"
        b"transfer-encoding: chunked\r\nauthorization: Bearer " + it.secret.encode() + b"\r\n\r\n"
    )
    body = raw()
    parts = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:10], body[10:])) + b"0\r\n\r\n"
    assert b'"status":"succeeded"' in it.exchange(head + parts)
    large = b"".join(b"10000\r\n" + b" " * 65_536 + b"\r\n" for _ in range(9)) + b"0\r\n\r\n"
    # The server does not read to the end, which is the point, and may be gone before its answer is read.
    with suppress(ConnectionResetError, BrokenPipeError):
        assert it.exchange(head + large).split(b" ")[1] == b"413"


@pytest.mark.parametrize("authorization", [None, "", "Bearer", "Bearer ", "Basic abc", "bearer wrong", "Bearer a b"])
def test_a_refused_credential_is_a_verdict(it: Served, authorization: str | None) -> None:
    answer = it.answer(raw(), authorization=authorization)
    assert answer["error"]["code"] == "unauthenticated"
    assert list(answer) == ["type", "protocolVersion", "requestId", "status", "error"]


def test_the_scheme_is_known_in_any_case(it: Served) -> None:
    assert it.answer(raw(), authorization=f"BEARER {it.secret}")["status"] == "succeeded"


def test_both_loopbacks_answer_and_nothing_else_is_bound(it: Served) -> None:
    hosts = ["127.0.0.1"] + (["::1"] if len(it.server._sockets) == 2 else [])
    for host in hosts:
        with socket.create_connection((host, it.port), timeout=60):
            pass
    assert {bound.getsockname()[0] for bound in it.server._sockets} <= {"127.0.0.1", "::1"}
    with pytest.raises(OSError, match="in use"):
        Server(lambda *_: None, it.port)  # type: ignore[arg-type]


def test_duplicates_at_once_run_once(it: Served) -> None:
    body = raw("message.post", {"channelId": it.channel.id, "content": "only once"})
    with ThreadPoolExecutor(8) as threads:
        answers = [json.loads(content) for _, content in threads.map(lambda _: it.post(body), range(16))]
    assert len({answer["outcome"]["eventId"] for answer in answers}) == 1
    assert sorted(answer.get("replayed", False) for answer in answers) == [False] + [True] * 15


def test_a_kept_alive_connection_and_its_headers(it: Served) -> None:
    body = raw()
    request = (
        b"POST /v1/action HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        b"authorization: Bearer " + it.secret.encode() + b"\r\n"
        b"%scontent-length: " + str(len(body)).encode() + b"\r\n\r\n"
    )
    answer = it.exchange(request % b"" + body + request % b"connection: close\r\n" + body)
    assert answer.count(b"HTTP/1.1 200 OK") == 2
    assert b"cache-control: no-store" in answer
    assert b"server:" not in answer.lower()


def test_slow_heads_and_bodies_are_cut_off(tmp_path: Path) -> None:
    made = found(tmp_path / "office", clock=utc_now)
    with served(made, head_seconds=0.2, body_seconds=0.2) as slow:
        head = b"POST /v1/action HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        for begun in (b"", b"POST /v1", head):
            assert slow.exchange(begun).split(b" ")[1] == b"408"
        assert slow.exchange(head + b"content-length: 10\r\n\r\n{").split(b" ")[1] == b"408"
        # A second head on a kept connection is not waited for any longer than the first.
        body = raw()
        whole = head + b"content-length: %d\r\n\r\n" % len(body) + body
        answer = slow.exchange(whole + b"POST /v1")
        assert (answer.count(b"HTTP/1.1 200 "), answer.count(b"HTTP/1.1 408 ")) == (1, 1)


def test_more_connections_than_allowed_are_turned_away(it: Served) -> None:
    with ExitStack() as held:
        for _ in range(MOST_CONNECTIONS):
            held.enter_context(socket.create_connection(("127.0.0.1", it.port), timeout=60))
        assert it.post(raw())[0] == 503


def test_nothing_private_gets_into_the_log(it: Served, caplog: pytest.LogCaptureFixture) -> None:
    private = "very-private-words"
    with caplog.at_level(logging.DEBUG):
        it.post(raw("message.post", {"channelId": it.channel.id, "content": private}))
        it.post(raw("message.post", {"channelId": it.channel.id, "content": private, private: private}))
        it.post(json.dumps(envelope(requestId="a b", more=private)).encode())
        it.post(raw(), origin=f"http://{private}")
        it.post(raw(), host=private)
    for word in (private, it.secret, it.channel.members["builder"]):
        assert word not in caplog.text


def test_a_host_that_does_not_come_to_it_promises_nothing(tmp_path: Path) -> None:
    with served(found(tmp_path / "office", clock=utc_now), answer_seconds=0.1) as other:
        # Requests go where the engine does not look.
        other.gate._wake, other.gate._jobs = (lambda: None), SimpleQueue()
        other.gate.turn = lambda engine: Turn()  # type: ignore[method-assign]
        answer = other.answer(raw())
    assert (answer["status"], answer["error"]["code"]) == ("indeterminate", "outcome_unknown")
