"""Posts and replies: the checks of mail, the shared daily limit, and the mail that mentions become."""

from __future__ import annotations

from typing import Any

import pytest

from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.proof.whole import prove_post_office
from mailbox_gui.core.read_models.quotas import quota
from tests.support.broker import Brokered, lines
from tests.support.post_office import TestOffice, found
from tests.support.scanner import MARKER
from tests.support.wire import ANOTHER, EVENT, STRANGER


def wrong(made: TestOffice) -> list[str]:
    told: list[str] = []
    prove_post_office(made.office, made.rules, lambda finding: told.append(str(finding)))
    return told


def test_a_mention_becomes_mail_for_who_has_a_mailbox(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder", "hub")
        secret, _ = brokered.credential("builder", channel)
        hub = channel.members["hub"]
        mentions = [hub, STRANGER, hub, channel.owner]
        told = brokered.outcome(secret, "message.post", channelId=channel.id, content="Look.\n", mentions=mentions)
        event = brokered.outcome(secret, "channel.read", channelId=channel.id)["messages"][0]
        assert event["tags"] == [["h", channel.id], ["p", hub], ["p", STRANGER], ["p", channel.owner]]
    for who in ("hub", OWNER):
        (name,) = made.files(who, "inbox")
        header, body = (made.box(who, "inbox") / name).read_text().split("---\n")[1:]
        fields = dict(line.split(": ", 1) for line in header.splitlines())
        assert body == "Look.\n"
        assert fields == {
            "from": "builder", "to": who, "kind": "note", "topic": "release", "requires": "none",
            "created": fields["created"], "x-event": told["eventId"],
        }  # fmt: skip
    copies = lines(made, "accepted")
    assert [copy["header"]["to"] for copy in copies] == ["hub", OWNER]
    assert {copy["signer"]["session"] for copy in copies} == {channel.members["builder"]}
    assert wrong(made) == []


def test_a_copy_counts_as_signed_where_a_signature_is_required(tmp_path: Any) -> None:
    agents = {"hub": {}, "builder": {"signature": "required"}}
    made = found(tmp_path / "office", agents=("builder",))
    made.set_rules(agents=agents)
    with Brokered(made).living() as brokered:
        channel = brokered.channel("builder", "hub")
        secret, _ = brokered.credential("builder", channel)
        brokered.outcome(secret, "message.post", channelId=channel.id, content="x", mentions=[channel.members["hub"]])
    assert len(made.files("hub", "inbox")) == 1


@pytest.mark.parametrize(
    ("mention", "content", "words"),
    [
        ("site", "hello", "route: builder → site is not in the routes table"),
        ("builder", "hello", "recipient: a message cannot mention its own author"),
        ("hub", "x" * 16_300, "limits: 16,"),
        ("hub", "hel\x00lo", "header: a mention becomes mail, and the body holds a NUL"),
    ],
)
def test_a_mention_that_may_not_be_delivered_refuses_all(
    made: TestOffice, mention: str, content: str, words: str
) -> None:
    with Brokered(made).living() as brokered:
        channel = brokered.channel("builder", "site", "hub")
        secret, _ = brokered.credential("builder", channel)
        mentions = [channel.members["hub"], channel.members[mention]]
        args = {"channelId": channel.id, "content": content}
        code, message = brokered.refusal(secret, "message.post", mentions=mentions, **args)
        assert (code, message[: len(words)]) == ("action_failed", words)
        assert brokered.outcome(secret, "channel.read", channelId=channel.id) == {"messages": []}
        if mention == "hub":
            # Without a mention it is no mail, and may be longer than mail.
            brokered.outcome(secret, "message.post", **args)
    assert made.files("hub", "inbox") == []


def test_a_secret_is_refused_in_the_words_of_mail_and_copied_nowhere(made: TestOffice) -> None:
    with Brokered(made).living() as brokered:
        channel = brokered.channel("builder", "hub")
        secret, _ = brokered.credential("builder", channel)
        args = {"channelId": channel.id, "content": f"first\nthe word is {MARKER}\n"}
        assert brokered.refusal(secret, "message.post", **args) == ("action_failed", "secrets: marker in line 2")
        mentions = [channel.members["hub"]]
        assert brokered.refusal(secret, "message.post", mentions=mentions, **args)[0] == "action_failed"
        for action, more in [
            ("profile.set", {"about": MARKER}),
            ("agents.create", {"channelId": channel.id, "displayName": "Bot", "systemPrompt": MARKER}),
        ]:
            assert brokered.refusal(secret, action, **more)[1].startswith("secrets: marker")
    rejected = lines(made, "rejected")
    assert [rejected[0][name] for name in ("folder", "file", "check")] == ["builder", "message.post", "secrets"]
    kept = [path for path in made.root.rglob("*") if path.is_file() and MARKER.encode() in path.read_bytes()]
    assert kept == []
    assert made.files("builder", "rejected") == []
    assert wrong(made) == []


def test_posts_replies_and_mail_share_the_daily_limit_and_copies_count_with_their_posts(tmp_path: Any) -> None:
    made = found(tmp_path / "office", limits={"messages_per_day": 4})
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder", "hub")
        secret, _ = brokered.credential("builder", channel)
        post = {"channelId": channel.id, "content": "x"}
        root = brokered.outcome(secret, "message.post", mentions=[channel.members["hub"], channel.owner], **post)
        brokered.outcome(secret, "message.reply", replyToEventId=root["eventId"], **post)
        brokered.outcome(secret, "reaction.add", channelId=channel.id, targetEventId=root["eventId"], reaction="+")
        brokered.outcome(secret, "profile.set", displayName="B")
        made.now = brokered.clock.now
        made.drop("builder")
        brokered.life.work_off()
        reading = brokered.engine.publishing.reading()
        assert quota(reading, "builder", brokered.clock.now).sent == 3
    with brokered.living():
        # A new life counts the same from the index.
        brokered.outcome(secret, "message.post", **post)
        refused = {"requestId": "again"}
        answer = brokered.ask(secret, "message.post", post, **refused)
        assert answer["error"]["message"] == "limits: 4 messages of builder in the last 24 h; the limit is 4"
        made.now = brokered.clock.now
        late = made.drop("builder", name="late.md", topic="late")
        brokered.life.work_off()
        assert made.files("builder", "rejected") == [late.file, f"{late.file}.reason"]
        # It may pass tomorrow: nothing of it is recorded but the refusal.
        assert [line for line in lines(made, "request") if line["requestId"] == "again"] == []
        brokered.clock.move(hours=25)
        assert brokered.ask(secret, "message.post", post, **refused)["status"] == "succeeded"


def test_a_loop_is_paused_and_costs_nothing_then(tmp_path: Any) -> None:
    made = found(tmp_path / "office", limits={"messages_per_day": 1})
    with Brokered(made).living() as brokered:
        channel = brokered.channel("builder")
        secret, _ = brokered.credential("builder", channel)
        post = {"channelId": channel.id, "content": "x"}
        brokered.outcome(secret, "message.post", **post)
        for _ in range(20):
            assert brokered.refusal(secret, "message.post", **post)[0] == "action_failed"
        height = brokered.engine.journal.height
        code, message = brokered.refusal(secret, "message.post", **post)
        assert (code, "paused" in message) == ("action_failed", True)
        assert brokered.engine.journal.height == height
        assert lines(made, "paused")[0]["agent"] == "builder"


def test_replies_only_to_messages_of_the_channel(brokered: Brokered) -> None:
    one, two = brokered.channel("builder"), brokered.channel("builder", name="other")
    secret, _ = brokered.credential("builder", one)
    elsewhere, _ = brokered.credential("builder", two)
    there = brokered.outcome(elsewhere, "message.post", channelId=two.id, content="x")["eventId"]
    here = brokered.outcome(secret, "message.post", channelId=one.id, content="x")["eventId"]
    sign = brokered.outcome(secret, "reaction.add", channelId=one.id, targetEventId=here, reaction="+")["eventId"]
    for parent in (there, EVENT, sign):
        args = {"channelId": one.id, "content": "y", "replyToEventId": parent}
        assert brokered.refusal(secret, "message.reply", **args)[0] == "action_failed"
    for target in (there, EVENT):
        args = {"channelId": one.id, "targetEventId": target, "reaction": "+"}
        assert brokered.refusal(secret, "reaction.add", **args)[0] == "action_failed"


def test_a_channel_without_reactions(brokered: Brokered) -> None:
    channel = brokered.channel("builder", reactions=False)
    secret, _ = brokered.credential("builder", channel)
    here = brokered.outcome(secret, "message.post", channelId=channel.id, content="x")["eventId"]
    args = {"channelId": channel.id, "targetEventId": here, "reaction": "+"}
    assert brokered.refusal(secret, "reaction.add", **args)[0] == "unsupported"


def test_unknown_keys_may_be_mentioned(brokered: Brokered, made: TestOffice) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    brokered.outcome(secret, "message.post", channelId=channel.id, content="x", mentions=[STRANGER, ANOTHER])
    assert lines(made, "accepted") == []
