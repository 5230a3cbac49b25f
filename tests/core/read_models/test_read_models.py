"""Over random histories: a rebuilt index equals one that followed, and every count is the length of its list."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailbox_gui.core.journal.records import Accepted, Held, Paused, Record, Rejected, Resumed
from mailbox_gui.core.message.faults import DAILY_LIMIT
from mailbox_gui.core.message.query import parse_query
from mailbox_gui.core.read_models import mailboxes, owner_queue, search
from mailbox_gui.core.read_models.conditions import Surroundings
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.dump import dump_tidied
from tests.core.read_models.history import START, History, accepted, decided, held, rejected

HERE = Surroundings(START)
Script = list[tuple[str, str, str, str, int, str]]
NAMES = ["builder", "hub", "site", "owner"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["accepted", "held", "rejected", "approve", "decline", "pause", "resume", "same", "file"]),
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.sampled_from(["note", "reply", "report", "task"]),
        st.integers(0, 4000),
        st.sampled_from(["plain", "Ёлка", "東京", "", "x\udc80", 'a"b', "\u202e"]),
    ),
    max_size=25,
)


def _random_history(script: Script) -> History:
    """The history that a script tells; a step that cannot be taken refuses a file without a header instead."""
    history = History()
    waiting: list[Held] = []
    taken: list[Accepted | Held] = []
    for number, (what, sender, to, kind, seconds, text) in enumerate(script):
        body = text.replace("\udc80", "?")
        ref = taken[seconds % len(taken)].id if taken and seconds % 2 else "20200101T000000Z-hub-000000000000"
        parts = {"kind": kind, "topic": f"{number} {body}".strip(), "body": body, "ref": ref}
        record: Record
        match what:
            case "accepted":
                record = accepted(sender, to, signer=None, file="a.md", **parts)
                taken.append(record)
            case "held":
                record = held(sender, to, signer=None, file="a.md", **parts)
                waiting.append(record)
                taken.append(record)
            case "rejected":
                record = replace(rejected(sender, to, "limits", f"3 {DAILY_LIMIT}"), header=parts, body=body)
            case "approve" | "decline" if waiting:
                record = decided(waiting.pop(seconds % len(waiting)), what, body)
            case "pause":
                record = Paused(sender, text)
            case "resume":
                document = {"act": "resume", "args": {"agent": sender}, "nonce": f"n{number % 3}"}
                record = Resumed(document, "0b" * 32, "00" * 64)
            case "same" if taken:
                record = taken[-1]
            case _:
                record = Rejected(None, sender, f"{text}.md", None, 3, None, "identity", text)
        history.add(record, timedelta(seconds=seconds))
    return history


@settings(max_examples=60)
@given(script=STEPS, cuts=st.lists(st.integers(1, 5), min_size=1, max_size=4), tidy_at=st.integers(0, 25))
def test_a_rebuilt_index_equals_one_that_followed(
    tmp_path_factory: pytest.TempPathFactory,
    script: Script,
    cuts: list[int],
    tidy_at: int,
) -> None:
    history = _random_history(script)
    index = Index.in_memory(tmp_path_factory.mktemp("none"))
    done = 0
    while done < len(history.entries):
        size = cuts[done % len(cuts)]
        index.project(history.entries[done : done + size])
        done += size
        if done > tidy_at:
            index.tidy(0)
    rebuilt = Index.in_memory(history.write(tmp_path_factory.mktemp("journal")))
    assert dump_tidied(index) == dump_tidied(rebuilt)
    index.close()
    rebuilt.close()


@settings(max_examples=40)
@given(script=STEPS)
def test_a_count_is_the_length_of_its_list(tmp_path_factory: pytest.TempPathFactory, script: Script) -> None:
    history = _random_history(script)
    index = Index.in_memory(tmp_path_factory.mktemp("journal"))
    index.project(history.entries)
    index.tidy(60)
    connection = index.connection
    listings = [owner_queue.QUEUE, owner_queue.DECIDED]
    listings += [make(name) for name in NAMES for make in (mailboxes.sent, mailboxes.delivered, mailboxes.refused)]
    for listing in listings:
        assert listing.count(connection) == len(listing.page(connection, limit=1000))
    assert owner_queue.waiting_count(connection) == len(owner_queue.waiting(connection))
    for text in ("", "verdict:held", "agent:hub", "from:builder", "plain", "-plain", "東京", "x"):
        query = parse_query(text)
        assert search.count(connection, query, HERE) == len(search.matching_heights(connection, query, HERE))
    assert search.count(connection, parse_query("verdict:held"), HERE) == owner_queue.waiting_count(connection)
    index.close()
