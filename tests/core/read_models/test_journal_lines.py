"""The journal as a list of all its lines."""

from __future__ import annotations

from collections.abc import Callable

from mailbox_gui.core.journal.records import (
    Agent,
    Checkpoint,
    Paused,
    Recovered,
    Resumed,
    RulesRefused,
    Started,
    Stopped,
    Unknown,
)
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.journal_lines import last_height, lines
from tests.core.read_models.history import History, accepted, rejected

Make = Callable[[History], Index]


def test_every_line_is_in_the_list(history: History, index_of: Make) -> None:
    key, signature = "0b" * 32, "00" * 64
    for record in (
        Started(program="mailbox relay", pid=4711, root="/home/a/post-office"),
        accepted("builder", "hub", topic="green"),
        Paused("builder", "20 refusals"),
        Resumed({"act": "resume", "args": {"agent": "builder"}}, key, signature),
        Agent({"act": "agent-add", "args": {"name": "site"}}, key, signature),
        RulesRefused("00" * 32, "unsigned"),
        rejected("builder", "site", topic="no"),
        Recovered(1, 0, 12, ("one", "two")),
        Checkpoint({"height": 8}, key, signature),
        Unknown("later", {"x": 1}),
        Stopped("asked to stop"),
    ):
        history.add(record)
    connection = index_of(history).connection
    found = lines(connection)
    assert [row.height for row in found] == list(range(11, 0, -1))
    assert [row.at for row in found] == [entry.at for entry in reversed(history.entries)]
    assert [(row.type, row.about, row.said, row.message.topic if row.message else None) for row in reversed(found)] == [
        ("started", "mailbox relay", "/home/a/post-office", None),
        ("accepted", "", "", "green"),
        ("paused", "builder", "20 refusals", None),
        ("resumed", "builder", "resume", None),
        ("agent", "site", "agent-add", None),
        ("rules_refused", "rules.json", "unsigned", None),
        ("rejected", "", "", "no"),
        ("recovered", "", "one; two", None),
        ("checkpoint", "", "", None),
        ("later", "", "", None),
        ("stopped", "", "asked to stop", None),
    ]
    assert last_height(connection) == 11
    assert lines(connection, before=5, limit=3) == found[7:10]
    assert lines(connection, before=1) == []
