"""What came through the broker, proved: every event by its id and signature, every copy by the event it is of."""

from __future__ import annotations

from collections.abc import Iterator

from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.copies import EVENT_FIELD, copies_in, copy_of, event_in
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Request
from mailbox_gui.core.keys.channel_event import PROFILE, ChannelEvent


class PublishedProof:
    """Takes requests and copies in the order of the journal; a copy stands behind its post, before anything else."""

    def __init__(self) -> None:
        self._event: ChannelEvent | None = None
        self._agent = ""
        self._principal = ""
        self._topic = ""
        self._awaited: set[str] = set()

    def request(self, record: Request, book: ChannelBook) -> Iterator[str]:
        """What is wrong with a request's line; the copies after it are of its event."""
        self._event, self._awaited = None, set()
        if book.name_of(record.principal) != record.agent:
            yield "the requester's key is not that of its agent"
        try:
            event = event_in(record)
        except ValueError as error:
            yield f"the event in it is none: {error}"
            return
        if event is None:
            return
        fault = event.fault()
        if fault is not None:
            yield fault
        elif event.pubkey != record.principal:
            yield "the event is signed by another key than the requester's"
        elif event.kind != PROFILE and not _is_member(event, record.agent, book):
            yield "the event is in a channel that its author was not in"
        names, self._topic = copies_in(record)
        self._event, self._agent, self._principal, self._awaited = event, record.agent, record.principal, set(names)

    def copy(self, record: Accepted) -> str | None:
        """What is wrong with the copy of a mention; None when nothing is."""
        event, recipient = self._event, record.header.get("to", "")
        if event is None or record.header.get(EVENT_FIELD) != event.id or recipient not in self._awaited:
            return "it says that it is the copy of a post, and no post before it is copied so"
        self._awaited.discard(recipient)
        if record.signer is None or record.signer.session != self._principal or record.folder != self._agent:
            return "it names another author than the post that it is the copy of"
        try:
            same = message_bytes(record) == copy_of(event, self._agent, recipient, self._topic)
        except ValueError:
            same = False
        return None if same else "it says something else than the post that it is the copy of"


def _is_member(event: ChannelEvent, agent: str, book: ChannelBook) -> bool:
    channel = book.channel(event.first("h") or "")
    return channel is not None and agent in channel.members
