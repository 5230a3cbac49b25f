"""Any order of requests, retries, kills, restarts and changed credentials: one effect each, one verdict each."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mailbox_gui.core.proof.whole import prove_post_office
from tests.support.broker import Brokered, lines
from tests.support.clock import SetClock
from tests.support.disks import DyingDisk, Killed
from tests.support.post_office import found
from tests.support.wire import envelope

ASKED = st.sampled_from(["message.post", "mention", "channel.read", "reaction.add", "malformed", "profile.set"])


class Retries(RuleBasedStateMachine):
    """What is expected is kept by request id: the bytes, and the first verdict that came back (None: killed before)."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="broker-"))
        self.sent: dict[str, tuple[bytes, dict[str, Any] | None]] = {}
        # Answers that changed nothing may be lost by a kill that comes before their lines are written.
        self.safe: set[str] = set()
        self.disk = DyingDisk()

    @initialize()
    def begin(self) -> None:
        limits = {"limits": {"messages_per_day": 10_000}}
        self.made = found(self.folder / "office", **limits)  # type: ignore[arg-type]
        self.clock = SetClock()
        self._live()
        self.channel = self.brokered.channel("builder", "hub")
        self.secret, self.fingerprint = self.brokered.credential("builder", self.channel)

    def teardown(self) -> None:
        if hasattr(self, "brokered"):
            self._end()
            wrong: list[str] = []
            prove_post_office(self.made.office, self.made.rules, lambda finding: wrong.append(str(finding)))
            assert wrong == []
        shutil.rmtree(self.folder, ignore_errors=True)

    @rule(what=ASKED, number=st.integers(0, 3))
    def ask(self, what: str, number: int) -> None:
        args: dict[str, Any] = {"channelId": self.channel.id, "content": f"said {number}"}
        action = what
        match what:
            case "mention":
                action, args = "message.post", args | {"mentions": [self.channel.members["hub"]]}
            case "channel.read":
                args = {"channelId": self.channel.id, "limit": number + 1}
            case "reaction.add":
                args = {"channelId": self.channel.id, "targetEventId": "ab" * 32, "reaction": "+"}
            case "malformed":
                action, args = "message.post", {"content": None}
            case "profile.set":
                args = {"displayName": f"B{number}"}
            case _:
                pass
        request = envelope(action, args)
        content = json.dumps(request).encode()
        self.sent[request["requestId"]] = (content, None)
        self._send(request["requestId"], content)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def retry(self, data: st.DataObject) -> None:
        request_id = data.draw(st.sampled_from(sorted(self.sent)))
        self._send(request_id, self.sent[request_id][0])

    @precondition(lambda self: any(first is not None for _, first in self.sent.values()))
    @rule(data=st.data())
    def other_bytes(self, data: st.DataObject) -> None:
        known = sorted(request_id for request_id, (_, first) in self.sent.items() if first is not None)
        request_id = data.draw(st.sampled_from(known))
        try:
            answer = json.loads(self.brokered.send(self.secret, self.sent[request_id][0] + b" "))
        except Killed:
            self._killed()
            return
        assert answer["error"]["code"] == "request_id_conflict"

    @rule(after=st.integers(0, 12))
    def let_it_die_soon(self, after: int) -> None:
        self.disk.at = len(self.disk.calls) + after

    @rule()
    def restart(self) -> None:
        self._end()
        self._live()

    @rule()
    def exchange_the_credential(self) -> None:
        try:
            self.brokered.revoke(self.fingerprint)
            self.secret, self.fingerprint = self.brokered.credential("builder", self.channel)
        except Killed:
            self._killed()
            self.disk.at = None
            # Whatever became of the old one: the owner issues another.
            self.secret, self.fingerprint = self.brokered.credential("builder", self.channel)

    @rule(minutes=st.integers(-90, 90))
    def move_the_clock(self, minutes: int) -> None:
        self.clock.move(minutes=minutes)

    @invariant()
    def every_event_is_there_once(self) -> None:
        if not hasattr(self, "channel"):
            return
        events = [
            (line["requestId"], line["effect"]["event"]["id"])
            for line in lines(self.made, "request")
            if "event" in line.get("effect", {})
        ]
        assert len({request for request, _ in events}) == len(events) == len({event for _, event in events})
        published = dict(events)
        for request_id, (_, first) in self.sent.items():
            if first is not None and first["status"] == "succeeded" and "eventId" in first["outcome"]:
                assert published[request_id] == first["outcome"]["eventId"]

    def _send(self, request_id: str, content: bytes) -> None:
        try:
            answer = json.loads(self.brokered.send(self.secret, content))
        except Killed:
            self._killed()
            return
        replayed = answer.pop("replayed", False)
        first = self.sent[request_id][1]
        if first is not None:
            assert replayed
            assert answer == first
        self.sent[request_id] = (content, answer)

    def _live(self) -> None:
        self.disk = DyingDisk()
        self.brokered = Brokered(self.made, clock=self.clock)
        self.life = self.brokered.living(disk=self.disk)
        self.life.__enter__()

    def _end(self) -> None:
        try:
            self.life.__exit__(None, None, None)
        except Killed:
            self._forget_unwritten()

    def _killed(self) -> None:
        killed = Killed()
        with suppress(Killed):
            self.life.__exit__(Killed, killed, killed.__traceback__)
        self._forget_unwritten()
        self._live()

    def _forget_unwritten(self) -> None:
        """What changed nothing and has no line yet may run again, and say something else then."""
        written = {line["requestId"] for line in lines(self.made, "request")}
        for request_id, (content, first) in self.sent.items():
            if request_id not in written:
                assert first is None or "eventId" not in first.get("outcome", {})
                self.sent[request_id] = (content, None)


TestRetries = Retries.TestCase
TestRetries.settings = settings(
    max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
