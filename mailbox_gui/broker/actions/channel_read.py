"""`channel.read`: the channel's messages and reactions, oldest first, a page at a time; signed events, verbatim."""

from __future__ import annotations

import json
import sqlite3
from typing import Annotated

from pydantic import Field

from mailbox_gui.broker.codes import FailedCode
from mailbox_gui.broker.cursors import open_cursor, seal
from mailbox_gui.broker.effects import Effect, Page, Refused
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import ChannelId, Cursor, EventId, PageSize, Shape
from mailbox_gui.core.read_models.channels import Filter, events

_USUAL = 100


class ReadArgs(Shape):
    """Which channel, which of its events, from where on, how many."""

    channel_id: ChannelId
    root_event_id: EventId | None = None
    mentions_only: bool = False
    cursor: Cursor | None = None
    limit: PageSize = _USUAL


class SignedEvent(Shape):
    """An event as NIP-01 has it; these names are its own."""

    id: str
    pubkey: str
    created_at: Annotated[int, Field(alias="created_at")]
    kind: int
    tags: list[list[str]]
    content: str
    sig: str


class ReadOutcome(Shape):
    """The events, and the cursor behind them where there are more."""

    messages: list[SignedEvent]
    next_cursor: Cursor | None = None


class _ChannelRead:
    NAME = "channel.read"
    Args: type[Shape] = ReadArgs
    Outcome: type[Shape] = ReadOutcome

    def run(self, args: ReadArgs, scene: Scene) -> Effect:
        which = Filter(scene.channel.id, args.root_event_id, scene.pubkey if args.mentions_only else None)
        after = 0
        if args.cursor is not None:
            place = open_cursor(args.cursor, which, scene.keystore.cursor_key)
            if place is None:
                raise Refused("the cursor is not one of this channel and filter", FailedCode.INVALID_REQUEST)
            after = place
        if args.root_event_id is not None:
            root = scene.message(args.root_event_id)
            if root is None or root.root != root.id:
                raise Refused("the channel has no thread that begins with an event of that id")
        rows = events(scene.reading, which, after=after, limit=args.limit + 1)
        shown = tuple(rows[: args.limit])
        return Page(which, after, shown[-1].height if shown else after, len(rows) > len(shown), shown)


def page_text(page: Page, reading: sqlite3.Connection, cursor_key: bytes) -> str:
    """The outcome's JSON text: each event as it was signed. The same page gives the same bytes at any time."""
    rows = page.rows
    if rows is None:
        # A line holds one event at most, so a page cannot hold more of them than it has heights.
        most = page.through - page.after
        rows = tuple(events(reading, page.which, after=page.after, through=page.through, limit=most))
    following = ""
    if page.more:
        following = f',"nextCursor":{json.dumps(seal(page.which, page.through, cursor_key))}'
    return f'{{"messages":[{",".join(row.json for row in rows)}]{following}}}'


ACTION = _ChannelRead()
