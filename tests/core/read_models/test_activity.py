"""Days and last signs of life of the agents."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from mailbox_gui.core.read_models.activity import activity
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import START, History, accepted, decided, held, rejected

Make = Callable[[History], Index]


def test_days_are_those_of_the_reader(history: History, index_of: Make) -> None:
    ask = held("builder", "hub")
    history.add(accepted("builder", "hub"))  # 09:00 UTC on the 30th
    history.add(ask, timedelta(hours=13))  # 22:00: already the 1st in Tokyo
    history.add(rejected("builder", "site"), timedelta(hours=1))
    history.add(decided(ask, "decline", "no"), timedelta(hours=20))
    connection = index_of(history).connection
    now = START + timedelta(days=1, hours=13)

    def counts(zone: str) -> list[tuple[str, int, int]]:
        (of_builder,) = activity(connection, ["builder"], now.astimezone(ZoneInfo(zone)))
        assert len(of_builder.days) == 7
        return [(f"{day.day:%d}", day.sent, day.refused) for day in of_builder.days if day.sent or day.refused]

    assert counts("UTC") == [("30", 2, 2)]
    assert counts("Asia/Tokyo") == [("30", 1, 0), ("01", 1, 2)]
    assert counts("Pacific/Kiritimati") == [("30", 1, 0), ("01", 1, 2)]


def test_a_day_of_23_hours_is_one_day(history: History, index_of: Make) -> None:
    history.now = datetime(2026, 3, 28, 22, 30, tzinfo=ZoneInfo("UTC"))
    history.add(accepted("builder", "hub"))  # 23:30 on the 28th in Berlin
    history.add(accepted("builder", "hub", topic="two"), timedelta(hours=1))  # 00:30 on the 29th, the short day
    history.add(accepted("builder", "hub", topic="three"), timedelta(hours=23))  # 00:30 on the 30th
    now = datetime(2026, 3, 30, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    (found,) = activity(index_of(history).connection, ["builder"], now)
    assert [day.sent for day in found.days] == [0, 0, 0, 0, 1, 1, 1]


def test_last_seen_is_the_last_draft_of_any_fate(history: History, index_of: Make) -> None:
    history.add(accepted("builder", "hub"))
    last = history.add(rejected("builder", "site"), timedelta(hours=1))
    history.add(accepted("hub", "builder"), timedelta(hours=1))
    connection = index_of(history).connection
    found = {each.agent: each.seen for each in activity(connection, ["builder", "hub", "site"], history.now)}
    assert found == {"builder": last.at, "hub": history.now, "site": None}
