"""The state for other processes: written in one step, read back as it was, and garbage is no state."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.relay.state import Problem, RelayState, read_status, write_status
from tests.support.clock import NOON
from tests.support.disks import DyingDisk, Killed, WatchedDisk

STATE = RelayState(
    "running", "mailbox relay", 4711, NOON, NOON, "events", 12, "", (Problem("paused", "builder", "text", "advice"),)
)


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    (tmp_path / ".relay").mkdir()
    return PostOffice(tmp_path)


@pytest.mark.parametrize("state", [STATE, RelayState("starting"), RelayState("failed", reason="caf\udce9")])
def test_a_state_is_read_back(office: PostOffice, state: RelayState) -> None:
    write_status(office, WatchedDisk(), state)
    write_status(office, WatchedDisk(), state)

    assert read_status(office) == state
    assert [path.name for path in office.relay.iterdir()] == ["status.json"]


def test_a_kill_leaves_the_old_state_or_the_new_one(office: PostOffice) -> None:
    write_status(office, WatchedDisk(), RelayState("starting"))
    for at in range(2):
        with pytest.raises(Killed):
            write_status(office, DyingDisk(at), STATE)
        assert read_status(office) == RelayState("starting")
    write_status(office, WatchedDisk(), STATE)
    assert read_status(office) == STATE


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"phase":"running"}', b'{"problems":[{}]}', b"\xff", b'{"problems":1}', b"null"]
)
def test_garbage_is_no_state(office: PostOffice, content: bytes) -> None:
    office.status.write_bytes(content)

    assert read_status(office) is None


def test_nothing_was_ever_said(office: PostOffice) -> None:
    assert read_status(office) is None
