"""A post and its mail: killed before any side effect, or in a torn append, all of it is there after the next start."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.broker.request import receive
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.proof.whole import prove_post_office
from tests.support.broker import Brokered, lines
from tests.support.clock import SetClock
from tests.support.disks import DyingDisk, Killed
from tests.support.post_office import found
from tests.support.wire import raw


def start(root: Path) -> tuple[Brokered, str, Any]:
    brokered = Brokered(found(root))
    with brokered.living():
        channel = brokered.channel("builder", "hub")
        secret, _ = brokered.credential("builder", channel)
    return brokered, secret, channel


def after_a_kill(brokered: Brokered, secret: str, content: bytes, first: bytes | None) -> dict[str, Any]:
    """What a retry says, everything being right then: one event, one copy each, nothing wrong with the history."""
    made = brokered.made
    fresh = Brokered(made, clock=SetClock(brokered.clock.now))
    with fresh.living():
        answer: dict[str, Any] = json.loads(fresh.send(secret, content))
        again = json.loads(fresh.send(secret, content))
    assert answer["status"] == "succeeded"
    assert again == answer | {"replayed": True}
    if first is not None:
        assert answer == json.loads(first) | {"replayed": True}
    posts = [line for line in lines(made, "request") if "event" in line.get("effect", {})]
    assert len(posts) == 1
    assert posts[0]["effect"]["event"]["id"] == answer["outcome"]["eventId"]
    for who in ("hub", "owner"):
        copies = made.files(who, "inbox")
        assert len(copies) == 1, (who, copies)
        assert f"x-event: {answer['outcome']['eventId']}" in (made.box(who, "inbox") / copies[0]).read_text()
    wrong: list[str] = []
    prove_post_office(made.office, made.rules, lambda finding: wrong.append(str(finding)))
    assert wrong == []
    return answer


def test_a_kill_before_any_side_effect_leaves_a_recorded_verdict_or_a_first_run(tmp_path: Path) -> None:
    brokered, secret, channel = start(tmp_path / "office")
    mentions = [channel.members["hub"], channel.owner]
    content = raw("message.post", {"channelId": channel.id, "content": "Look.\n", "mentions": mentions})
    shutil.copytree(brokered.made.root, tmp_path / "kept", symlinks=True)
    kills = 0
    for at in range(1, 400):
        shutil.rmtree(brokered.made.root)
        shutil.copytree(tmp_path / "kept", brokered.made.root, symlinks=True)
        dying = Brokered(brokered.made, clock=SetClock(brokered.clock.now))
        first: bytes | None = None
        try:
            with dying.living(disk=DyingDisk(at)):
                first = dying.host.answer(secret, receive(content))
        except Killed:
            kills += 1
            after_a_kill(brokered, secret, content, first)
            continue
        break
    assert kills > 8


class CuttingDisk(DyingDisk):
    """Dies in the middle of the append that holds an event, after some whole lines and a part of the next."""

    def __init__(self, whole_lines: int) -> None:
        super().__init__()
        self._whole_lines = whole_lines

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        super().before(call, arguments)
        if call == "append" and b'"effect":{"event":' in arguments[1]:
            written = arguments[1].splitlines(keepends=True)
            whole = b"".join(written[: self._whole_lines])
            Disk.append(self, arguments[0], whole + written[self._whole_lines][:40])
            self.at = 0
            raise Killed


@pytest.mark.parametrize("whole", [0, 1, 2])
def test_an_append_cut_between_its_lines_is_completed(tmp_path: Path, whole: int) -> None:
    brokered, secret, channel = start(tmp_path / "office")
    mentions = [channel.members["hub"], channel.owner]
    content = raw("message.post", {"channelId": channel.id, "content": "Look.\n", "mentions": mentions})
    dying = Brokered(brokered.made, clock=SetClock(brokered.clock.now))
    with pytest.raises(Killed), dying.living(disk=CuttingDisk(whole)):
        dying.send(secret, content)
    after_a_kill(brokered, secret, content, None)
    assert [line["header"]["to"] for line in lines(brokered.made, "accepted")] == ["hub", "owner"]
