"""What the operations on agents have in common: whose they are, which one is meant, what may stand in them."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from mailbox_gui.broker.effects import Refused, refuse_unless
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import DisplayName, PublicKey, Shape
from mailbox_gui.core.channels.values import MadeAgent


class Target(Shape):
    """An agent, by exactly one of the two."""

    pubkey: PublicKey | None = None
    name: DisplayName | None = None

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.pubkey is None) == (self.name is None):
            raise ValueError("a target has exactly one of pubkey and name")
        return self


def owned_agent(scene: Scene, target: Target) -> MadeAgent:
    """The one that is meant among those that the requester made itself. Raises Refused."""
    own = tuple(scene.book.made_by(scene.agent))
    if target.pubkey is not None:
        found = [agent for agent in own if agent.pubkey == target.pubkey]
    else:
        # What it is called, else what its mailbox is called.
        found = [agent for agent in own if agent.display_name == target.name]
        found = found or [agent for agent in own if agent.name == target.name]
    refuse_unless(len(found) <= 1, "several agents of the requester have that name; say which by its public key")
    if not found:
        raise Refused("the requester owns no such agent")
    return found[0]


def require_runtime(scene: Scene, runtime: str | None) -> None:
    """Raise Refused for a runtime that the owner does not list."""
    known = runtime is None or runtime in scene.publishing.rules.runtimes
    refuse_unless(known, "the runtime is not one that rules.json lists")


def texts_of(args: Shape) -> list[str]:
    """What the requester wrote in its arguments."""
    given = args.model_dump(exclude={"channel_id", "target", "respond_to"}, exclude_none=True)
    return [str(value) for value in given.values()]
