"""Reading a channel: signed events verbatim, pages that skip and repeat nothing, threads, mentions, sealed cursors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as given_by
from hypothesis import strategies as st

from tests.support import bip340
from tests.support.broker import Brokered
from tests.support.post_office import TestOffice, found
from tests.support.wire import EVENT

MANY: dict[str, Any] = {"limits": {"messages_per_day": 100_000}}


@pytest.fixture
def made(tmp_path: Any) -> TestOffice:
    return found(tmp_path / "office", **MANY)


def texts(events: list[dict[str, Any]]) -> list[str]:
    return [event["content"] for event in events]


def test_events_are_signed_by_their_authors_and_have_seven_members(brokered: Brokered) -> None:
    channel = brokered.channel("builder", "site")
    one, _ = brokered.credential("builder", channel)
    two, _ = brokered.credential("site", channel)
    root = brokered.outcome(one, "message.post", channelId=channel.id, content=" exactly  as sent \n\x00ёж\u2028")
    brokered.outcome(two, "reaction.add", channelId=channel.id, targetEventId=root["eventId"], reaction=" 🦔 ")
    messages = brokered.outcome(one, "channel.read", channelId=channel.id)["messages"]
    assert [list(event) for event in messages] == [["id", "pubkey", "created_at", "kind", "tags", "content", "sig"]] * 2
    assert all(bip340.event_holds(event) for event in messages)
    assert [event["pubkey"] for event in messages] == [channel.members["builder"], channel.members["site"]]
    assert texts(messages) == [" exactly  as sent \n\x00ёж\u2028", "🦔"]
    assert [event["kind"] for event in messages] == [9, 7]
    assert messages[1]["tags"] == [["e", root["eventId"]], ["h", channel.id]]
    assert root == {"eventId": messages[0]["id"], "kind": 9, "createdAt": messages[0]["created_at"]}


def test_an_empty_channel(brokered: Brokered) -> None:
    secret, _ = brokered.credential("builder", channel := brokered.channel("builder"))
    assert brokered.outcome(secret, "channel.read", channelId=channel.id) == {"messages": []}
    only = brokered.outcome(secret, "channel.read", channelId=channel.id, mentionsOnly=True)
    assert only == {"messages": []}


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8, 500])
def test_pages_skip_and_repeat_nothing_though_all_moments_are_equal(made: TestOffice, limit: int) -> None:
    brokered = Brokered(made)
    brokered.clock.tick *= 0
    with brokered.living():
        secret, _ = brokered.credential("builder", channel := brokered.channel("builder"))
        said = [f"number {number}" for number in range(7)]
        for text in said:
            brokered.outcome(secret, "message.post", channelId=channel.id, content=text)
        events = brokered.everything(secret, channel, limit)
    assert texts(events) == said
    assert len({event["created_at"] for event in events}) == 1
    assert [event["created_at"] for event in events] == sorted(event["created_at"] for event in events)


def test_the_same_words_in_the_same_second_are_two_posts(made: TestOffice) -> None:
    brokered = Brokered(made)
    brokered.clock.tick *= 0
    with brokered.living():
        secret, _ = brokered.credential("builder", channel := brokered.channel("builder"))
        post = {"channelId": channel.id, "content": "again"}
        ids = [brokered.outcome(secret, "message.post", **post)["eventId"] for _ in "abc"]
        events = brokered.everything(secret, channel)
    assert [event["id"] for event in events] == ids
    assert len(set(ids)) == 3


def test_moments_never_go_back_though_the_clock_does(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        secret, _ = brokered.credential("builder", channel := brokered.channel("builder"))
        brokered.outcome(secret, "message.post", channelId=channel.id, content="one")
        brokered.clock.move(hours=-5)
        brokered.outcome(secret, "message.post", channelId=channel.id, content="two")
        moments = [event["created_at"] for event in brokered.everything(secret, channel)]
    assert moments == sorted(moments)


def test_a_cursor_stays_good_over_new_posts_and_restarts(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        secret, _ = brokered.credential("builder", channel := brokered.channel("builder"))
        for number in range(3):
            brokered.outcome(secret, "message.post", channelId=channel.id, content=f"{number}")
        first = brokered.outcome(secret, "channel.read", channelId=channel.id, limit=2)
        assert texts(first["messages"]) == ["0", "1"]
        read = {"channelId": channel.id, "cursor": first["nextCursor"], "limit": 2}
        assert texts(brokered.outcome(secret, "channel.read", **read)["messages"]) == ["2"]
    with brokered.living():
        last = brokered.outcome(secret, "channel.read", **read)
        assert (texts(last["messages"]), "nextCursor" in last) == (["2"], False)
        for number in (3, 4):
            brokered.outcome(secret, "message.post", channelId=channel.id, content=f"{number}")
        page = brokered.outcome(secret, "channel.read", **read)
        assert texts(page["messages"]) == ["2", "3"]
        after = brokered.outcome(secret, "channel.read", channelId=channel.id, cursor=page["nextCursor"])
        assert after["messages"][0]["content"] == "4"


def test_cursors_of_other_readings_and_made_up_ones_are_refused(brokered: Brokered) -> None:
    one, two = brokered.channel("builder", "site"), brokered.channel("builder", name="other")
    secret, _ = brokered.credential("builder", one)
    elsewhere, _ = brokered.credential("builder", two)
    root = ""
    for _ in range(3):
        root = root or brokered.outcome(secret, "message.post", channelId=one.id, content="x")["eventId"]
        brokered.outcome(secret, "message.reply", channelId=one.id, content="y", replyToEventId=root)
    plain = brokered.outcome(secret, "channel.read", channelId=one.id, limit=1)["nextCursor"]
    thread = brokered.outcome(secret, "channel.read", channelId=one.id, limit=1, rootEventId=root)["nextCursor"]
    bad = [
        (secret, {"channelId": one.id, "cursor": thread}),
        (secret, {"channelId": one.id, "cursor": plain, "rootEventId": root}),
        (secret, {"channelId": one.id, "cursor": plain, "mentionsOnly": True}),
        (elsewhere, {"channelId": two.id, "cursor": plain}),
        *((secret, {"channelId": one.id, "cursor": text}) for text in ("0", plain[:-1], plain + "A", plain[::-1])),
        (secret, {"channelId": one.id, "cursor": plain[:-1] + ("A" if plain[-1] != "A" else "B")}),
    ]  # fmt: skip
    for given, args in bad:
        assert brokered.refusal(given, "channel.read", **args)[0] == "invalid_request", args
    # The size of the page is no part of the reading.
    assert brokered.outcome(secret, "channel.read", channelId=one.id, cursor=plain, limit=500)["messages"]


def test_a_thread_is_its_root_all_replies_and_what_was_put_under_them(brokered: Brokered) -> None:
    secret, _ = brokered.credential("builder", channel := brokered.channel("builder"))

    def say(action: str, **args: Any) -> str:
        return str(brokered.outcome(secret, action, channelId=channel.id, **args)["eventId"])

    root, other = say("message.post", content="root"), say("message.post", content="other")
    reply = say("message.reply", content="reply", replyToEventId=root)
    deeper = say("message.reply", content="deeper", replyToEventId=reply)
    say("reaction.add", targetEventId=deeper, reaction="+")
    say("reaction.add", targetEventId=other, reaction="-")
    thread = brokered.everything(secret, channel, 2, rootEventId=root)
    assert texts(thread) == ["root", "reply", "deeper", "+"]
    assert thread[1]["tags"] == [["h", channel.id], ["e", root, "", "root"]]
    assert thread[2]["tags"] == [["h", channel.id], ["e", root, "", "root"], ["e", reply, "", "reply"]]
    assert texts(brokered.everything(secret, channel, 2, rootEventId=other)) == ["other", "-"]
    for unknown in (EVENT, reply):
        assert brokered.refusal(secret, "channel.read", channelId=channel.id, rootEventId=unknown)[0] == "action_failed"


def test_mentions_only_are_those_of_the_one_who_asks(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder", "hub")
        one, _ = brokered.credential("builder", channel)
        hub, _ = brokered.credential("hub", channel)
        post = {"channelId": channel.id}
        brokered.outcome(one, "message.post", content="to hub", mentions=[channel.members["hub"]], **post)
        brokered.outcome(hub, "message.post", content="to builder", mentions=[channel.members["builder"]], **post)
        brokered.outcome(hub, "message.post", content="to nobody", **post)
        assert texts(brokered.everything(one, channel, mentionsOnly=True)) == ["to builder"]
        assert texts(brokered.everything(hub, channel, mentionsOnly=True)) == ["to hub"]
        assert texts(brokered.everything(hub, channel, mentionsOnly=False)) == ["to hub", "to builder", "to nobody"]


STEPS = st.lists(st.sampled_from(["post", "read", "restart"]), min_size=4, max_size=16)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given_by(steps=STEPS, limit=st.integers(1, 3))
def test_a_reader_that_goes_on_from_its_cursor_sees_everything_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str], limit: int
) -> None:
    brokered = Brokered(found(tmp_path_factory.mktemp("read") / "office", **MANY))
    with brokered.living():
        secret, _ = brokered.credential("builder", channel := brokered.channel("builder"))
    said: list[str] = []
    seen: list[str] = []
    cursor: dict[str, str] = {}
    held = 0

    def read() -> bool:
        """One page; those of a last page come again until there is a cursor behind them."""
        nonlocal cursor, held
        page = brokered.outcome(secret, "channel.read", channelId=channel.id, limit=limit, **cursor)
        assert texts(page["messages"])[:held] == seen[len(seen) - held :]
        seen.extend(texts(page["messages"])[held:])
        held = 0 if "nextCursor" in page else len(page["messages"])
        cursor = {"cursor": page["nextCursor"]} if "nextCursor" in page else cursor
        return "nextCursor" in page

    for life in " ".join(steps).split("restart"):
        with brokered.living():
            for step in life.split():
                if step == "post":
                    said.append(f"number {len(said)}")
                    brokered.outcome(secret, "message.post", channelId=channel.id, content=said[-1])
                else:
                    read()
    with brokered.living():
        while read():
            pass
    assert seen == said
