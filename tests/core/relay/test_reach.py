"""Reach: whether folders can take mail now; what is missing in a home that is there is made again."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.folders.delivery import Staging
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.reach import Reach
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice


class Reaching:
    """A fresh reach for each look, over one book of problems."""

    def __init__(self, made: TestOffice) -> None:
        self._made = made
        self.problems = ProblemBook()

    def can_take(self, name: str) -> bool:
        disk = WatchedDisk()
        staging = Staging(disk, str(self._made.office.staging))
        return Reach(disk, Homes(self._made.office, self._made.rules), staging, self.problems).can_take(name)


@pytest.fixture
def reaching(made: TestOffice) -> Reaching:
    return Reaching(made)


@pytest.mark.parametrize("name", ["owner", "hub", "builder"])
def test_whole_homes_are_reached(reaching: Reaching, name: str) -> None:
    assert reaching.can_take(name)
    assert reaching.problems.all() == ()


@pytest.mark.parametrize(("name", "box"), [("builder", "inbox"), ("builder", "rejected"), ("owner", "queue")])
def test_a_box_that_is_missing_is_made_again(made: TestOffice, reaching: Reaching, name: str, box: str) -> None:
    made.box(name, box).rmdir()

    assert reaching.can_take(name)
    assert made.box(name, box).is_dir()


def test_a_home_that_is_gone_is_said_until_it_is_back(made: TestOffice, reaching: Reaching) -> None:
    home, aside = made.root / "agents" / "builder", made.root / "aside"
    home.rename(aside)
    assert not reaching.can_take("builder")
    assert not home.exists()
    assert [problem.where for problem in reaching.problems.all()] == [str(home)]
    aside.rename(home)
    assert reaching.can_take("builder")
    assert reaching.problems.all() == ()


@pytest.mark.parametrize("place", ["home", "inbox"])
def test_a_file_in_the_place_of_a_folder_is_said(made: TestOffice, reaching: Reaching, place: str) -> None:
    home = made.root / "agents" / "builder"
    path = home if place == "home" else home / place
    path.rename(made.root / "aside")
    Path(path).write_text("x")

    assert not reaching.can_take("builder")
    assert "mail for builder waits" in reaching.problems.all()[0].text
