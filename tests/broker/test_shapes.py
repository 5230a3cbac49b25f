"""The eighteen shapes of arguments and outcomes: exactly their members, and the operations that there are."""

from __future__ import annotations

import pytest

from mailbox_gui.broker.actions import ALL_ACTIONS
from mailbox_gui.broker.actions.channel_read import SignedEvent
from mailbox_gui.broker.actions.owned_agents import Target
from mailbox_gui.broker.spelling import Shape
from mailbox_gui.core.channels.copies import BROKER_FILES
from mailbox_gui.core.channels.values import OPERATIONS, USUAL_OPERATIONS

# Required members, optional members.
Keys = tuple[set[str], set[str]]
PUBLISHED: Keys = ({"eventId", "kind", "createdAt"}, set())
LABELS = {"runtime", "provider", "model", "respondTo"}

SHAPES: dict[str, tuple[Keys, Keys]] = {
    "channel.read": (
        ({"channelId"}, {"rootEventId", "mentionsOnly", "cursor", "limit"}),
        ({"messages"}, {"nextCursor"}),
    ),
    "message.post": (({"channelId", "content"}, {"mentions"}), PUBLISHED),
    "message.reply": (({"channelId", "content", "replyToEventId"}, {"mentions"}), PUBLISHED),
    "reaction.add": (({"channelId", "targetEventId", "reaction"}, set()), PUBLISHED),
    "profile.set": ((set(), {"displayName", "about", "picture"}), PUBLISHED),
    "storage.address": (({"slug"}, set()), ({"authorPubkey", "kind", "dTag"}, set())),
    "agents.create": (
        ({"channelId", "displayName", "systemPrompt"}, LABELS),
        ({"agentPubkey", "displayName", "channelId"}, set()),
    ),
    "agents.update": (
        ({"target"}, {"displayName", "systemPrompt"} | LABELS),
        ({"agentPubkey", "displayName", "updatedFields"}, set()),
    ),
    "agents.delete": (({"target"}, set()), ({"agentPubkey", "displayName"}, set())),
}


def keys_of(shape: type[Shape]) -> Keys:
    fields = shape.model_fields.values()
    return (
        {str(field.alias) for field in fields if field.is_required()},
        {str(field.alias) for field in fields if not field.is_required()},
    )


@pytest.mark.parametrize("name", SHAPES)
def test_the_exact_members_of_arguments_and_outcome(name: str) -> None:
    action = ALL_ACTIONS[name]
    assert (action.NAME, keys_of(action.Args), keys_of(action.Outcome)) == (name, *SHAPES[name])


def test_there_are_these_nine_operations_and_no_other() -> None:
    assert list(ALL_ACTIONS) == list(SHAPES) == list(OPERATIONS)
    assert [name for name in OPERATIONS if name not in USUAL_OPERATIONS] == [
        "agents.create", "agents.update", "agents.delete",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["sign", "publish", "encrypt", "decrypt", "authenticate"])
def test_what_is_no_operation_and_never_will_be(name: str) -> None:
    for spelled in (name, name.upper(), name.title(), f"event.{name}", f"message.{name}"):
        assert spelled not in ALL_ACTIONS


def test_the_shapes_inside_shapes() -> None:
    assert keys_of(Target) == (set(), {"pubkey", "name"})
    assert keys_of(SignedEvent) == ({"id", "pubkey", "created_at", "kind", "tags", "content", "sig"}, set())


def test_what_operations_are_called_in_the_journal_is_the_name_of_no_draft() -> None:
    assert set(OPERATIONS) >= BROKER_FILES
    assert not any(name.lower().endswith((".md", ".act.json")) for name in BROKER_FILES)
