"""The host: who asks, in which order a request is refused, and that what was answered once is never run again."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from mailbox_gui.core.channels.values import USUAL_OPERATIONS
from tests.support.broker import Brokered, lines
from tests.support.post_office import TestOffice
from tests.support.scanner import MARKER
from tests.support.wire import CHANNEL, EVENT, raw


def error_of(answer: dict[str, Any]) -> str:
    return str(answer["error"]["code"])


def test_no_wrong_revoked_and_expired_credentials_look_alike(brokered: Brokered) -> None:
    channel = brokered.channel("builder", "hub")
    secret, fingerprint = brokered.credential("builder", channel)
    short, _ = brokered.credential("builder", channel, hours=1)
    assert brokered.ask(secret, "storage.address")["status"] == "succeeded"
    assert brokered.ask(short, "storage.address")["status"] == "succeeded"
    brokered.clock.move(hours=1)
    brokered.revoke(fingerprint)
    answers = [
        brokered.ask(which, "storage.address", requestId="same")
        for which in (None, "", "amb_nothing", secret, short, secret.upper(), f"{secret} ", secret[:-1])
    ]
    assert {json.dumps(answer) for answer in answers} == {json.dumps(answers[0])}
    assert error_of(answers[0]) == "unauthenticated"


def test_a_credential_of_an_agent_that_left_opens_nothing_also_when_it_comes_back(brokered: Brokered) -> None:
    secret, _ = brokered.credential("builder", brokered.channel("builder"))
    brokered.act("agent-remove", {"name": "builder"})
    assert error_of(brokered.ask(secret, "storage.address")) == "unauthenticated"
    brokered.act("agent-add", {"name": "builder"})
    assert error_of(brokered.ask(secret, "storage.address")) == "unauthenticated"


def test_the_order_in_which_a_request_is_refused(brokered: Brokered) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel, ["storage.address", "message.post"])
    bad = {"channelId": CHANNEL, "content": None}
    table: list[tuple[str | None, str, dict[str, Any], dict[str, Any], str]] = [
        (None, "sign", {}, {"type": "x"}, "unauthenticated"),
        (secret, "sign", {}, {"type": "x", "protocolVersion": 2}, "invalid_request"),
        (secret, "sign", {}, {"protocolVersion": 2, "actionVersion": 2}, "unsupported_protocol_version"),
        (secret, "sign", {}, {"actionVersion": 2}, "unsupported_action_version"),
        (secret, "sign", {}, {}, "unknown_action"),
        (secret, "channel.read", bad, {}, "unauthorized"),
        (secret, "message.post", bad, {}, "invalid_request"),
        (secret, "message.post", {"channelId": CHANNEL, "content": MARKER}, {}, "unauthorized"),
        (secret, "message.post", {"channelId": channel.id, "content": MARKER}, {}, "action_failed"),
    ]
    for given, action, args, changes, code in table:
        assert error_of(brokered.ask(given, action, args, **changes)) == code, (action, args, changes)


def test_another_channel_looks_like_none(brokered: Brokered) -> None:
    mine, other = brokered.channel("builder"), brokered.channel("builder", "site", name="other")
    secret, _ = brokered.credential("builder", mine)
    answers = [
        brokered.ask(secret, "channel.read", {"channelId": which}, requestId=f"r{number}")
        for number, which in enumerate((other.id, CHANNEL))
    ]
    assert [answer["error"] for answer in answers] == [answers[0]["error"]] * 2
    assert error_of(answers[0]) == "unauthorized"


def test_only_what_the_credential_allows(brokered: Brokered) -> None:
    channel = brokered.channel("builder")
    for operation in ("message.post", "agents.create"):
        secret, _ = brokered.credential("builder", channel, [operation])
        allowed = {
            name
            for name in (*USUAL_OPERATIONS, "agents.create", "agents.update", "agents.delete")
            if error_of(brokered.ask(secret, name, {})) != "unauthorized"
        }
        assert allowed == {operation}


@pytest.mark.parametrize(
    ("action", "args"),
    [
        ("message.post", {"content": "hello"}),
        ("channel.read", {}),
        ("storage.address", None),
        ("profile.set", None),
        ("reaction.add", {"targetEventId": EVENT, "reaction": "+"}),
        ("message.post", {"content": MARKER}),
        ("message.post", {"content": ""}),
        ("sign", {}),
        ("agents.create", {"displayName": "Bot", "systemPrompt": "Help."}),
    ],
)
@pytest.mark.parametrize("between", ["at once", "written", "next life"])
def test_the_same_bytes_get_the_same_answer_and_run_once(
    made: TestOffice, action: str, args: dict[str, Any] | None, between: str
) -> None:
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder", "hub")
        secret, _ = brokered.credential("builder", channel)
        brokered.outcome(secret, "message.post", channelId=channel.id, content="before")
        arguments = {"displayName": "B"} if args is None and action == "profile.set" else args
        if arguments is not None and action not in ("profile.set", "sign"):
            arguments = {"channelId": channel.id, **arguments}
        content = raw(action, arguments)
        first = again = brokered.send(secret, content)
        if between == "written":
            brokered.host.write_kept(now=True)
        if between != "next life":
            # What was said meanwhile is on no page that was shown before.
            brokered.outcome(secret, "message.post", channelId=channel.id, content="meanwhile")
            again = brokered.send(secret, content)
    if between == "next life":
        with brokered.living():
            again = brokered.send(secret, content)
    assert again == first[:-1] + b',"replayed":true}'
    request_id = json.loads(content)["requestId"]
    assert len([line for line in lines(made, "request") if line["requestId"] == request_id]) == 1


def test_other_bytes_under_the_same_id_are_a_conflict_for_this_principal_alone(brokered: Brokered) -> None:
    channel = brokered.channel("builder", "site")
    secret, _ = brokered.credential("builder", channel)
    second, _ = brokered.credential("builder", channel)
    other, _ = brokered.credential("site", channel)
    assert brokered.ask(secret, "storage.address", {"slug": "core"}, requestId="one")["status"] == "succeeded"
    for given in (secret, second):
        answer = brokered.ask(given, "storage.address", {"slug": "mem/a"}, requestId="one")
        assert error_of(answer) == "request_id_conflict"
        assert error_of(brokered.ask(given, "sign", {}, requestId="one", type="x")) == "request_id_conflict"
    assert brokered.ask(other, "storage.address", {"slug": "mem/a"}, requestId="one")["status"] == "succeeded"


def test_a_recorded_verdict_outlives_the_credential_that_asked(brokered: Brokered) -> None:
    channel = brokered.channel("builder")
    secret, fingerprint = brokered.credential("builder", channel)
    content = raw("message.post", {"channelId": channel.id, "content": "once"})
    first = brokered.send(secret, content)
    brokered.revoke(fingerprint)
    assert error_of(json.loads(brokered.send(secret, content))) == "unauthenticated"
    fresh, _ = brokered.credential("builder", channel, ["storage.address"])
    assert brokered.send(fresh, content) == first[:-1] + b',"replayed":true}'


def test_unauthenticated_is_not_recorded(brokered: Brokered, made: TestOffice) -> None:
    channel = brokered.channel("builder")
    content = raw("message.post", {"channelId": channel.id, "content": "hello"})
    assert error_of(json.loads(brokered.send("amb_wrong", content))) == "unauthenticated"
    secret, _ = brokered.credential("builder", channel)
    assert json.loads(brokered.send(secret, content))["status"] == "succeeded"


def test_effect_and_verdict_are_one_line(brokered: Brokered, made: TestOffice) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    height = brokered.engine.journal.height
    outcome = brokered.outcome(secret, "message.post", channelId=channel.id, content="hello ёж")
    assert brokered.engine.journal.height == height + 1
    line = lines(made)[-1]
    assert list(line)[2:-1] == ["type", "principal", "requestId", "digest", "agent", "verdict", "effect"]
    assert line["verdict"] == {"status": "succeeded", "action": "message.post", "outcome": outcome}
    assert line["effect"]["event"]["content"] == "hello ёж"
    assert line["principal"] == channel.members["builder"]


def test_a_reads_line_holds_no_events(brokered: Brokered, made: TestOffice) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    brokered.outcome(secret, "message.post", channelId=channel.id, content="once and only here")
    brokered.outcome(secret, "channel.read", channelId=channel.id)
    brokered.host.write_kept(now=True)
    assert "only here" not in json.dumps(lines(made)[-1])


def test_a_fault_of_the_hosts_own_promises_nothing_and_says_nothing(
    brokered: Brokered, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    content = raw("message.post", {"channelId": channel.id, "content": "very private"})
    with monkeypatch.context() as broken, caplog.at_level(logging.DEBUG):
        broken.setattr("mailbox_gui.broker.scene.Scene.sign", lambda *_: 1 / 0)
        answer = json.loads(brokered.send(secret, content))
    assert (answer["status"], error_of(answer)) == ("indeterminate", "internal")
    for private in ("very private", secret, channel.members["builder"]):
        assert private not in caplog.text
        assert private not in json.dumps(answer)
    caplog.clear()
    assert json.loads(brokered.send(secret, content))["status"] == "succeeded"
