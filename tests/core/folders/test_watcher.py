"""The watcher: hints that come soon, and plain words where none will."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.folders import watcher as module
from mailbox_gui.core.folders.watcher import Watcher

_PATIENCE = 30.0


@pytest.fixture
def office(tmp_path: Path) -> Path:
    for name in ("agents/builder/outbox", "agents/builder/inbox", ".relay/claimed"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path


class Started:
    """A started watcher and the event that it sets."""

    def __init__(self, root: Path) -> None:
        self.wake = threading.Event()
        self.watcher = Watcher((str(root),), self.wake)
        self.watcher.start()
        if self.watcher.state != "events":
            self.watcher.stop()
            pytest.skip(f"no events here: {self.watcher.state}")

    def woken(self) -> bool:
        return self.wake.wait(_PATIENCE)


@pytest.fixture
def started(office: Path) -> Iterator[Started]:
    begun = Started(office)
    yield begun
    begun.watcher.stop()


def test_a_rename_into_an_outbox_wakes_and_is_known_as_whole_once(office: Path, started: Started) -> None:
    partial = office / "agents" / "builder" / "outbox" / ".a.tmp"
    partial.write_text("x")
    target = partial.with_name("a.md")
    partial.rename(target)

    assert started.woken()
    while not started.watcher.arrived_by_rename(str(target)):
        started.wake.clear()
        assert started.woken()
    assert not started.watcher.arrived_by_rename(str(target))


def test_a_rename_from_outside_the_tree_is_known_too(
    office: Path, started: Started, tmp_path_factory: pytest.TempPathFactory
) -> None:
    source = tmp_path_factory.mktemp("agent") / "a.md"
    source.write_text("x")
    target = office / "agents" / "builder" / "outbox" / "a.md"
    source.rename(target)

    while not started.watcher.arrived_by_rename(str(target)):
        started.wake.clear()
        assert started.woken()


def test_a_file_that_is_closed_wakes_and_is_not_taken_for_whole(office: Path, started: Started) -> None:
    target = office / "agents" / "builder" / "outbox" / "a.md"
    target.write_text("x")

    assert started.woken()
    assert not started.watcher.arrived_by_rename(str(target))


def test_an_edit_of_the_rules_wakes(office: Path, started: Started) -> None:
    (office / "rules.json").write_text("{}")

    assert started.woken()


def test_an_overflow_asks_for_a_rescan(started: Started) -> None:
    logging.getLogger("watchdog.observers.inotify_buffer").warning("kernel queue Overflow, events were lost")

    assert started.watcher.lost_events.is_set()
    assert started.woken()


def test_it_rests_and_goes_on(office: Path, started: Started) -> None:
    started.watcher.rest()
    assert started.watcher.resting
    assert started.watcher.alive
    assert started.watcher.state.startswith("rescan only: resting")
    started.watcher.start()
    assert started.watcher.state == "events"
    assert not started.watcher.resting


def test_a_stopped_one_is_not_alive(started: Started) -> None:
    started.watcher.stop()

    assert started.watcher.state == "off"
    assert not started.watcher.alive


def test_a_tree_that_cannot_be_watched_leaves_the_rescan_and_says_why(tmp_path: Path) -> None:
    watcher = Watcher((str(tmp_path / "missing"),), threading.Event())
    watcher.start()

    assert watcher.state.startswith("rescan only: ")
    assert watcher.alive
    watcher.stop()


def test_a_file_system_without_events_is_told_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SILENT_FILE_SYSTEMS", frozenset({_type_of(tmp_path)}))
    watcher = Watcher((str(tmp_path),), threading.Event())
    watcher.start()

    assert "reports no events" in watcher.state


def _type_of(folder: Path) -> str:
    mounts = [line.split()[1:3] for line in Path("/proc/self/mounts").read_text().splitlines()]
    holding = [mount for mount in mounts if f"{folder}/".startswith(mount[0].rstrip("/") + "/")]
    return max(holding, key=lambda mount: len(mount[0]))[1]
