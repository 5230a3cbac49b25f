"""What became of a draft that somebody waits for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Rejected
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.outcome import Verdict, outcome_of
from tests.core.read_models.history import OWNER_KEY, History, accepted, decided, held, rejected


def test_the_verdict_on_a_draft_is_the_first_above_the_height(
    history: History, index_of: Callable[[History], Index], tmp_path: Path
) -> None:
    journal = JournalReader(tmp_path / "journal")
    plain, ask = accepted("builder", "hub"), held("builder", "hub")
    again = rejected("builder", "hub", "duplicate", "already accepted", hint="write it anew", also=[("route", "no")])
    decision = decided(ask, "approve")
    for record in (plain, ask, again, decision):
        history.add(record)
    connection = index_of(history).connection
    assert outcome_of(connection, journal, plain.id, plain.sha256, 0) == Verdict("accepted", plain.id, 1)
    assert outcome_of(connection, journal, plain.id, plain.sha256, 1) == Verdict(
        "rejected", plain.id, 3, "duplicate", "already accepted", "write it anew", (Fault("route", "no"),)
    )
    assert outcome_of(connection, journal, plain.id, plain.sha256, 3) is None
    # What was decided since is not what the sender waited for.
    assert outcome_of(connection, journal, ask.id, ask.sha256, 0) == Verdict("held", ask.id, 2)
    assert outcome_of(connection, journal, decision.id, "", 0) == Verdict(
        "decided", decision.id, 4, author=OWNER_KEY
    )


def test_a_draft_without_an_id_is_found_by_its_hash(
    history: History, index_of: Callable[[History], Index], tmp_path: Path
) -> None:
    journal = JournalReader(tmp_path / "journal")
    history.add(Rejected(None, "builder", "a.md", None, 5, "ab" * 32, "header", "no front matter"))
    connection = index_of(history).connection
    found = outcome_of(connection, journal, "", "ab" * 32, 0)
    assert found is not None
    assert (found.verdict, found.check) == ("rejected", "header")
    assert outcome_of(connection, journal, "", "cd" * 32, 0) is None
