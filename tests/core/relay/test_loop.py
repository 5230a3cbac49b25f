"""The running relay: noticed by events, stopped at once, failing aloud, healing by itself, one at a time."""

from __future__ import annotations

import errno
import threading
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.folders.watcher import Watcher
from mailbox_gui.core.journal.lock import LockHeld, RelayLock, holder
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.relay import loop
from mailbox_gui.core.relay.loop import run_relay
from mailbox_gui.core.relay.state import read_status, utc_now
from tests.support.disks import FailingDisk
from tests.support.post_office import TestOffice, found
from tests.support.running import running
from tests.support.scanner import MarkerScanner
from tests.support.truth import Wanted, faults_of, lines_of


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    """The running relay goes by the machine's clock."""
    return found(tmp_path / "office", clock=utc_now)


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed life is followed by the next one soon."""
    monkeypatch.setattr(loop, "_FIRST_PAUSE", 0.02)
    monkeypatch.setattr(loop, "_LONGEST_PAUSE", 0.05)


def test_a_draft_is_noticed_judged_and_told(made: TestOffice) -> None:
    with running(made.office) as relay:
        relay.until(lambda it: it.state.phase == "running")
        draft = made.drop("builder", topic="hello")
        relay.until(lambda it: "accepted" in it.verdicts())
        assert relay.state.problems == ()
        assert relay.state.height == len(lines_of(made))
    relay.until(lambda it: it.state.phase == "stopped")

    assert [line["type"] for line in lines_of(made)][-2:] == ["stopped", "checkpoint"]
    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_without_events_the_rescan_finds_everything(made: TestOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watcher, "start", lambda _self: None)
    with running(made.office) as relay:
        relay.until(lambda it: it.state.phase == "running")
        draft = made.drop("builder", topic="unseen")
        relay.until(lambda it: "accepted" in it.verdicts())

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_what_it_says_is_left_for_other_processes(made: TestOffice) -> None:
    with running(made.office) as relay:
        # Published first, then written: with the first pass told, the line before is on the disk.
        relay.until(lambda it: it.state.last_pass is not None)
        status = read_status(made.office)
        assert status is not None
        assert (status.phase, status.program, status.watcher) == ("running", "test", relay.state.watcher)
        found_holder = holder(made.root)
        assert found_holder is not None
        assert found_holder.program == "test"
    status = read_status(made.office)
    assert status is not None
    assert status.phase == "stopped"
    assert holder(made.root) is None


def test_a_second_relay_says_who_holds_the_first(made: TestOffice) -> None:
    with running(made.office) as relay:
        relay.until(lambda it: it.state.phase == "running")
        with pytest.raises(LockHeld, match=r"runs already \(test, process"):
            run_relay(
                made.office, program="second", stop=threading.Event(), wake=threading.Event(), publish=lambda _: None
            )


def test_the_lock_is_free_after_it(made: TestOffice) -> None:
    with running(made.office) as relay:
        relay.until(lambda it: it.state.phase == "running")
    lock = RelayLock(made.root)
    lock.acquire("after")
    assert lock.is_in_place
    lock.release()


def _full(_number: int, call: str, arguments: tuple[Any, ...]) -> bool:
    return call == "append" and b'"accepted"' in arguments[1]


def test_a_full_disk_in_a_commit_is_said_and_healed_without_a_restart(made: TestOffice) -> None:
    disk = FailingDisk(_full, errno.ENOSPC)
    with running(made.office, disk=disk) as relay:
        relay.until(lambda it: it.state.phase == "running")
        draft = made.drop("builder", topic="no room")
        relay.until(lambda it: it.state.phase == "failed")
        assert [problem.kind for problem in relay.state.problems] == ["disk-full"]
        assert "full" in relay.state.reason
        disk.heal()
        relay.until(lambda it: "accepted" in it.verdicts() and it.state.phase == "running")
        relay.until(lambda it: not it.state.problems)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_a_broken_chain_is_said_and_nothing_is_written(made: TestOffice) -> None:
    for topic in ("one", "two"):
        made.drop("builder", topic=topic)
    with running(made.office) as relay:
        relay.until(lambda it: it.verdicts().count("accepted") == 2)
    segment = next(made.office.journal.glob("*.jsonl"))
    raw = segment.read_bytes()
    segment.write_bytes(raw[: raw.rindex(b'{"height"')].replace(b'"type":"stopped"', b'"type":"stoppec"'))
    broken = segment.read_bytes()
    draft = made.drop("builder", topic="waits")

    with running(made.office) as relay:
        relay.until(lambda it: it.state.phase == "failed")
        assert [problem.kind for problem in relay.state.problems] == ["chain-broken"]
        assert "mailbox verify" in relay.state.problems[0].advice

    assert segment.read_bytes() == broken
    assert draft.path.exists()


class _Stumbles(MarkerScanner):
    """A bug that goes away."""

    def __init__(self) -> None:
        self.left = 2

    def scan(self, draft: Draft) -> Any:
        if self.left:
            self.left -= 1
            raise RuntimeError("a bug")
        return super().scan(draft)


def test_a_bug_does_not_end_it_silently(made: TestOffice, caplog: pytest.LogCaptureFixture) -> None:
    draft = made.drop("builder", body="not for the log\n")
    with running(made.office, scanner=_Stumbles()) as relay:
        relay.until(lambda it: it.state.phase == "failed")
        assert [problem.kind for problem in relay.state.problems] == ["bug"]
        relay.until(lambda it: "accepted" in it.verdicts())
        relay.until(lambda it: not it.state.problems)

    assert "not for the log" not in caplog.text
    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_a_watcher_that_died_is_started_again(made: TestOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    watchers: list[Watcher] = []
    plain = Watcher.start

    def start(self: Watcher) -> None:
        plain(self)
        watchers.append(self)

    monkeypatch.setattr(Watcher, "start", start)
    with running(made.office) as relay:
        relay.until(lambda it: it.state.phase == "running")
        watchers[0].stop()
        relay.look()
        relay.until(lambda _it: len(watchers) == 2)
        relay.look()
        relay.until(lambda it: it.state.watcher == "events" or it.state.watcher.startswith("rescan only"))


def test_a_burst_is_worked_off_and_none_is_lost(tmp_path: Path) -> None:
    made = found(tmp_path / "office", clock=utc_now, limits={"messages_per_day": 1000})
    with running(made.office) as relay:
        relay.until(lambda it: it.state.phase == "running")
        for number in range(400):
            made.drop("builder", name=f"{number}.md", topic=f"burst {number}")
        relay.until(lambda it: it.verdicts().count("accepted") == 400)

    assert len(made.files("hub", "inbox")) == 400
    assert faults_of(made, again=False) == []


def test_stopping_in_the_middle_of_a_backlog_leaves_the_rest_for_the_next(tmp_path: Path) -> None:
    made = found(tmp_path / "office", clock=utc_now, limits={"messages_per_day": 1000})
    drafts = [made.drop("builder", name=f"{number}.md", topic=f"backlog {number}") for number in range(300)]
    wanted = [Wanted(draft, "accepted") for draft in drafts]
    with running(made.office) as relay:
        relay.until(lambda it: "accepted" in it.verdicts())
    with running(made.office) as relay:
        relay.until(lambda _it: not made.files("builder", "outbox"))

    assert faults_of(made, wanted) == []
