"""Traps in the folders of agents: pipes, links and folders where the relay writes must neither stop nor lead it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.life import life, one_life
from tests.support.post_office import TestOffice
from tests.support.truth import lines_of

pytestmark = pytest.mark.timeout(60)


def _link(path: Path) -> None:
    path.symlink_to("/etc/hostname")


Make = Callable[[Path], object]
KINDS: dict[str, Make] = {"pipe": os.mkfifo, "link": _link, "folder": Path.mkdir, "file": Path.touch}


@pytest.fixture(params=list(KINDS))
def make(request: pytest.FixtureRequest) -> Make:
    return KINDS[request.param]


def test_in_the_place_of_a_reason(made: TestOffice, make: Make) -> None:
    make(made.box("builder", "rejected") / "note.md.reason")
    made.drop("builder", name="note.md", to="site")
    one_life(made.office)

    assert (made.box("builder", "rejected") / "note-2.md").is_file()
    assert (made.box("builder", "rejected") / "note-2.md.reason").is_file()


def test_in_the_place_of_a_refused_draft(made: TestOffice, make: Make) -> None:
    make(made.box("builder", "rejected") / "note.md")
    made.drop("builder", name="note.md", to="site")
    one_life(made.office)

    assert (made.box("builder", "rejected") / "note-2.md.reason").is_file()


def test_in_the_place_of_a_delivery(made: TestOffice, make: Make) -> None:
    draft = made.drop("builder", topic="expected")
    make(made.box("hub", "inbox") / f"{draft.id}.md")
    with life(made.office) as lived:
        lived.work_off()
        assert lived.said == {"conflict"}

    assert (made.box("hub", "inbox") / f"{draft.id}-2.md").read_bytes() == draft.raw


def test_in_the_place_of_held_mail(made: TestOffice, make: Make) -> None:
    held = made.drop("builder", topic="may I", kind="request", requires="owner")
    one_life(made.office)
    queued = made.office.queue / f"{held.id}.md"
    queued.unlink()
    make(queued)
    made.decide(held, "approve")
    one_life(made.office)

    assert [line["check"] for line in lines_of(made) if line["type"] == "rejected"] == ["decision"]
    assert made.files("hub", "inbox") == []


def test_in_the_place_of_a_staged_copy(made: TestOffice, make: Make) -> None:
    one_life(made.office)
    draft = made.drop("builder", topic="expected")
    place = made.office.staging / f"{draft.id}.md"
    if make is Path.mkdir:
        pytest.skip("only the owner could put a folder there; it is said as a fault of the machine")
    make(place)
    one_life(made.office)

    assert (made.box("hub", "inbox") / f"{draft.id}.md").read_bytes() == draft.raw


def test_in_the_place_of_the_rules(made: TestOffice, make: Make) -> None:
    one_life(made.office)
    draft = made.drop("builder", topic="goes on")
    inbox = made.box("hub", "inbox")
    made.office.rules_file.unlink()
    make(made.office.rules_file)
    with life(made.office) as lived:
        lived.work_off()
        assert lived.said == {"rules"}

    assert (inbox / f"{draft.id}.md").exists()


def test_rules_kept_elsewhere_are_followed(made: TestOffice, tmp_path: Path) -> None:
    one_life(made.office)
    made.set_rules(hub="builder")
    made.office.rules_file.rename(tmp_path / "kept.json")
    made.office.rules_file.symlink_to(tmp_path / "kept.json")
    with life(made.office) as lived:
        lived.work_off()
        assert lived.engine.rules.hub == "builder"
        assert not lived.said


def test_a_leftover_claim_that_is_none(made: TestOffice, make: Make) -> None:
    """As an agent's odd draft lies there after a kill."""
    (made.office.claimed / "builder").mkdir(parents=True)
    make(made.office.claimed / "builder" / "odd.md")
    one_life(made.office)

    assert [line["check"] for line in lines_of(made) if line["type"] == "rejected"] in (["identity"], ["header"])
    assert list((made.office.claimed / "builder").iterdir()) == []
