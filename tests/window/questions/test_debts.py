"""The board's question: pages from where a column was scrolled to, cards in words, and the summary."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.window.models.debt_board import BoardShape, Window
from mailbox_gui.window.questions import debts as asked
from mailbox_gui.window.questions.debts import board, debt_row, more, waived_with
from mailbox_gui.window.questions.source import Source
from tests.core.debts.telling import Telling
from tests.support.clock import NOON


@pytest.fixture
def telling() -> Telling:
    told = Telling()
    told.tell(
        [
            *(f"hub>builder question q{number}" for number in range(9)),
            "hub>site task t requires=reply",
            "new builder slow-mock",
            "hold builder>site request h",
        ]
    )
    return told


@pytest.fixture
def source(telling: Telling, tmp_path: Path) -> Iterator[Source]:
    index = Index.in_memory(telling.history.write(tmp_path / "journal"))
    index.catch_up()
    rules = SimpleNamespace(hub="hub", agents={"hub": {}, "builder": {}, "idle": {}})
    yield cast("Source", SimpleNamespace(connection=index.connection, rules=rules))
    index.close()


def test_a_column_is_read_from_where_it_was_scrolled_to(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "PAGE", 3)
    monkeypatch.setattr(asked, "MOST", 5)
    first = board(source, BoardShape(), {}, NOON).columns[0]
    assert (len(first.rows), first.above, first.below, first.owed) == (3, False, True, 10)
    second = more(source, BoardShape(), "reply", first.rows[-1].spot, "after", NOON)
    assert [row.number for row in second.rows] == [row.number + 3 for row in first.rows]
    assert second.below
    window = Window(second.rows[0].spot, 99)
    middle = board(source, BoardShape(), {"reply": window}, NOON).columns[0]
    assert (len(middle.rows), middle.above, middle.below) == (5, True, True)
    back = more(source, BoardShape(), "reply", second.rows[0].spot, "before", NOON)
    assert (back.rows, back.above) == (first.rows, False)


def test_a_column_whose_place_is_gone_begins_at_its_top(source: Source) -> None:
    last = board(source, BoardShape(), {}, NOON).columns[0].rows[-1].spot
    column = board(source, BoardShape("builder"), {"reply": Window(last, 3)}, NOON).columns[0]
    assert len(column.rows) == 9
    assert not column.above


def test_the_summary_names_everybody_once(source: Source) -> None:
    view = board(source, BoardShape(debtor="site"), {}, NOON)
    people = {person.shown: person for person in view.people}
    assert list(people) == ["hub", "builder", "idle", "site", "you"]
    assert people["builder"].chips == ("A9", "C1")
    assert people["site"].chips == ("A1", "B1")
    assert people["hub"].is_owed == 12
    assert view.owed == 13, "whatever is left out of the columns"
    assert [column.owed for column in view.columns] == [1, 1, 0, 0]


def test_a_waiver_says_all_that_it_closes(source: Source) -> None:
    task = board(source, BoardShape("site"), {}, NOON).columns[1].rows[0]
    assert waived_with(source, task.debt) == "the reply of site, the report of site"
    marker = board(source, BoardShape(), {}, NOON).columns[2].rows[0]
    assert waived_with(source, marker.debt) == "the workaround of builder"


def test_foreign_text_on_a_card_is_made_visible() -> None:
    debt = Debt(1, "report", "builder", "owner", "r", "a\u202eb", "00", 1, NOON, NOON, waiting_on="hub")
    row = debt_row(debt, NOON)
    assert "\u202e" not in row.title + row.tip
    assert row.owes == "owes you a report, waits on hub"
