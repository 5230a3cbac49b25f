"""`message.post`: a new message in the channel, published exactly as it was sent."""

from __future__ import annotations

from mailbox_gui.broker.actions.publishing import PublishedOutcome, publish_message
from mailbox_gui.broker.effects import Effect
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import ChannelId, Content, Mentions, Shape


class PostArgs(Shape):
    """What is posted where, and whom it mentions."""

    channel_id: ChannelId
    content: Content
    mentions: Mentions | None = None


class _MessagePost:
    NAME = "message.post"
    Args: type[Shape] = PostArgs
    Outcome: type[Shape] = PublishedOutcome

    def run(self, args: PostArgs, scene: Scene) -> Effect:
        return publish_message(scene, args.content, args.mentions or (), ())


ACTION = _MessagePost()
