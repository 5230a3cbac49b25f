"""Recovery: what a killed life had claimed or committed, found again by what it is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from mailbox_gui.core.relay.finished_mark import FinishedMark
from tests.support.disks import DyingDisk, Killed, WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice, found
from tests.support.snapshot import Snapshot
from tests.support.truth import Wanted, faults_of, lines_of

# Thousands of small steps: on a machine that is busy with other things they take their time.
pytestmark = pytest.mark.timeout(900)


def die_at(made: TestOffice, call: str, number: int = 0) -> None:
    """A life that ends before the `number`-th call of that name in its work."""
    counting = _CallsOf(call, number)
    with suppress(Killed), life(made.office, disk=counting) as lived:
        counting.armed = True
        lived.work_off()
    assert counting.at == 0


def let_the_mark_lag(made: TestOffice) -> None:
    """As a kill leaves it: nothing is known to be finished."""
    mark = FinishedMark(made.office.finished, WatchedDisk())
    last = mark.read()
    assert last is not None
    mark.write(replace(last, height=1))
    mark.close()


class _CallsOf(DyingDisk):
    def __init__(self, call: str, number: int) -> None:
        super().__init__()
        self._call, self._number = call, number
        self.armed = False

    def before(self, call: str, arguments: tuple[object, ...]) -> None:
        if self.armed and call == self._call:
            if self._number == 0:
                self.at = 0
            self._number -= 1
        super().before(call, arguments)


def test_a_claim_without_a_line_goes_back_and_is_judged_by_the_rules_of_now(made: TestOffice) -> None:
    draft = made.drop("builder", topic="claimed")
    die_at(made, "append")
    assert not draft.path.exists()
    made.set_rules(routes=[["hub", "builder"]])
    one_life(made.office)

    assert faults_of(made, [Wanted(draft, "route")]) == []
    assert [line["rejudged"] for line in lines_of(made) if line["type"] == "recovered"] == [1]


def test_a_claim_goes_back_beside_a_new_draft_of_its_name(made: TestOffice) -> None:
    made.drop("builder", name="note.md", topic="first")
    die_at(made, "append")
    made.drop("builder", name="note.md", topic="second")
    one_life(made.office)

    topics = {line["header"]["topic"] for line in lines_of(made) if line["type"] == "accepted"}
    assert topics == {"first", "second"}
    assert faults_of(made) == []


def test_a_claim_of_an_agent_that_was_removed_meanwhile_is_not_left_behind(made: TestOffice) -> None:
    draft = made.drop("site", topic="my last words")
    claim = made.office.claimed / "site" / draft.file
    claim.parent.mkdir(parents=True, exist_ok=True)
    aside = draft.path.rename(made.root / "aside")
    made.act("agent-remove", {"name": "site"})
    one_life(made.office)
    aside.rename(claim)
    one_life(made.office)

    assert not claim.exists()
    assert draft.path.read_bytes() == draft.raw


def test_the_same_bytes_under_two_names_keep_their_own_verdicts(made: TestOffice) -> None:
    twice = made.write("builder", topic="twice")
    wanted = [
        Wanted(made.drop("builder", name="a.md", raw=twice), "accepted"),
        Wanted(made.drop("builder", name="b.md", raw=twice), "duplicate"),
    ]
    die_at(made, "unlink")
    one_life(made.office)

    assert faults_of(made, wanted) == []


def test_a_refused_draft_sent_again_under_its_name_is_a_new_try(made: TestOffice) -> None:
    """Its first refusal has a number; the mark lags behind as after a kill."""
    (made.box("builder", "rejected") / "note.md").write_text("an older one")
    (made.box("builder", "rejected") / "note.md.reason").write_text("check: header\n")
    raw = made.write("builder", to="site", topic="again and again")
    made.drop("builder", name="note.md", raw=raw)
    one_life(made.office)
    let_the_mark_lag(made)
    made.drop("builder", name="note.md", raw=raw)
    one_life(made.office)

    assert len([line for line in lines_of(made) if line["type"] == "rejected"]) == 2
    assert made.files("builder", "rejected") == [
        "note-2.md", "note-2.md.reason", "note-3.md", "note-3.md.reason", "note.md", "note.md.reason",
    ]  # fmt: skip


def test_the_same_bytes_sent_again_while_the_mark_lags_are_refused_as_a_duplicate(made: TestOffice) -> None:
    """Only a power cut puts a judged draft back into its outbox; after a kill it is a new try, and gets its verdict."""
    draft = made.drop("builder", name="note.md")
    one_life(made.office)
    let_the_mark_lag(made)
    made.drop("builder", name="note.md", raw=draft.raw)
    one_life(made.office)

    assert [line["check"] for line in lines_of(made) if line["type"] == "rejected"] == ["duplicate"]
    assert made.files("builder", "rejected") == ["note.md", "note.md.reason"]


def test_staged_copies_without_a_line_are_swept(made: TestOffice) -> None:
    draft = made.drop("builder")
    die_at(made, "append")
    assert list(made.office.staging.iterdir()) != []
    one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


@pytest.fixture
def far(tmp_path: Path) -> Iterator[TestOffice]:
    """A post office in which hub lives on another file system."""
    memory = Path("/dev/shm")
    if not memory.is_dir() or memory.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("no second file system is at hand")
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        made = found(tmp_path / "office")
        home = Path(folder) / "hub"
        for box in ("outbox", "inbox", "done", "rejected"):
            (home / box).mkdir(parents=True)
        agents = {"hub": {"folder": str(home)}, "builder": {}, "researcher": {}, "site": {}}
        made.set_rules(agents=agents, serial=2)
        shutil.rmtree(made.root / "agents" / "hub")
        yield made


def _to_and_from_far(made: TestOffice) -> list[Wanted]:
    return [
        Wanted(made.drop("builder", topic="to far"), "accepted"),
        Wanted(made.drop("hub", to="builder", topic="from far"), "accepted"),
        Wanted(made.drop("hub", to="hub", topic="to itself"), "recipient"),
        Wanted(made.drop("hub", to="site", topic="may I", kind="request", requires="owner"), "held"),
    ]


def test_mail_to_and_from_another_file_system(far: TestOffice) -> None:
    wanted = _to_and_from_far(far)
    one_life(far.office)
    wanted.append(Wanted(far.decide(wanted[-1].draft, "decline", "no"), "decided"))
    one_life(far.office)

    assert faults_of(far, wanted) == []


def test_a_kill_anywhere_is_mended_on_another_file_system_too(far: TestOffice, tmp_path: Path) -> None:
    wanted = _to_and_from_far(far)
    store = Snapshot([far.root, far.homes()["hub"].parent], tmp_path / "store")
    whole = WatchedDisk()
    with life(far.office, disk=whole) as lived:
        lived.work_off()
    faults = []
    for at, call in enumerate(whole.calls):
        store.put_back()
        with suppress(Killed), life(far.office, disk=DyingDisk(at)) as lived:
            lived.work_off()
        one_life(far.office)
        faults += [f"{at} ({call}): {fault}" for fault in faults_of(far, wanted)]

    assert faults == []


def test_mail_committed_for_a_disk_that_is_unplugged_is_delivered_when_it_is_back(far: TestOffice) -> None:
    home = far.homes()["hub"]
    aside = home.with_name("unplugged")
    draft = far.drop("builder", topic="wait for me")
    one_life(far.office)
    letter = next((home / "inbox").iterdir())
    # As a kill after the commit leaves it: the copy is staged beside the inbox, and the mark lags.
    (home / ".relay" / "staging").mkdir(parents=True, exist_ok=True)
    letter.rename(home / ".relay" / "staging" / letter.name)
    let_the_mark_lag(far)
    home.rename(aside)
    with life(far.office) as lived:
        lived.work_off()
        assert "undelivered" in lived.said
        aside.rename(home)
        lived.wait(20.0)
        lived.work_off()
        assert "undelivered" not in lived.said

    assert faults_of(far, [Wanted(draft, "accepted")]) == []
