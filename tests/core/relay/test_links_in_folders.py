"""Links that an agent puts in the place of its own folders: the relay neither follows them nor takes what is there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.life import life, one_life
from tests.support.post_office import TestOffice


def _bystander(made: TestOffice) -> Path:
    folder = made.office.root.parent / "not-the-relays"
    folder.mkdir()
    (folder / "precious.md").write_text("mine\n")
    (folder / "20261130T120000Z-hub-0123456789ab.md").write_text("mine too\n")
    return folder


@pytest.mark.parametrize("inner", ["staging", "claimed"])
@pytest.mark.parametrize("whole", [False, True], ids=["the inner folder", "the whole of .relay"])
def test_the_relays_own_area_beside_a_home(made: TestOffice, inner: str, whole: bool) -> None:
    one_life(made.office)
    bystander = _bystander(made)
    before = sorted(path.name for path in bystander.iterdir())
    area = made.box("builder", "outbox").parent / ".relay"
    if whole:
        (bystander / inner).mkdir()
        shutil.copy(bystander / "precious.md", bystander / inner)
        area.symlink_to(bystander)
    else:
        area.mkdir()
        (area / inner).symlink_to(bystander)
    one_life(made.office)

    assert sorted(path.name for path in bystander.iterdir() if path.is_file()) == before
    assert not whole or (bystander / inner / "precious.md").is_file()
    assert made.files("builder", "outbox") == []


def test_keys_are_not_taken_for_claims(made: TestOffice) -> None:
    one_life(made.office)
    keys = sorted(path.name for path in made.office.keys.iterdir())
    area = made.box("builder", "outbox").parent / ".relay"
    area.mkdir()
    (area / "claimed").symlink_to(made.office.keys)
    one_life(made.office)

    assert sorted(path.name for path in made.office.keys.iterdir()) == keys


@pytest.mark.parametrize("box", ["inbox", "rejected"])
def test_a_box_that_leads_elsewhere_takes_no_mail(made: TestOffice, box: str) -> None:
    one_life(made.office)
    bystander = _bystander(made)
    before = sorted(path.name for path in bystander.iterdir())
    shutil.rmtree(made.box("hub", box))
    made.box("hub", box).symlink_to(bystander)
    made.drop("builder", name="note.md", topic="to a hub with a trap")
    made.drop("hub", name="bad.md", to="nobody")
    with life(made.office) as lived:
        lived.work_off()
        assert "folder-missing" in lived.said

    assert sorted(path.name for path in bystander.iterdir()) == before
    assert made.files("builder", "outbox") == ["note.md"]
    made.box("hub", box).unlink()
    one_life(made.office)
    assert made.files("builder", "outbox") == []
    assert made.files("hub", "rejected") == ["bad.md", "bad.md.reason"]


def test_an_outbox_that_leads_into_an_inbox_sends_nothing(made: TestOffice) -> None:
    made.drop("builder", topic="unread")
    one_life(made.office)
    unread = made.files("hub", "inbox")
    shutil.rmtree(made.box("builder", "outbox"))
    made.box("builder", "outbox").symlink_to(made.box("hub", "inbox"))
    with life(made.office) as lived:
        lived.work_off()
        assert "not-a-folder" in lived.said

    assert made.files("hub", "inbox") == unread


def test_a_file_in_the_place_of_an_inbox_is_healed_by_its_going(made: TestOffice) -> None:
    one_life(made.office)
    shutil.rmtree(made.box("hub", "inbox"))
    made.box("hub", "inbox").touch(mode=0o755)
    made.drop("builder", topic="waits")
    with life(made.office) as lived:
        lived.work_off()
        assert "folder-missing" in lived.said
    made.box("hub", "inbox").unlink()
    one_life(made.office)

    assert len(made.files("hub", "inbox")) == 1
