"""`reaction.add`: a short sign under an event of the channel, where the channel has reactions."""

from __future__ import annotations

from mailbox_gui.broker.actions.publishing import PublishedOutcome, outcome_of
from mailbox_gui.broker.codes import FailedCode
from mailbox_gui.broker.effects import Effect, Published, Refused
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import ChannelId, EventId, Reaction, Shape
from mailbox_gui.core.keys.channel_event import REACTION


class ReactionArgs(Shape):
    """Which sign under which event."""

    channel_id: ChannelId
    target_event_id: EventId
    reaction: Reaction


class _ReactionAdd:
    NAME = "reaction.add"
    Args: type[Shape] = ReactionArgs
    Outcome: type[Shape] = PublishedOutcome

    def run(self, args: ReactionArgs, scene: Scene) -> Effect:
        if not scene.channel.reactions:
            raise Refused("this channel has no reactions", FailedCode.UNSUPPORTED)
        if scene.event(args.target_event_id) is None:
            raise Refused("the channel has no event of that id")
        scene.require_clean([args.reaction])
        event = scene.sign(REACTION, (("e", args.target_event_id), ("h", scene.channel.id)), args.reaction)
        return Published(outcome_of(event), event)


ACTION = _ReactionAdd()
