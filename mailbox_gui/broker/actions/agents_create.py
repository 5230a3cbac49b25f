"""`agents.create`: a new agent with a key, a mailbox and the channel, owned by the one who asks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import BeforeValidator

from mailbox_gui.broker.actions.owned_agents import require_runtime, texts_of
from mailbox_gui.broker.effects import AgentChanged, Effect, Refused
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import ChannelId, DisplayName, Label, PublicKey, Shape, SystemPrompt, trim
from mailbox_gui.core.channels.documents import made_members
from mailbox_gui.core.channels.values import DEEPEST, MadeAgent
from mailbox_gui.core.message.names import RESERVED, is_agent_name

RespondTo = Annotated[Literal["owner-only", "anyone"], BeforeValidator(trim)]
_LONGEST_NAME = 32


class CreateArgs(Shape):
    """The agent to be made."""

    channel_id: ChannelId
    display_name: DisplayName
    system_prompt: SystemPrompt
    runtime: Label | None = None
    provider: Label | None = None
    model: Label | None = None
    respond_to: RespondTo = "owner-only"


class CreateOutcome(Shape):
    """Its public identity, and nothing else of it."""

    agent_pubkey: PublicKey
    display_name: DisplayName
    channel_id: ChannelId


class _AgentsCreate:
    NAME = "agents.create"
    Args: type[Shape] = CreateArgs
    Outcome: type[Shape] = CreateOutcome

    def run(self, args: CreateArgs, scene: Scene) -> Effect:
        depth = scene.book.depth_of(scene.agent) + 1
        if depth > DEEPEST:
            raise Refused(f"agents are made down to depth {DEEPEST}, and {scene.agent} is of that depth")
        require_runtime(scene, args.runtime)
        scene.require_clean(texts_of(args))
        key = scene.keystore.new()
        made = MadeAgent(
            name=free_name(args.display_name, scene.publishing.is_taken),
            pubkey=key.public,
            creator=scene.agent,
            depth=depth,
            channel=scene.channel.id,
            display_name=args.display_name,
            system_prompt=args.system_prompt,
            respond_to=args.respond_to,
            runtime=args.runtime,
            provider=args.provider,
            model=args.model,
        )
        told = {"agentPubkey": key.public, "displayName": args.display_name, "channelId": scene.channel.id}
        return AgentChanged(CreateOutcome.model_validate(told), made_members(made))


def free_name(display_name: str, is_taken: Callable[[str], bool]) -> str:
    """A mailbox name made of `display_name`, with a number where others have it."""
    plain = unicodedata.normalize("NFKD", display_name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME].strip("-") or "agent"
    number = 1
    while True:
        suffix = "" if number == 1 else f"-{number}"
        name = f"{slug[: _LONGEST_NAME - len(suffix)].strip('-')}{suffix}"
        if is_agent_name(name) and name not in RESERVED and not is_taken(name):
            return name
        number += 1


ACTION = _AgentsCreate()
