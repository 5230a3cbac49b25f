"""Agents that agents make: owned by their creator alone, routes to it alone, three deep, their history kept."""

from __future__ import annotations

from typing import Any

import pytest

from mailbox_gui.broker.actions.agents_create import free_name
from mailbox_gui.core.proof.whole import prove_post_office
from tests.support.broker import Brokered, lines
from tests.support.post_office import TestOffice, found


def created(brokered: Brokered, secret: str, channel: Any, name: str = "Review Bot", **more: Any) -> dict[str, Any]:
    args = {"channelId": channel.id, "displayName": name, "systemPrompt": "Review.", **more}
    return brokered.outcome(secret, "agents.create", **args)


def name_of(brokered: Brokered, pubkey: str) -> str:
    return str(brokered.engine.publishing.book.name_of(pubkey))


def test_a_made_agent_has_a_mailbox_a_key_and_routes_to_its_creator_only(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder", "site")
        secret, _ = brokered.credential("builder", channel)
        told = created(brokered, secret, channel)
        assert told == {"agentPubkey": told["agentPubkey"], "displayName": "Review Bot", "channelId": channel.id}
        assert (made.root / "agents" / "review-bot" / "outbox").is_dir()
        mine, _ = brokered.credential("review-bot", channel)
        post = {"channelId": channel.id, "content": "done"}
        brokered.outcome(mine, "message.post", mentions=[channel.members["builder"]], **post)
        for other in (channel.members["site"], channel.owner):
            assert "route" in brokered.refusal(mine, "message.post", mentions=[other], **post)[1]
        brokered.outcome(secret, "message.post", mentions=[told["agentPubkey"]], **post)
    with brokered.living():
        rules = brokered.engine.rules
        assert {route for route in rules.routes if "review-bot" in route} == {
            ("builder", "review-bot"), ("review-bot", "builder"),
        }  # fmt: skip
        made.now = brokered.clock.now
    assert len(made.files("builder", "inbox")) == 1
    assert len(list((made.root / "agents" / "review-bot" / "inbox").iterdir())) == 1
    told_wrong: list[str] = []
    prove_post_office(made.office, made.rules, lambda finding: told_wrong.append(str(finding)))
    assert told_wrong == []


def test_agents_are_made_three_deep(brokered: Brokered) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    for name in ("Two", "Three"):
        told = created(brokered, secret, channel, name)
        secret, _ = brokered.credential(name_of(brokered, told["agentPubkey"]), channel)
    args = {"channelId": channel.id, "displayName": "Four", "systemPrompt": "x"}
    assert brokered.refusal(secret, "agents.create", **args)[0] == "action_failed"


def test_only_the_creator_changes_an_agent(brokered: Brokered) -> None:
    channel = brokered.channel("builder", "site")
    secret, _ = brokered.credential("builder", channel)
    other, _ = brokered.credential("site", channel)
    told = created(brokered, secret, channel)
    for target in ({"pubkey": told["agentPubkey"]}, {"name": "Review Bot"}, {"name": "review-bot"}):
        assert brokered.refusal(other, "agents.update", target=target, model="m")[0] == "action_failed"
        assert brokered.refusal(other, "agents.delete", target=target)[0] == "action_failed"
    # Nor agents that nobody made through the broker.
    assert brokered.refusal(secret, "agents.delete", target={"name": "site"})[0] == "action_failed"
    own = {"pubkey": channel.members["builder"]}
    assert brokered.refusal(secret, "agents.delete", target=own)[0] == "action_failed"


def test_an_update_names_what_is_really_otherwise(brokered: Brokered) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    told = created(brokered, secret, channel, model="one")
    target = {"name": "Review Bot"}
    changes = {"systemPrompt": "Review.", "model": "two", "provider": "p", "displayName": "Critic"}
    done = brokered.outcome(secret, "agents.update", target=target, **changes)
    wanted = {"agentPubkey": told["agentPubkey"], "displayName": "Critic"}
    assert done == wanted | {"updatedFields": ["displayName", "model", "provider"]}
    again = brokered.outcome(secret, "agents.update", target={"name": "Critic"}, model="two")
    assert again == wanted | {"updatedFields": []}
    # Its mailbox keeps its name.
    assert name_of(brokered, told["agentPubkey"]) == "review-bot"


def test_an_ambiguous_name_changes_nobody(brokered: Brokered) -> None:
    channel = brokered.channel("builder")
    secret, _ = brokered.credential("builder", channel)
    first, second = created(brokered, secret, channel), created(brokered, secret, channel)
    assert [name_of(brokered, told["agentPubkey"]) for told in (first, second)] == ["review-bot", "review-bot-2"]
    assert "several" in brokered.refusal(secret, "agents.delete", target={"name": "Review Bot"})[1]
    assert brokered.outcome(secret, "agents.delete", target={"pubkey": first["agentPubkey"]})["displayName"]
    left = brokered.outcome(secret, "agents.delete", target={"name": "Review Bot"})
    assert left["agentPubkey"] == second["agentPubkey"]


def test_a_deleted_agent_leaves_its_credentials_close_and_its_history_stays(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder")
        secret, _ = brokered.credential("builder", channel)
        told = created(brokered, secret, channel)
        mine, _ = brokered.credential("review-bot", channel)
        brokered.outcome(mine, "message.post", channelId=channel.id, content="I was here")
        done = brokered.outcome(secret, "agents.delete", target={"pubkey": told["agentPubkey"]})
        assert done == {"agentPubkey": told["agentPubkey"], "displayName": "Review Bot"}
        assert brokered.refusal(mine, "storage.address", slug="core")[0] == "unauthenticated"
        assert brokered.refusal(secret, "agents.delete", target={"pubkey": told["agentPubkey"]})[0] == "action_failed"
        assert "review-bot" not in brokered.engine.rules.agents
        assert brokered.everything(secret, channel)[0]["content"] == "I was here"
        # Its name is nobody else's ever after.
        assert name_of(brokered, created(brokered, secret, channel)["agentPubkey"]) == "review-bot-2"


def test_who_may_mention_a_made_agent(brokered: Brokered) -> None:
    channel = brokered.channel("builder", "hub")
    secret, _ = brokered.credential("builder", channel)
    hub, _ = brokered.credential("hub", channel)
    told = created(brokered, secret, channel)
    post = {"channelId": channel.id, "content": "x", "mentions": [told["agentPubkey"]]}
    assert "answers to its creator" in brokered.refusal(hub, "message.post", **post)[1]
    brokered.outcome(secret, "message.post", **post)
    brokered.outcome(secret, "agents.update", target={"name": "Review Bot"}, respondTo="anyone")
    # The route table still decides.
    assert "not in the routes table" in brokered.refusal(hub, "message.post", **post)[1]


def test_a_runtime_must_be_listed(tmp_path: Any) -> None:
    made = found(tmp_path / "office", runtimes=["codex"])
    with Brokered(made).living() as brokered:
        channel = brokered.channel("builder")
        secret, _ = brokered.credential("builder", channel)
        args = {"channelId": channel.id, "displayName": "Bot", "systemPrompt": "x"}
        assert "rules.json" in brokered.refusal(secret, "agents.create", runtime="other", **args)[1]
        brokered.outcome(secret, "agents.create", runtime="codex", **args)
        target = {"name": "Bot"}
        assert brokered.refusal(secret, "agents.update", target=target, runtime="other")[0] == "action_failed"


def test_no_secret_key_lies_anywhere_in_the_open(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder")
        secret, _ = brokered.credential("builder", channel)
        told = created(brokered, secret, channel)
        keys = [brokered.keystore.key(key) for key in (told["agentPubkey"], *channel.members.values(), channel.owner)]
    hidden = [secret.encode(), *(key.secret for key in keys), *(key.secret.hex().encode() for key in keys)]
    for path in made.root.rglob("*"):
        if path.is_file():
            assert not any(word in path.read_bytes() for word in hidden), path
    assert lines(made, "credential")


@pytest.mark.parametrize(
    ("display", "taken", "name"),
    [
        ("Review Bot", (), "review-bot"),
        ("Review Bot", ("review-bot", "review-bot-2"), "review-bot-3"),
        ("Crème brûlée!", (), "creme-brulee"),
        ("漢字", (), "agent"),
        ("owner", (), "owner-2"),
        ("../../etc", (), "etc"),
        ("x" * 120, (), "x" * 32),
        ("x" * 120, ("x" * 32,), "x" * 30 + "-2"),
        ("-- con --", (), "con-2"),
    ],
)
def test_mailbox_names_made_of_display_names(display: str, taken: tuple[str, ...], name: str) -> None:
    assert free_name(display, lambda tried: tried in taken) == name
