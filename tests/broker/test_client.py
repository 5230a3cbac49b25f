"""The client: one file without dependencies, the same bytes at every try, and no answer taken that does not fit."""

from __future__ import annotations

import ast
import http.server
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.broker import client as module
from mailbox_gui.broker.client import Client, FrozenRequest, NoAnswer, Refused
from mailbox_gui.core.relay.state import utc_now
from tests.support import bip340
from tests.support.post_office import found
from tests.support.serving import served, serving

Answer = Callable[[dict[str, Any]], bytes | None]


@contextmanager
def fake_host(answers: list[Answer]) -> Iterator[tuple[Client, list[bytes]]]:
    """A host that gives these answers, one a request (None: it hangs up); what it received."""
    received: list[bytes] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            answer = answers[len(received)](json.loads(body))
            received.append(body)
            if answer is None:
                self.close_connection = True
                return
            self.send_response(200 if answer else 503)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    host.daemon_threads = True
    thread = threading.Thread(target=host.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    address = f"http://127.0.0.1:{host.server_address[1]}/v1/action"
    one = Client(address, "amb_fake", attempts=len(answers), sleep=lambda _: None)
    try:
        yield one, received
    finally:
        one.close()
        host.shutdown()
        thread.join()
        host.server_close()


def fit(request: dict[str, Any], **changes: Any) -> bytes:
    answer = {
        "type": "broker_result", "protocolVersion": 1, "requestId": request["requestId"], "status": "succeeded",
        "action": request["action"], "outcome": {"kind": 30174},
    } | changes  # fmt: skip
    return json.dumps({name: value for name, value in answer.items() if value is not ...}).encode()


def error(request: dict[str, Any], status: str, code: str, **changes: Any) -> bytes:
    said = {"status": status, "action": ..., "outcome": ..., "error": {"code": code, "message": "why"}} | changes
    return fit(request, **said)


UNFIT: list[Answer] = [
    lambda _: None,
    lambda _: b"",
    lambda _: b"{",
    lambda _: b"[]",
    lambda it: fit(it) + b"x",
    lambda it: fit(it, requestId="another"),
    lambda it: fit(it, type="broker_request"),
    lambda it: fit(it, protocolVersion=2),
    lambda it: fit(it, protocolVersion=True),
    lambda it: fit(it, status="done"),
    lambda it: fit(it, action="message.post"),
    lambda it: fit(it, outcome=...),
    lambda it: fit(it, outcome=None),
    lambda it: fit(it, outcome=[]),
    lambda it: fit(it, more=1),
    lambda it: fit(it, replayed=False),
    lambda it: fit(it, error={"code": "internal", "message": ""}),
    lambda it: fit(it).replace(b'"status"', b'"status": "failed", "status"'),
    lambda it: fit(it).replace(b"30174", b"NaN"),
    lambda it: error(it, "failed", "outcome_unknown"),
    lambda it: error(it, "failed", "no_such_code"),
    lambda it: error(it, "failed", "internal", error={"code": "internal"}),
    lambda it: error(it, "failed", "internal", action=it["action"]),
    lambda it: error(it, "indeterminate", "action_failed"),
]


@pytest.mark.parametrize("unfit", UNFIT)
def test_an_unfit_answer_is_none_and_the_same_bytes_are_sent_again(unfit: Answer) -> None:
    with fake_host([unfit, fit]) as (client, received):
        assert client.call("storage.address", slug="core") == {"kind": 30174}
    assert len(received) == 2
    assert received[0] == received[1]


def test_indeterminate_is_asked_again_and_replayed_is_an_answer() -> None:
    for code in ("internal", "outcome_unknown"):
        with fake_host([lambda it, code=code: error(it, "indeterminate", code), lambda it: fit(it, replayed=True)]) as (  # type: ignore[misc]
            client,
            received,
        ):
            assert client.call("storage.address", slug="core") == {"kind": 30174}
            assert received[0] == received[1]


def test_a_failure_is_final() -> None:
    with fake_host([lambda it: error(it, "failed", "unauthorized"), fit]) as (client, received):
        with pytest.raises(Refused) as refused:
            client.call("storage.address", slug="core")
        assert (refused.value.code, len(received)) == ("unauthorized", 1)


def test_without_a_verdict_it_says_so() -> None:
    with fake_host([lambda _: None] * 3) as (client, received), pytest.raises(NoAnswer):
        client.call("storage.address", slug="core")
    assert len(set(received)) == 1


def test_what_is_left_out_is_left_out() -> None:
    request = json.loads(FrozenRequest.of("channel.read", {"channelId": "x", "cursor": None}).content)
    assert request["args"] == {"channelId": "x"}


@pytest.mark.parametrize("address", ["https://127.0.0.1/v1/action", "http://example.org/v1/action", "127.0.0.1:4747"])
def test_only_this_machine_is_reached(address: str) -> None:
    with pytest.raises(ValueError, match="this machine"):
        Client(address, "amb_fake")


def test_it_needs_nothing_but_the_standard_library() -> None:
    assert module.__file__
    tree = ast.parse(Path(module.__file__).read_text())
    wanted = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    wanted |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in wanted} <= sys.stdlib_module_names


def test_a_conversation_over_a_restart(tmp_path: Path) -> None:
    made = found(tmp_path / "office", clock=utc_now)
    with served(made) as it:
        client = Client(it.server.address, it.secret, verify=bip340.event_holds)
        frozen = FrozenRequest.of("message.post", {"channelId": it.channel.id, "content": "hello ёж"})
        first = client.send(frozen)
        page, cursor = client.read(it.channel.id)
        assert [event["id"] for event in page] == [first["eventId"]]
        assert cursor is None
        doubting = Client(it.server.address, it.secret, verify=lambda _: False, attempts=2, sleep=lambda _: None)
        with pytest.raises(NoAnswer):
            doubting.read(it.channel.id)
        doubting.close()
        client.close()
    with serving(it):
        client = Client(it.server.address, it.secret, verify=bip340.event_holds)
        assert client.send(frozen) == first
        assert [event["content"] for event in client.read(it.channel.id)[0]] == ["hello ёж"]
        client.close()


def test_the_example_in_the_documentation_runs_as_it_stands(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "broker.md").read_text()
    example = text.split("```python\n")[1].split("```")[0]
    assert example.count("\n") <= 20
    made = found(tmp_path / "office", clock=utc_now)
    with served(made) as it:
        other = Client(it.server.address, it.secret)
        other.call("message.post", channelId=it.channel.id, content="Who reviews the importer?")
        environment = {"BROKER": it.server.address, "TOKEN": it.secret, "CHANNEL": it.channel.id}
        with pytest.MonkeyPatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            exec(compile(example, "docs/broker.md", "exec"), {"__name__": "example"})
        said = [event["content"] for event in other.read(it.channel.id)[0]]
        other.close()
    assert said == ["Who reviews the importer?", "I do. Report by noon."]
