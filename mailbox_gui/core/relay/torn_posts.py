"""A post whose mentions did not all get into the journal: a kill cut their append short. They follow at the next start.

An append is written in order, so only the journal's very last lines can lack anything.
"""

from __future__ import annotations

from collections import deque

from mailbox_gui.core.channels.copies import copies_in, copy_of, event_in, is_copy
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Checkpoint, Request
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.verdict import Accept, Signer
from mailbox_gui.core.read_models.facts import place_of
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.relay.committing import Committer, Judged
from mailbox_gui.core.relay.publishing import accepted_copy

# More lines than a post with all its mentions can have, checkpoints among them.
_MOST_LINES = 64


def finish_posts(
    office: PostOffice, index: Index, committer: Committer, homes: Homes, owner_key: str
) -> tuple[Entry, ...]:
    """Append the copies that the last post lacks; the lines written. Raises OSError."""
    after = max(0, index.height - _MOST_LINES)
    lines = JournalReader(office.journal).entries(after=after, place=place_of(index.connection, after))
    post, done = _last_post(deque(lines, maxlen=_MOST_LINES))
    if post is None:
        return ()
    record = post.record
    assert isinstance(record, Request)
    names, topic = copies_in(record)
    event = event_in(record)
    missing = [name for name in names if name not in done and name in homes.everybody()]
    if event is None or not missing:
        return ()
    batch: list[Judged] = []
    for name in missing:
        raw = copy_of(event, record.agent, name, topic)
        draft = read_draft(record.agent, str(record.verdict.get("action")), raw, len(raw), len(raw))
        accepted = accepted_copy(draft, owner_key, record.principal)
        batch.append(Judged(Accept(draft, Signer(owner_key, record.principal)), accepted, None))
    return committer.commit(batch, homes, post.at)


def _last_post(lines: deque[Entry]) -> tuple[Entry | None, set[str]]:
    """The request that the journal ends with, but for its own copies, and to whom those went."""
    done: set[str] = set()
    while lines:
        entry = lines.pop()
        match entry.record:
            case Checkpoint():
                continue
            case Accepted() as record if is_copy(record):
                done.add(record.header["to"])
            case Request():
                return entry, done
            case _:
                return None, done
    return None, done
