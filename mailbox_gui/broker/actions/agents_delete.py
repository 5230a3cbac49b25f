"""`agents.delete`: an agent that the requester made leaves; its history stays."""

from __future__ import annotations

from mailbox_gui.broker.actions.owned_agents import Target, owned_agent
from mailbox_gui.broker.effects import AgentChanged, Effect
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import DisplayName, PublicKey, Shape
from mailbox_gui.core.channels.documents import deleted_members


class DeleteArgs(Shape):
    """Which agent."""

    target: Target


class DeleteOutcome(Shape):
    """Who it was."""

    agent_pubkey: PublicKey
    display_name: DisplayName


class _AgentsDelete:
    NAME = "agents.delete"
    Args: type[Shape] = DeleteArgs
    Outcome: type[Shape] = DeleteOutcome

    def run(self, args: DeleteArgs, scene: Scene) -> Effect:
        agent = owned_agent(scene, args.target)
        told = {"agentPubkey": agent.pubkey, "displayName": agent.display_name}
        return AgentChanged(DeleteOutcome.model_validate(told), deleted_members(agent.name))


ACTION = _AgentsDelete()
