"""Hands: the same done to many things, in their order, and the first error after all were tried."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from mailbox_gui.core.relay.hands import Hands


@pytest.mark.parametrize("count", [0, 1, 4, 5, 50])
@pytest.mark.parametrize("threads", [False, True])
def test_results_come_in_order(count: int, *, threads: bool) -> None:
    with ThreadPoolExecutor(3) as executor:
        hands = Hands(executor if threads else None)
        assert hands.each(lambda number: number * 2, range(count)) == [number * 2 for number in range(count)]


def test_an_error_comes_when_all_were_tried() -> None:
    tried: list[int] = []

    def act(number: int) -> None:
        tried.append(number)
        if number == 3:
            raise OSError(28, "full")

    with ThreadPoolExecutor(3) as executor, pytest.raises(OSError, match="full"):
        Hands(executor).each(act, range(20))
    assert sorted(tried) == list(range(20))


def test_without_an_executor_the_first_error_ends_it() -> None:
    def act(number: int) -> None:
        if number == 3:
            raise OSError(28, "full")

    executor: Executor | None = None
    with pytest.raises(OSError, match="full"):
        Hands(executor).each(act, range(20))
