"""`agents.update`: something else about an agent that the requester made."""

from __future__ import annotations

from typing import Final, Self

from pydantic import model_validator

from mailbox_gui.broker.actions.agents_create import RespondTo
from mailbox_gui.broker.actions.owned_agents import Target, owned_agent, require_runtime, texts_of
from mailbox_gui.broker.effects import AgentChanged, Effect
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import DisplayName, Label, PublicKey, Shape, SystemPrompt
from mailbox_gui.core.channels.documents import changed_members

_CHANGEABLE: Final = ("display_name", "system_prompt", "runtime", "provider", "model", "respond_to")


class UpdateArgs(Shape):
    """Which agent, and at least one thing that shall be otherwise."""

    target: Target
    display_name: DisplayName | None = None
    system_prompt: SystemPrompt | None = None
    runtime: Label | None = None
    provider: Label | None = None
    model: Label | None = None
    respond_to: RespondTo | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if all(getattr(self, name) is None for name in _CHANGEABLE):
            raise ValueError("nothing is changed")
        return self


class UpdateOutcome(Shape):
    """Who it is now, and the wire's names of what is really otherwise, sorted."""

    agent_pubkey: PublicKey
    display_name: DisplayName
    updated_fields: list[str]


class _AgentsUpdate:
    NAME = "agents.update"
    Args: type[Shape] = UpdateArgs
    Outcome: type[Shape] = UpdateOutcome

    def run(self, args: UpdateArgs, scene: Scene) -> Effect:
        agent = owned_agent(scene, args.target)
        require_runtime(scene, args.runtime)
        scene.require_clean(texts_of(args))
        wanted = args.model_dump(by_alias=True, exclude={"target"}, exclude_none=True)
        names = dict(zip(UpdateArgs.model_fields, (f.alias for f in UpdateArgs.model_fields.values()), strict=True))
        now = {names[name]: getattr(agent, name) for name in _CHANGEABLE}
        changes = {name: str(value) for name, value in sorted(wanted.items()) if now[name] != value}
        told = {
            "agentPubkey": agent.pubkey,
            "displayName": changes.get("displayName", agent.display_name),
            "updatedFields": list(changes),
        }
        return AgentChanged(UpdateOutcome.model_validate(told), changed_members(agent.name, changes))


ACTION = _AgentsUpdate()
