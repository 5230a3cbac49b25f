"""Projecting beside the relay's work: together, in order, and no error is lost."""

from __future__ import annotations

import errno
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from mailbox_gui.core.relay.projecting import Projector

_PATIENCE = 30.0


class FakeIndex:
    """Takes lines when it is let to."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.got: list[int] = []
        self.calls = 0
        self.height = 0
        self.error: OSError | None = None

    def project(self, entries: Sequence[Any]) -> None:
        assert self.go.wait(_PATIENCE)
        if self.error is not None:
            raise self.error
        self.calls += 1
        self.got += heights(entries)
        self.height = self.got[-1]


def projector(index: FakeIndex, executor: ThreadPoolExecutor | None) -> Any:
    """One that takes anything with a height for a line."""
    return Projector(index, executor)  # type: ignore[arg-type]


def lines(*numbers: int) -> list[Any]:
    return [SimpleNamespace(height=number) for number in numbers]


def heights(entries: Sequence[Any]) -> list[int]:
    return [entry.height for entry in entries]


def test_without_an_executor_it_is_done_at_once() -> None:
    index = FakeIndex()
    index.go.set()
    one = projector(index, None)
    one.submit(lines(1, 2))

    assert index.got == [1, 2]
    assert heights(one.told()) == [1, 2]
    assert one.told() == ()


def test_few_lines_wait_for_more_or_for_somebody_who_needs_them() -> None:
    index = FakeIndex()
    index.go.set()
    with ThreadPoolExecutor(2) as executor:
        one = projector(index, executor)
        one.submit(lines(1))
        one.submit(lines(2))
        assert one.told() == ()
        assert one.height == 0
        one.wait()
        assert heights(one.told()) == [1, 2]
        assert one.height == 2
    assert index.calls == 1


def test_many_are_projected_beside_and_told_when_they_are() -> None:
    index = FakeIndex()
    with ThreadPoolExecutor(2) as executor:
        one = projector(index, executor)
        one.submit(lines(*range(1, 101)))
        one.submit(lines(101))
        assert one.told() == ()
        assert one.height == 0
        index.go.set()
        one.wait()
        assert heights(one.told()) == list(range(1, 102))
    assert index.got == list(range(1, 102))


def test_an_error_comes_out_at_the_next_look() -> None:
    index = FakeIndex()
    index.error = OSError(errno.ENOSPC, "full")
    index.go.set()
    with ThreadPoolExecutor(2) as executor:
        one = projector(index, executor)
        one.submit(lines(*range(1, 101)))
        with pytest.raises(OSError, match="full"):
            one.wait()


def test_abandoning_waits_and_says_nothing() -> None:
    index = FakeIndex()
    index.error = OSError(errno.ENOSPC, "full")
    index.go.set()
    with ThreadPoolExecutor(2) as executor:
        one = projector(index, executor)
        one.submit(lines(*range(1, 101)))
        one.abandon()
        assert one.told() == ()
    assert index.got == []
