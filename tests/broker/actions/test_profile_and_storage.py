"""Profiles keep what is not said anew; storage addresses are those of the agent and the owner."""

from __future__ import annotations

import json

from tests.support import bip340
from tests.support.broker import Brokered, lines
from tests.support.post_office import TestOffice


def test_members_left_out_of_a_profile_stay_as_they_are(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        secret, _ = brokered.credential("builder", brokered.channel("builder"))
        brokered.outcome(secret, "profile.set", displayName=" Bob ", about="builds")
    with brokered.living():
        told = brokered.outcome(secret, "profile.set", picture="https://example.org/b.png", about="builds more")
    events = [line["effect"]["event"] for line in lines(made, "request")]
    assert told == {"eventId": events[1]["id"], "kind": 0, "createdAt": events[1]["created_at"]}
    assert [json.loads(event["content"]) for event in events] == [
        {"name": "Bob", "about": "builds"},
        {"name": "Bob", "about": "builds more", "picture": "https://example.org/b.png"},
    ]
    assert all(bip340.event_holds(event) for event in events)


def test_profiles_are_no_part_of_a_channel(brokered: Brokered) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    brokered.outcome(secret, "profile.set", displayName="Bob")
    assert brokered.outcome(secret, "channel.read", channelId=channel.id) == {"messages": []}


def test_a_storage_address_is_the_agents_own(brokered: Brokered) -> None:
    channel = brokered.channel("builder", "site")
    told = []
    for agent in ("builder", "site"):
        secret, _ = brokered.credential(agent, channel)
        told.append(brokered.outcome(secret, "storage.address", slug=" mem/a "))
        key = brokered.keystore.key(channel.members[agent])
        wanted = {"authorPubkey": key.public, "kind": 30174, "dTag": key.storage_address(channel.owner, "mem/a")}
        assert told[-1] == wanted
    assert told[0]["dTag"] != told[1]["dTag"]
