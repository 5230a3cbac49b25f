"""`message.reply`: an answer to a message; the thread's root comes from that message's own tags."""

from __future__ import annotations

from mailbox_gui.broker.actions.publishing import PublishedOutcome, publish_message
from mailbox_gui.broker.effects import Effect, Refused
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import ChannelId, Content, EventId, Mentions, Shape
from mailbox_gui.core.keys.channel_event import Tags


class ReplyArgs(Shape):
    """What is answered to which message, and whom it mentions."""

    channel_id: ChannelId
    content: Content
    reply_to_event_id: EventId
    mentions: Mentions | None = None


class _MessageReply:
    NAME = "message.reply"
    Args: type[Shape] = ReplyArgs
    Outcome: type[Shape] = PublishedOutcome

    def run(self, args: ReplyArgs, scene: Scene) -> Effect:
        parent = scene.message(args.reply_to_event_id)
        if parent is None:
            raise Refused("the channel has no message of that id to reply to")
        thread: Tags = (("e", parent.root, "", "root"),)
        if parent.id != parent.root:
            thread += (("e", parent.id, "", "reply"),)
        return publish_message(scene, args.content, args.mentions or (), thread)


ACTION = _MessageReply()
