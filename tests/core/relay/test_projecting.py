"""Projecting beside the next batch: one at a time, in order, and its error is not lost."""

from __future__ import annotations

import errno
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from mailbox_gui.core.relay.projecting import Projector

_PATIENCE = 30.0


class FakeIndex:
    """Takes lines when it is let to."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.got: list[Any] = []
        self.error: OSError | None = None

    def project(self, entries: Sequence[Any]) -> None:
        assert self.go.wait(_PATIENCE)
        if self.error is not None:
            raise self.error
        self.got += entries


def projector(index: FakeIndex, executor: ThreadPoolExecutor | None) -> Any:
    """One that takes anything for a line."""
    return Projector(index, executor)  # type: ignore[arg-type]


def test_without_an_executor_it_is_done_at_once() -> None:
    index = FakeIndex()
    index.go.set()
    one = projector(index, None)
    one.submit(["a", "b"])

    assert index.got == ["a", "b"]
    assert one.settle() == ("a", "b")
    assert one.settle() == ()


def test_with_one_it_is_done_beside_and_told_when_it_is_done() -> None:
    index = FakeIndex()
    with ThreadPoolExecutor(2) as executor:
        one = projector(index, executor)
        one.submit(["a"])
        assert index.got == []
        index.go.set()
        one.submit(["b"])
        assert one.settle() == ("a", "b")
    assert index.got == ["a", "b"]


def test_an_error_comes_out_at_the_next_look() -> None:
    index = FakeIndex()
    index.error = OSError(errno.ENOSPC, "full")
    index.go.set()
    with ThreadPoolExecutor(2) as executor:
        one = projector(index, executor)
        one.submit(["a"])
        with pytest.raises(OSError, match="full"):
            one.settle()


def test_abandoning_waits_and_says_nothing() -> None:
    index = FakeIndex()
    index.error = OSError(errno.ENOSPC, "full")
    index.go.set()
    with ThreadPoolExecutor(2) as executor:
        one = projector(index, executor)
        one.submit(["a"])
        one.abandon()
