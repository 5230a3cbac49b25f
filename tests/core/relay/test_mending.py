"""Mending after a power cut: what is lost or cut short is written anew, what was handled is left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from mailbox_gui.core.relay.mending import is_remnant
from tests.core.relay.test_recovery import let_the_mark_lag
from tests.support.life import one_life
from tests.support.post_office import Dropped, TestOffice
from tests.support.power_cut import after_a_cut
from tests.support.truth import Wanted, faults_of


@pytest.mark.parametrize(
    ("found", "whole", "left"),
    [
        (b"", b"mail", True),
        (b"ma", b"mail", True),
        (b"m\0\0l", b"mail", True),
        (b"\0\0\0\0", b"mail", True),
        (b"mail", b"mail", True),
        (b"mai!", b"mail", False),
        (b"mail and more", b"mail", False),
        (b"mail\0", b"mail", False),
    ],
)
def test_a_remnant_has_nothing_that_was_never_written(found: bytes, whole: bytes, *, left: bool) -> None:
    assert is_remnant(found, whole) is left


DAMAGES: dict[str, Callable[[Path], object]] = {
    "lost": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:40]),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
}


def _delivered(made: TestOffice) -> tuple[Dropped, Path]:
    draft = made.drop("builder")
    one_life(made.office)
    return draft, made.box("hub", "inbox") / f"{draft.id}.md"


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_mail_that_a_power_cut_took_is_delivered_again(made: TestOffice, damage: Callable[[Path], object]) -> None:
    draft, letter = _delivered(made)
    damage(letter)
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_mail_that_its_agent_has_handled_stays_where_it_is(made: TestOffice) -> None:
    draft, letter = _delivered(made)
    letter.rename(made.box("hub", "done") / letter.name)
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_mail_that_was_taken_away_comes_again_after_a_power_cut_only(made: TestOffice) -> None:
    _, letter = _delivered(made)
    letter.unlink()
    let_the_mark_lag(made)
    one_life(made.office)
    assert not letter.exists()
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert letter.exists()


def test_another_file_under_the_name_of_mail_is_kept_beside_it(made: TestOffice) -> None:
    draft, letter = _delivered(made)
    letter.write_bytes(b"an agent's own note")
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert letter.read_bytes() == b"an agent's own note"
    assert letter.with_name(f"{draft.id}-2.md").read_bytes() == draft.raw


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_reason_that_a_power_cut_took_is_written_again(made: TestOffice, damage: Callable[[Path], object]) -> None:
    first = made.drop("builder", to="site", name="note.md")
    one_life(made.office)
    second = made.drop("builder", to="site", name="note.md", topic="again")
    one_life(made.office)
    for name in ("note.md.reason", "note-2.md.reason"):
        damage(made.box("builder", "rejected") / name)
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(first, "route"), Wanted(second, "route")]) == []


@pytest.mark.parametrize("verdict", ["approve", "decline"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_what_a_decision_released_is_written_again(
    made: TestOffice, verdict: Literal["approve", "decline"], damage: Callable[[Path], object]
) -> None:
    draft = made.drop("site", kind="request", requires="owner")
    one_life(made.office)
    decision = made.decide(draft, verdict, "" if verdict == "approve" else "not now")
    one_life(made.office)
    box = made.box("hub", "inbox") if verdict == "approve" else made.box("site", "rejected")
    damage(next(path for path in box.iterdir() if path.suffix == ".md"))
    damage(next(made.box("site", "inbox").glob(f"{decision.id}.md")))
    let_the_mark_lag(made)
    with after_a_cut():
        one_life(made.office)

    assert faults_of(made, [Wanted(draft, "held"), Wanted(decision, "decided")]) == []
