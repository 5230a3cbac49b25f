"""Requests at the door: the conformance table of envelopes and arguments, every boundary on both sides."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mailbox_gui.broker.effects import Refused
from mailbox_gui.broker.request import UnusableRequestError, action_of, arguments_of, receive
from mailbox_gui.broker.spelling import Shape
from tests.support.wire import ANOTHER, CHANNEL, EVENT, STRANGER, raw


def read(action: str, args: object, **changes: Any) -> Shape:
    asked = receive(raw(action, args, **changes))
    return arguments_of(asked, action_of(asked))


def code_of(content: bytes) -> str:
    asked = receive(content)
    with pytest.raises(Refused) as refused:
        arguments_of(asked, action_of(asked))
    return refused.value.code.value


@pytest.mark.parametrize("request_id", ["x", "!~", "a" * 128, '{"quoted"}', "0"])
def test_usable_request_ids(request_id: str) -> None:
    assert receive(raw(requestId=request_id)).request_id == request_id


@pytest.mark.parametrize(
    "request_id", ["", " ", "a b", " a", "a\t", "a\n", "é", "a" * 129, "\x7f", 1, None, ["a"], ...]
)
def test_unusable_request_ids(request_id: object) -> None:
    with pytest.raises(UnusableRequestError):
        receive(raw(requestId=request_id))


def test_a_repeated_request_id_is_unusable() -> None:
    with pytest.raises(UnusableRequestError):
        receive(raw(requestId="a").replace(b'"requestId": "a"', b'"requestId": "a", "requestId": "a"'))


ENVELOPES: list[tuple[dict[str, Any], str]] = [
    ({"type": "broker_result"}, "invalid_request"),
    ({"type": "Broker_request"}, "invalid_request"),
    ({"type": " broker_request"}, "invalid_request"),
    ({"type": ...}, "invalid_request"),
    ({"type": None}, "invalid_request"),
    ({"protocolVersion": 2}, "unsupported_protocol_version"),
    ({"protocolVersion": 0}, "unsupported_protocol_version"),
    ({"protocolVersion": -1}, "unsupported_protocol_version"),
    ({"protocolVersion": 1.0}, "invalid_request"),
    ({"protocolVersion": "1"}, "invalid_request"),
    ({"protocolVersion": True}, "invalid_request"),
    ({"protocolVersion": ...}, "invalid_request"),
    ({"actionVersion": 2}, "unsupported_action_version"),
    ({"actionVersion": "1"}, "invalid_request"),
    ({"actionVersion": True}, "invalid_request"),
    ({"actionVersion": ...}, "invalid_request"),
    ({"protocolVersion": 2, "actionVersion": 2, "action": "sign"}, "unsupported_protocol_version"),
    ({"actionVersion": 2, "action": "sign"}, "unsupported_action_version"),
    ({"protocolVersion": 2, "more": 1}, "invalid_request"),
    ({"action": "sign"}, "unknown_action"),
    ({"action": ""}, "unknown_action"),
    ({"action": " storage.address"}, "unknown_action"),
    ({"action": "Storage.Address"}, "unknown_action"),
    ({"action": 1}, "invalid_request"),
    ({"action": ...}, "invalid_request"),
    ({"args": ...}, "invalid_request"),
    ({"args": []}, "invalid_request"),
    ({"args": "{}"}, "invalid_request"),
    ({"pubkey": STRANGER}, "invalid_request"),
    ({"replayed": True}, "invalid_request"),
]


@pytest.mark.parametrize(("changes", "code"), ENVELOPES)
def test_faults_of_the_envelope(changes: dict[str, Any], code: str) -> None:
    assert code_of(raw(**changes)) == code


def test_a_repeated_member_is_found_wherever_it_stands() -> None:
    for member in ('"type": "broker_request"', '"action": "storage.address"', '"slug": "core"'):
        content = raw().replace(member.encode(), f"{member}, {member}".encode())
        assert code_of(content) == "invalid_request"


POST = {"channelId": CHANNEL, "content": "hi"}
REPLY = POST | {"replyToEventId": EVENT}
REACTION = {"channelId": CHANNEL, "targetEventId": EVENT, "reaction": "+"}
READ = {"channelId": CHANNEL}
CREATE = {"channelId": CHANNEL, "displayName": "Bot", "systemPrompt": "Help."}
UPDATE = {"target": {"name": "Bot"}, "model": "m"}
LONGEST_SLUG = "mem/" + "/".join(["a" * 64] * 3) + "/" + "b" * 56

GOOD: list[tuple[str, dict[str, Any]]] = [
    ("message.post", POST),
    ("message.post", POST | {"content": "x" * 65_536}),
    ("message.post", POST | {"content": "é" * 32_768}),
    ("message.post", POST | {"content": " \n x"}),
    ("message.post", POST | {"content": "\x00x"}),
    ("message.post", POST | {"mentions": [STRANGER]}),
    ("message.post", POST | {"mentions": [STRANGER] * 50}),
    ("message.reply", REPLY),
    ("reaction.add", REACTION),
    ("reaction.add", REACTION | {"reaction": "🦔" * 66}),
    ("reaction.add", REACTION | {"reaction": f" {'+' * 66} "}),
    ("channel.read", READ),
    ("channel.read", READ | {"limit": 1, "mentionsOnly": True, "rootEventId": EVENT, "cursor": " "}),
    ("channel.read", READ | {"limit": 500, "mentionsOnly": False, "cursor": "~" * 256}),
    ("profile.set", {"displayName": "é" * 120}),
    ("profile.set", {"about": "漢" * 2_000}),
    ("profile.set", {"picture": "https://example.org/" + "a" * 280}),
    ("profile.set", {"picture": "http://example.org"}),
    ("storage.address", {"slug": "core"}),
    ("storage.address", {"slug": " mem/a "}),
    ("storage.address", {"slug": "mem/0-_/z"}),
    ("storage.address", {"slug": LONGEST_SLUG}),
    ("agents.create", CREATE),
    ("agents.create", CREATE | {"displayName": "x" * 120, "systemPrompt": "y" * 20_000, "runtime": "z" * 300}),
    ("agents.create", CREATE | {"respondTo": "anyone", "provider": "p", "model": "m"}),
    ("agents.update", UPDATE),
    ("agents.update", {"target": {"pubkey": STRANGER}, "respondTo": "owner-only"}),
    ("agents.delete", {"target": {"pubkey": STRANGER}}),
    ("agents.delete", {"target": {"name": " Bot "}}),
]

BAD: list[tuple[str, dict[str, Any]]] = [
    ("message.post", {}),
    ("message.post", {"content": "hi"}),
    ("message.post", {"channelId": CHANNEL}),
    ("message.post", POST | {"more": 1}),
    ("message.post", POST | {"content": ""}),
    ("message.post", POST | {"content": " \t\n\u2003"}),
    ("message.post", POST | {"content": "x" * 65_537}),
    ("message.post", POST | {"content": "é" * 32_769}),
    ("message.post", POST | {"content": 1}),
    ("message.post", POST | {"content": ["hi"]}),
    ("message.post", POST | {"mentions": []}),
    ("message.post", POST | {"mentions": [STRANGER] * 51}),
    ("message.post", POST | {"mentions": STRANGER}),
    ("message.post", POST | {"mentions": [None]}),
    ("message.post", POST | {"mentions": [STRANGER.upper()]}),
    ("message.post", POST | {"mentions": ["00" * 32]}),
    ("message.post", POST | {"mentions": [[STRANGER]]}),
    ("message.post", POST | {"mentions": {}}),
    ("message.post", POST | {"mentions": None}),
    ("message.post", POST | {"replyToEventId": EVENT}),
    ("message.post", POST | {"channelId": ""}),
    ("message.post", POST | {"channelId": CHANNEL + "0"}),
    ("message.post", POST | {"channelId": "0f9619ff-8b864d01-b42d-00cf4fc964ff"}),
    ("message.post", POST | {"channelId": "{" + CHANNEL}),
    ("message.post", POST | {"channelId": "urn:uuid:{" + CHANNEL + "}"}),
    ("message.post", POST | {"channelId": CHANNEL.replace("0", "٠")}),
    ("message.reply", POST),
    ("message.reply", REPLY | {"replyToEventId": EVENT.upper()}),
    ("message.reply", REPLY | {"replyToEventId": EVENT[:-1]}),
    ("reaction.add", REACTION | {"reaction": "🦔" * 67}),
    ("reaction.add", REACTION | {"reaction": "  "}),
    ("reaction.add", REACTION | {"reaction": ""}),
    ("channel.read", READ | {"limit": 0}),
    ("channel.read", READ | {"limit": 501}),
    ("channel.read", READ | {"limit": "1"}),
    ("channel.read", READ | {"limit": 1.0}),
    ("channel.read", READ | {"limit": True}),
    ("channel.read", READ | {"limit": 10**30}),
    ("channel.read", READ | {"mentionsOnly": "true"}),
    ("channel.read", READ | {"mentionsOnly": 1}),
    ("channel.read", READ | {"cursor": ""}),
    ("channel.read", READ | {"cursor": "~" * 257}),
    ("channel.read", READ | {"cursor": "é"}),
    ("channel.read", READ | {"cursor": "a\n"}),
    ("channel.read", READ | {"rootEventId": ""}),
    ("profile.set", {}),
    ("profile.set", {"displayName": ""}),
    ("profile.set", {"displayName": "  "}),
    ("profile.set", {"displayName": "x" * 121}),
    ("profile.set", {"about": "x" * 2_001}),
    ("profile.set", {"picture": "ftp://example.org/a"}),
    ("profile.set", {"picture": "javascript:alert(1)"}),
    ("profile.set", {"picture": "https://"}),
    ("profile.set", {"picture": "https://[half"}),
    ("profile.set", {"picture": "https://example.org/a b"}),
    ("profile.set", {"picture": "https://example.org/" + "a" * 281}),
    ("storage.address", {}),
    ("storage.address", {"slug": ""}),
    ("storage.address", {"slug": "Core"}),
    ("storage.address", {"slug": "mem/"}),
    ("storage.address", {"slug": "mem/A"}),
    ("storage.address", {"slug": "mem/-a"}),
    ("storage.address", {"slug": "mem/a//b"}),
    ("storage.address", {"slug": "mem/a/"}),
    ("storage.address", {"slug": "mem/" + "a" * 65}),
    ("storage.address", {"slug": LONGEST_SLUG + "b"}),
    ("storage.address", {"slug": "mem/a\nb"}),
    ("agents.create", CREATE | {"systemPrompt": "y" * 20_001}),
    ("agents.create", CREATE | {"runtime": "z" * 301}),
    ("agents.create", CREATE | {"runtime": ""}),
    ("agents.create", CREATE | {"respondTo": "everybody"}),
    ("agents.create", CREATE | {"respondTo": None}),
    ("agents.create", CREATE | {"pubkey": STRANGER}),
    ("agents.update", {"target": {"name": "Bot"}}),
    ("agents.update", {"model": "m"}),
    ("agents.update", UPDATE | {"channelId": CHANNEL}),
    ("agents.update", UPDATE | {"target": {}}),
    ("agents.update", UPDATE | {"target": {"name": "Bot", "pubkey": STRANGER}}),
    ("agents.update", UPDATE | {"target": "Bot"}),
    ("agents.delete", {"target": {"name": "Bot", "more": 1}}),
    ("agents.delete", {"target": {"pubkey": STRANGER.upper()}}),
    ("agents.delete", {"target": {"name": None}}),
    ("agents.delete", {"target": {"name": "Bot"}, "displayName": "x"}),
]


@pytest.mark.parametrize(("action", "args"), GOOD)
def test_good_arguments(action: str, args: dict[str, Any]) -> None:
    read(action, args)


@pytest.mark.parametrize(("action", "args"), BAD)
def test_bad_arguments(action: str, args: dict[str, Any]) -> None:
    assert code_of(raw(action, args)) == "invalid_request"


@pytest.mark.parametrize("spelled", [CHANNEL.upper(), CHANNEL.replace("-", ""), f"{{{CHANNEL}}}", f"urn:uuid:{CHANNEL}",
                                     f"  {CHANNEL}\n", f"URN:UUID:{CHANNEL.upper()}"])  # fmt: skip
def test_a_channel_is_known_by_every_spelling_of_its_id(spelled: str) -> None:
    assert read("channel.read", {"channelId": spelled}).model_dump()["channel_id"] == CHANNEL


def test_strings_are_trimmed_but_for_content_and_cursors() -> None:
    told = read("message.reply", {"channelId": f" {CHANNEL} ", "content": " hi ", "replyToEventId": f"{EVENT}\n"})
    assert told.model_dump(exclude_none=True) == {"channel_id": CHANNEL, "content": " hi ", "reply_to_event_id": EVENT}
    assert read("channel.read", READ | {"cursor": " x "}).model_dump()["cursor"] == " x "
    assert read("channel.read", READ).model_dump()["limit"] == 100


@pytest.mark.parametrize(("action", "args"), [*GOOD, *BAD])
def test_messages_hold_nothing_of_the_request(action: str, args: dict[str, Any]) -> None:
    """A text that stands anywhere in the arguments, as a value or a name, is in no message."""
    marked = json.loads(json.dumps(args)) | {"zq-marker": "zq-marker"}
    asked = receive(raw(action, marked))
    with pytest.raises(Refused) as refused:
        arguments_of(asked, action_of(asked))
    assert "zq-" not in refused.value.message
    assert STRANGER not in refused.value.message
    assert ANOTHER not in refused.value.message
