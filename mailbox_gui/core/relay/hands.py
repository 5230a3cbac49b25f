"""Several hands for a batch's file calls: each waits for the disk, and their waits overlap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")

# Handing over fewer calls than this costs more than their waits.
_FEW = 4


class Hands:
    """Does the same to many things. Without an executor one after the other, in their order, in the caller's thread."""

    def __init__(self, executor: Executor | None) -> None:
        self._executor = executor

    def each(self, act: Callable[[_T], _R], things: Sequence[_T]) -> list[_R]:
        """`act` on each of `things`; the results in their order. Raises the first error after all have been tried."""
        if self._executor is None or len(things) <= _FEW:
            return [act(thing) for thing in things]
        running = [self._executor.submit(act, thing) for thing in things]
        failures = [error for future in running if (error := future.exception()) is not None]
        if failures:
            raise failures[0]
        return [future.result() for future in running]
