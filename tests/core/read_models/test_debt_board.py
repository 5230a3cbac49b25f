"""The board: pages in the order of the due, from any place in both directions, and counts of what they list."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.debts.debt import KINDS, Debt, Kind
from mailbox_gui.core.read_models import debt_board, debt_lists
from mailbox_gui.core.read_models.debt_board import Order, Sieve, Spot, counts, page, spot_of
from mailbox_gui.core.read_models.index import Index
from tests.core.debts.telling import Telling

LINES = (
    "hub>builder question first due=+9h topic=Deploy-site",
    "hub>site question second due=+2h",
    "hub>trader question third due=+2h",
    "wait 1h",
    "hub>builder task fourth due=+1h topic=ПРОВЕРКА",
    "builder>owner question fifth",
    "new builder slow-mock",
    "commits builder 3",
    "hub>site question answered",
    "site>hub reply - re answered",
    "wait 2h",
)


@pytest.fixture
def told() -> Telling:
    telling = Telling()
    telling.tell(LINES)
    return telling


@pytest.fixture
def index(told: Telling, tmp_path: Path) -> Iterator[Index]:
    made = Index.in_memory(told.history.write(tmp_path / "journal"))
    made.catch_up()
    yield made
    made.close()


def shown(telling: Telling, found: list[Debt]) -> list[str]:
    return [telling.name_of(debt.ref) for debt in found]


@pytest.mark.parametrize(
    ("kind", "sieve", "order", "names"),
    [
        ("reply", Sieve(), "due", ["second", "third", "first"]),
        ("reply", Sieve(), "opened", ["first", "second", "third"]),
        ("reply", Sieve("site"), "due", ["second"]),
        ("reply", Sieve(words="DEPLOY sit"), "due", ["first"]),
        ("report", Sieve(words="проверка"), "due", ["fourth"]),
        ("workaround", Sieve(words="slow"), "due", ["slow-mock"]),
        ("decision", Sieve(), "due", ["fifth"]),
        ("reply", Sieve(words="nobody says this"), "due", []),
    ],
)
def test_a_column_lists_what_is_meant(
    index: Index, told: Telling, kind: Kind, sieve: Sieve, order: Order, names: list[str]
) -> None:
    assert shown(told, page(index.connection, kind, sieve, order)) == names


def test_overdue_only(index: Index, told: Telling) -> None:
    late = Sieve(overdue_at=told.history.now)
    assert shown(told, page(index.connection, "reply", late)) == ["second", "third"]
    assert sum(count.owed for count in counts(index.connection, late, told.history.now)) == sum(
        count.overdue for count in counts(index.connection, Sieve(), told.history.now)
    )


@pytest.mark.parametrize("order", ["due", "opened"])
def test_pages_in_both_directions_make_the_whole(index: Index, order: Order) -> None:
    whole = page(index.connection, "reply", Sieve(), order)
    down: list[Debt] = []
    spot: Spot | None = None
    while part := page(index.connection, "reply", Sieve(), order, spot=spot, limit=1):
        down += part
        spot = spot_of(part[-1])
    up = page(index.connection, "reply", Sieve(), order, spot=spot_of(whole[-1]), side="before", limit=9)
    assert down == whole
    assert [*up, whole[-1]] == whole
    assert page(index.connection, "reply", Sieve(), order, spot=spot_of(whole[1]), inclusive=True) == whole[1:]
    assert page(index.connection, "reply", Sieve(), order, side="before", limit=1) == whole[-1:]


def test_counts_agree_with_the_lists(index: Index, told: Telling) -> None:
    now = told.history.now
    found = counts(index.connection, Sieve(), now)
    assert sum(count.owed for count in found) == debt_lists.owed_count(index.connection)
    assert sum(count.overdue for count in found) == debt_lists.owed_count(index.connection, overdue_at=now)
    for kind, debtor in itertools.product(KINDS, ("builder", "site", "owner")):
        listed = page(index.connection, kind, Sieve(debtor))
        assert sum(each.owed for each in found if (each.kind, each.debtor) == (kind, debtor)) == len(listed)


def test_no_page_is_larger_than_the_most(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debt_board, "MOST", 2)
    assert len(page(index.connection, "reply", Sieve(), limit=1_000_000)) == 2


def test_a_page_in_the_order_of_the_due_is_not_sorted(index: Index) -> None:
    asked: list[str] = []
    index.connection.set_trace_callback(asked.append)
    page(index.connection, "reply", Sieve("site"), spot=Spot(timedelta(1) // timedelta(milliseconds=1), 1))
    index.connection.set_trace_callback(None)
    plan = [row[3] for row in index.connection.execute(f"EXPLAIN QUERY PLAN {asked[-1]}")]
    assert any("debt_board" in line for line in plan)
    assert not any("TEMP B-TREE" in line for line in plan)
