"""Cyclic garbage is collected on main alone."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtWidgets import QApplication

from mailbox_gui.window.garbage import MainThreadGarbage


class Cycle:
    """Refers to itself, so that only the collector ends it; notes where it ended."""

    ended: list[int] = []  # noqa: RUF012 - one list for all on purpose

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        Cycle.ended.append(threading.get_ident())


@pytest.mark.usefixtures("qapp")
def test_no_other_thread_collects_while_it_runs() -> None:
    Cycle.ended.clear()
    garbage = MainThreadGarbage()
    garbage.start()
    try:
        def allocate() -> None:
            for _ in range(20_000):
                Cycle()

        thread = threading.Thread(target=allocate)
        thread.start()
        thread.join()
        assert Cycle.ended == []
        garbage.collect_due()
        assert set(Cycle.ended) == {threading.get_ident()}
        assert len(Cycle.ended) == 20_000
    finally:
        garbage.stop()
    assert gc.isenabled()


def test_it_gives_back_what_it_took(qapp: QApplication) -> None:
    garbage = MainThreadGarbage()
    garbage.start()
    one = Cycle()
    watched = weakref.ref(one)
    del one
    garbage.stop()
    assert watched() is None
    assert gc.get_freeze_count() == 0
