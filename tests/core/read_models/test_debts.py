"""Debts in the index: any history gives the same book, however it came in, and whatever is asked of it agrees."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from mailbox_gui.core.debts.memory_book import debts_of
from mailbox_gui.core.read_models import debt_lists
from mailbox_gui.core.read_models.index import Index
from tests.core.debts.telling import Telling
from tests.core.read_models.dump import dump

PEOPLE = ("hub", "builder", "site", "owner")
KINDS = ("task", "request", "question", "reply", "report", "workaround", "escalation", "note")
SLUGS = ("slow-mock", "w-0a1b2c3d", "retry")

happenings = st.one_of(
    st.tuples(
        st.just("message"),
        st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)).filter(lambda pair: pair[0] != pair[1]),
        st.sampled_from(KINDS),
        st.sampled_from(("", "requires=reply", "requires=report", "due=-1h", "due=+9h")),
        st.sampled_from(("", "topic=nightly", *(f"says={slug}" for slug in SLUGS), f"x={SLUGS[0]}")),
        st.integers(-1, 12),
        st.booleans(),
    ),
    st.tuples(st.just("decide"), st.sampled_from(("approve", "decline", "waive")), st.integers(0, 12)),
    st.tuples(
        st.just("plain"),
        st.one_of(
            st.builds(
                "{} {}".format, st.sampled_from(("base", "commits-gone", "no-workspace")), st.sampled_from(PEOPLE[:3])
            ),
            st.builds("commits {} {}".format, st.sampled_from(PEOPLE[:3]), st.integers(1, 9)),
            st.builds(
                "{} {} {}".format,
                st.sampled_from(("baseline", "new", "moved", "gone")),
                st.sampled_from(PEOPLE[:3]),
                st.sampled_from(SLUGS),
            ),
            st.builds(
                "waive {} of {}".format,
                st.sampled_from((*SLUGS, "work:builder", "work:hub")),
                st.sampled_from(PEOPLE[:3]),
            ),
            st.sampled_from(("wait 1h", "wait 30h", 'rules obligations={"note":"reply","escalation":"reply"}')),
        ),
    ),
)


def lived(told: Sequence[tuple[object, ...]]) -> Telling:
    """A history of what was drawn: references to messages that are not there are left out."""
    telling = Telling()
    held: set[str] = set()
    for number, happening in enumerate(told):
        names = list(telling.named)
        match happening:
            case ("message", (sender, recipient), kind, asks, says, ref, waits):
                named = f"re {names[ref % len(names)]}" if names and isinstance(ref, int) and ref >= 0 else ""
                waits = waits and sender != "owner"
                telling.tell([f"{'hold ' if waits else ''}{sender}>{recipient} {kind} m{number} {asks} {says} {named}"])
                if waits:
                    held.add(f"m{number}")
            case ("decide", "waive", int(which)) if names:
                telling.tell([f"waive {names[which % len(names)]}"])
            case ("decide", str(verdict), int(which)) if held:
                name = sorted(held)[which % len(held)]
                held.discard(name)
                telling.tell([f"{verdict} {name}"])
            case ("plain", str(line)):
                telling.tell([line])
            case _:
                pass
    return telling


@settings(max_examples=60, deadline=None)
@given(st.lists(happenings, max_size=25), st.lists(st.integers(1, 7), min_size=1))
def test_incremental_and_rebuilt_are_the_same_record_by_record(
    told: list[tuple[object, ...]], batches: list[int]
) -> None:
    telling = lived(told)
    entries = telling.history.entries
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "none").mkdir()
        grown = Index.open(root / "grown.sqlite3", root / "none")
        start = 0
        while start < len(entries):
            size = batches[start % len(batches)]
            grown.project(entries[start : start + size])
            start += size
            assert tuple(debt_lists.every(grown.connection)) == debts_of(entries[:start])
        journal = telling.history.write(root / "journal")
        rebuilt = Index.in_memory(journal)
        assert dump(rebuilt.connection) == dump(grown.connection)
        rebuilt.close()
        grown.close()


@settings(max_examples=40, deadline=None)
@given(st.lists(happenings, max_size=30))
def test_list_counts_badge_and_lines_agree(told: list[tuple[object, ...]]) -> None:
    telling = lived(told)
    with tempfile.TemporaryDirectory() as folder:
        index = Index.in_memory(telling.history.write(Path(folder)))
        connection, now = index.connection, telling.history.now
        owed = debt_lists.owed(connection)
        everything = debt_lists.every(connection)
        assert owed == [debt for debt in everything if debt.live]
        counts = debt_lists.counts(connection, now)
        assert sum(owes.owed for owes in counts) == len(owed) == debt_lists.owed_count(connection)
        assert sum(owes.overdue for owes in counts) == debt_lists.owed_count(connection, None, now)
        for debt in everything:
            assert debt in debt_lists.opened_at(connection, debt.opened)
            assert (debt.state == "closed") is (debt.closed is not None) is bool(debt.how)
            assert debt.closed is None or debt in debt_lists.closed_at(connection, debt.closed)
            assert (debt.state == "waiting") is bool(debt.waiting_on)
        index.close()
