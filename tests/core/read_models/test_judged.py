"""What was judged since a moment: newest within the bound, every reason of a refusal, decisions left out."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from pathlib import Path

from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models.judged import Judged, judged_since
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.desk import Desk
from tests.support.clock import NOON
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice, found


def judged(office: TestOffice, most: int = 100, **since: float) -> tuple[list[Judged], int]:
    with closing(open_reading(str(office.office.index), office.office.journal)) as connection:
        return judged_since(connection, JournalReader(office.office.journal), NOON - timedelta(**since), most)


def test_a_weeks_mail(tmp_path: Path) -> None:
    office = found(tmp_path / "post-office")
    desk = Desk(office.office, program="test", clock=lambda: NOON, disk=WatchedDisk())
    office.drop(topic="one")
    office.drop(topic="two", to="site", requires="reply")
    held = office.drop(topic="three", requires="owner", kind="request")
    office.drop(name="four.md", raw=b"no header at all\n")
    desk.one_pass()
    desk.decide(office.key, held, "approve", "")
    found_here, total = judged(office, days=7)
    assert total == len(found_here) == 4
    by_topic = {each.row.topic: each for each in found_here}
    assert by_topic["one"].verdict == "accepted"
    assert by_topic["three"].verdict == "held"
    assert {fault.check for fault in by_topic["two"].faults} == {"header", "route"}
    assert by_topic["two"].header is not None
    assert by_topic["two"].header["to"] == "site"
    assert by_topic[""].verdict == "rejected"
    assert not by_topic[""].header
    newest, total = judged(office, 2, days=7)
    assert (len(newest), total) == (2, 4)
    assert newest == found_here[-2:]
    assert judged(office, hours=-1) == ([], 0)
