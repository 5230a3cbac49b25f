"""Several hands for a batch's file calls: each waits for the disk, and their waits overlap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")

# Handing over fewer calls than this costs more than their waits.
_FEW = 4
_HEAPS = 3


class Hands:
    """Does the same to many things. Without an executor one after the other, in their order, in the caller's thread."""

    def __init__(self, executor: Executor | None) -> None:
        self._executor = executor

    def each(self, act: Callable[[_T], _R], things: Sequence[_T]) -> list[_R]:
        """`act` on each of `things`; the results in their order. Raises the first error after all have been tried."""
        if self._executor is None or len(things) <= _FEW:
            return [act(thing) for thing in things]
        # Each hand gets one heap: handing over every call would cost as much as the call. This thread is a hand too.
        heaps = [things[start::_HEAPS] for start in range(_HEAPS)]
        running = [self._executor.submit(_try_each, act, heap) for heap in heaps[1:]]
        tried = [_try_each(act, heaps[0]), *(future.result() for future in running)]
        done = [tried[number % _HEAPS][number // _HEAPS] for number in range(len(things))]
        for outcome in done:
            if isinstance(outcome, Failed):
                raise outcome.error
        return [outcome for outcome in done if not isinstance(outcome, Failed)]


@dataclass(frozen=True, slots=True)
class Failed:
    """What a call raised."""

    error: Exception


def _try_each(act: Callable[[_T], _R], things: Sequence[_T]) -> list[_R | Failed]:
    return [_try(act, thing) for thing in things]


def _try(act: Callable[[_T], _R], thing: _T) -> _R | Failed:
    try:
        return act(thing)
    except Exception as error:  # noqa: BLE001 - raised again when all have been tried
        return Failed(error)
