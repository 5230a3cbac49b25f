"""The chain as the journal's badge tells of it: verified, broken, or given up because the window closes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mailbox_gui.core.relay.one_pass import one_pass
from mailbox_gui.window.questions.journal import GivenUpError, chain_view
from mailbox_gui.window.questions.source import Source
from mailbox_gui.window.readers import Readers
from tests.support.post_office import TestOffice
from tests.support.scanner import MarkerScanner


def relayed(office: TestOffice) -> Source:
    """The office after its relay judged two messages."""
    for topic in ("one", "two"):
        office.drop(topic=topic)
    one_pass(office.office, program="test", scanner=MarkerScanner(), clock=lambda: office.now)
    return Source(office.office)


def test_a_whole_chain_is_verified_to_its_last_line(office: TestOffice) -> None:
    view = chain_view(relayed(office))
    assert view.tone == "ok"
    assert view.words.startswith("chain verified to #")


def test_a_line_that_was_changed_breaks_it(office: TestOffice) -> None:
    source = relayed(office)
    segment = max(office.office.journal.glob("*.jsonl"))
    segment.write_bytes(segment.read_bytes().replace(b"two", b"six"))
    assert chain_view(source).words.startswith("chain breaks at #")


def test_it_is_given_up_when_nobody_waits(office: TestOffice) -> None:
    with pytest.raises(GivenUpError):
        chain_view(relayed(office), lambda: True)


def test_the_end_of_a_reader_reaches_a_question_under_way(qapp: object) -> None:
    readers: Readers[object] = Readers(object)
    readers.start()
    asked: list[Callable[[], bool]] = []

    def long_question(_source: object) -> None:
        asked.append(readers.ending)
        while not readers.ending():
            pass

    readers.ask("long", long_question, lambda _answer: None)
    while not asked:
        pass
    readers.finish()
    assert readers.ending()
