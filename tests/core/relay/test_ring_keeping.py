"""The ring follows the journal: whatever happened to its file, it is the same again after the next start."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.bus.ring import empty_ring, read_ring
from tests.core.relay.test_bus_desk import put
from tests.support.life import one_life
from tests.support.post_office import TestOffice


def _linked(ring: Path) -> None:
    ring.unlink()
    ring.symlink_to("/etc/hostname")


def _flipped(content: bytes) -> bytes:
    changed = bytearray(content)
    changed[4096 + 40] ^= 1
    return bytes(changed)


HARMS: dict[str, Callable[[Path], object]] = {
    "removed": Path.unlink,
    "emptied": lambda ring: ring.write_bytes(b""),
    "of nobody": lambda ring: ring.write_bytes(empty_ring()),
    "a bit flipped": lambda ring: ring.write_bytes(_flipped(ring.read_bytes())),
    "with its folder": lambda ring: shutil.rmtree(ring.parent),
    "a link": _linked,
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_a_harmed_ring_is_built_anew_from_the_journal(made: TestOffice, harm: Callable[[Path], object]) -> None:
    for number in range(70):
        put(made, f"{number:03}")
    one_life(made.office)
    before = read_ring(made.office.ring)
    harm(made.office.ring)
    one_life(made.office)

    assert read_ring(made.office.ring) == before
    assert before.seen == 70


def test_a_ring_that_is_right_is_left_alone(made: TestOffice) -> None:
    put(made, "one")
    one_life(made.office)
    inode = made.office.ring.stat().st_ino
    one_life(made.office)

    assert made.office.ring.stat().st_ino == inode
