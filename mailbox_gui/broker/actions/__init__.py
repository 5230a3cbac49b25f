"""The nine operations, one file each: its name, the shapes of its arguments and outcome, and what it does.

Adding one is a file and a line. `sign`, `publish`, `encrypt`, `decrypt` and `authenticate` are none and never will be.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from mailbox_gui.broker.actions import (
    agents_create,
    agents_delete,
    agents_update,
    channel_read,
    message_post,
    message_reply,
    profile_set,
    reaction_add,
    storage_address,
)
from mailbox_gui.broker.effects import Effect
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import Shape


class Action(Protocol):
    """One operation; `run` raises Refused and writes nothing but new keys."""

    NAME: str
    Args: type[Shape]
    Outcome: type[Shape]

    def run(self, args: Any, scene: Scene) -> Effect:
        """What the request comes to."""
        ...


ALL_ACTIONS: Final[dict[str, Action]] = {
    action.NAME: action
    for action in (
        channel_read.ACTION,
        message_post.ACTION,
        message_reply.ACTION,
        reaction_add.ACTION,
        profile_set.ACTION,
        storage_address.ACTION,
        agents_create.ACTION,
        agents_update.ACTION,
        agents_delete.ACTION,
    )
}
