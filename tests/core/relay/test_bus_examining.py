"""Posts are examined alike alone and several at once, in their order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from nacl.signing import SigningKey

from mailbox_gui.core.bus.post import make_post
from mailbox_gui.core.folders.claim import Read
from mailbox_gui.core.relay.bus_examining import PostExaminer
from tests.support.clock import NOON
from tests.support.scanner import MARKER, MarkerScanner

KEY = SigningKey(b"k" * 32)


def files() -> list[tuple[str, Read]]:
    made = []
    for number in range(30):
        body = f"use {MARKER}" if number % 7 == 3 else f"post {number}"
        raw = make_post(KEY, NOON, label="l", topic="t", body=body).raw
        raw = raw[:-1] if number % 5 == 4 else raw
        made.append((f"{number}.post", Read(len(raw), raw)))
    return [*made, ("link.post", Read(3, what="a symbolic link"))]


def test_with_threads_it_is_the_same() -> None:
    alone = list(PostExaminer(MarkerScanner(), None).each(files(), NOON))
    with ThreadPoolExecutor(3) as executor:
        assert list(PostExaminer(MarkerScanner(), executor).each(files(), NOON)) == alone

    assert [examined.name for examined in alone] == [name for name, _ in files()]
    assert {examined.faults[0].check for examined in alone if examined.faults} == {"header", "secrets"}
    assert sum(not examined.faults for examined in alone) == sum(
        number % 7 != 3 and number % 5 != 4 for number in range(30)
    )
