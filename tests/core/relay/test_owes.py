"""The small file of debts: it says what the index says, or plainly that it is of another journal."""

from __future__ import annotations

import errno
from contextlib import closing, suppress
from pathlib import Path

import pytest

from mailbox_gui.command_line.check import quick_answer
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.read_models import debt_lists
from mailbox_gui.core.read_models.reading import open_reading
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice


def owes(made: TestOffice, name: str) -> str | None:
    said = quick_answer(["check", name, "--debts", "--root", str(made.root)])
    return None if said is None else said.splitlines()[1]


def test_it_follows_every_step(made: TestOffice) -> None:
    with life(made.office) as lived:
        lived.work_off()
        assert owes(made, "builder") == "OWES 0"
        asked = made.drop("hub", to="builder", kind="task")
        lived.work_off()
        assert owes(made, "builder") == "OWES 1"
        made.later(seconds=1)
        made.drop("builder", kind="report", ref=asked.id)
        made.drop("site", kind="question", topic="when")
        lived.work_off()
        assert (owes(made, "builder"), owes(made, "hub")) == ("OWES 0", "OWES 1")
    assert (owes(made, "builder"), owes(made, "hub")) == ("OWES 0", "OWES 1")


def test_before_the_first_line_nobody_owes_anything(made: TestOffice) -> None:
    assert list(made.office.journal.iterdir()) == []
    assert owes(made, "builder") == "OWES 0"


def test_it_says_what_the_index_says(made: TestOffice) -> None:
    for number, to in enumerate(("builder", "builder", "site", "owner")):
        made.drop("hub", to=to, kind="question", topic=f"number {number}")
    one_life(made.office)
    with closing(open_reading(made.office.index, made.office.journal)) as connection:
        for name in ("hub", "builder", "site", "owner"):
            assert owes(made, name) == f"OWES {debt_lists.owed_count(connection, name)}"


def test_a_journal_that_grew_since_is_asked_itself(made: TestOffice) -> None:
    one_life(made.office)
    (segment,) = made.office.journal.glob("*.jsonl")
    with segment.open("ab") as stream:
        stream.write(b"{")
    assert owes(made, "builder") is None


@pytest.mark.parametrize(
    "content", [None, b"", b"nonsense", b"000000000001.jsonl x\n", b"\xff\xfe", b"000000000001.jsonl 5"]
)
def test_a_file_that_is_none_is_not_believed(made: TestOffice, content: bytes | None) -> None:
    one_life(made.office)
    made.office.owes.unlink()
    if content is not None:
        made.office.owes.write_bytes(content)
    assert owes(made, "builder") is None


def test_a_killed_life_leaves_nothing_wrong(made: TestOffice) -> None:
    one_life(made.office)
    made.drop("hub", to="builder", kind="task")
    with suppress(RuntimeError), life(made.office) as lived:
        lived.step()
        raise RuntimeError("killed")
    assert owes(made, "builder") in (None, "OWES 1")
    one_life(made.office)
    assert owes(made, "builder") == "OWES 1"


def test_a_disk_that_refuses_it_stops_nothing(made: TestOffice) -> None:
    class Full(Disk):
        def write_new(self, path: str | Path, content: bytes) -> None:
            if "owes" in str(path):
                raise OSError(errno.ENOSPC, "No space left on device", str(path))
            super().write_new(path, content)

    made.drop("hub", to="builder", kind="task")
    assert [event.verdict for event in one_life(made.office, disk=Full()) if event.sender] == ["accepted"]
    assert owes(made, "builder") is None
