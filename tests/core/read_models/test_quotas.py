"""How much of the daily number is used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from mailbox_gui.core.read_models.facts import sent_since
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.quotas import quota
from tests.core.read_models.history import START, History, accepted, held, rejected

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("hours", "sent", "frees"), [(0, 3, 25), (24.5, 3, 25), (25.5, 2, 26), (27, 1, 28), (40, 0, None)]
)
def test_a_message_counts_for_a_day(
    history: History, index_of: Callable[[History], Index], hours: float, sent: int, frees: float | None
) -> None:
    for record in (
        accepted("builder", "hub"),
        held("builder", "hub"),
        rejected("builder", "site"),
        accepted("builder", "hub", topic="third"),
    ):
        history.add(record, HOUR)
    connection = index_of(history).connection
    now = START + hours * HOUR
    found = quota(connection, "builder", now)
    assert (found.sent, found.frees) == (sent, None if frees is None else START + frees * HOUR)
    assert found.sent == sent_since(connection, "builder", now - 24 * HOUR)
