"""A post office with a channel, and the broker's host asked without HTTP, request by request, on a set clock."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from mailbox_gui.broker.host import Host
from mailbox_gui.broker.request import receive
from mailbox_gui.core.acts.opening_channels import new_channel, new_credential
from mailbox_gui.core.channels.documents import (
    CHANNEL_CREATE,
    CREDENTIAL_ISSUE,
    CREDENTIAL_REVOKE,
    channel_arguments,
    credential_arguments,
)
from mailbox_gui.core.channels.values import OPERATIONS, Channel
from mailbox_gui.core.keys.keystore import Keystore
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk
from tests.support.life import Life, life
from tests.support.post_office import TestOffice
from tests.support.wire import raw

# Of all post offices together: what a killed life left in an outbox has a name of its own.
_ACTS = itertools.count(1)


@dataclass
class Brokered:
    """A post office with channels. `clock` is the relay's; a life must be there for everything else (`living`)."""

    made: TestOffice
    clock: SetClock = field(default_factory=SetClock)
    scanner: Any = None

    def __post_init__(self) -> None:
        self.keystore = Keystore(self.made.office.keys, WatchedDisk(), self.made.key)
        self._life: Life | None = None
        self._host: Host | None = None

    @contextmanager
    def living(self, **options: Any) -> Iterator[Brokered]:
        """A life of the relay with a host in it; it ends cleanly, its kept lines written."""
        settings = {"clock": self.clock, "scanner": self.scanner} | options
        with life(self.made.office, **settings) as lived:
            self._life, self._host = lived, Host(lived.engine, self.keystore)
            lived.engine.publishing.make_homes()
            try:
                yield self
                self.host.write_kept(now=True)
                lived.work_off()
            finally:
                self._life = self._host = None

    @property
    def host(self) -> Host:
        assert self._host is not None
        return self._host

    @property
    def life(self) -> Life:
        assert self._life is not None
        return self._life

    @property
    def engine(self) -> Any:
        return self.life.engine

    def act(self, name: str, arguments: dict[str, object]) -> None:
        """An act of the owner takes effect, or the test fails."""
        self.made.now = self.clock.now
        path = self.made.act(name, arguments, file=f"{next(_ACTS)}-{name}.act.json")
        self.life.work_off()
        receipt = path.with_name(f"{path.name}.receipt")
        assert receipt.exists(), [problem.text for problem in self.life.problems]
        path.unlink()
        receipt.unlink()

    def channel(self, *members: str, name: str = "release", reactions: bool = True) -> Channel:
        """A new channel."""
        channel = new_channel(self.keystore, self.engine.publishing.book, name, members, reactions=reactions)
        self.act(CHANNEL_CREATE, channel_arguments(channel))
        return channel

    def credential(
        self, agent: str, channel: Channel | str, allow: Sequence[str] = OPERATIONS, **expires: float
    ) -> tuple[str, str]:
        """A new credential, for 30 days unless told otherwise: the secret and the fingerprint."""
        channel_id = channel if isinstance(channel, str) else channel.id
        until = self.clock.now + timedelta(**(expires or {"days": 30}))
        secret, credential = new_credential(agent, channel_id, allow, until)
        self.act(CREDENTIAL_ISSUE, credential_arguments(credential))
        return secret, credential.fingerprint

    def revoke(self, fingerprint: str) -> None:
        self.act(CREDENTIAL_REVOKE, {"fingerprint": fingerprint})

    def send(self, secret: str | None, content: bytes) -> bytes:
        """The answer's bytes."""
        return self.host.answer(secret, receive(content))

    def ask(self, secret: str | None, action: str, args: object = None, **changes: Any) -> dict[str, Any]:
        """The answer to a new request."""
        answer: dict[str, Any] = json.loads(self.send(secret, raw(action, args, **changes)))
        return answer

    def outcome(self, secret: str, action: str, **args: Any) -> dict[str, Any]:
        """The outcome of a request that succeeds."""
        answer = self.ask(secret, action, args)
        assert answer["status"] == "succeeded", answer
        found: dict[str, Any] = answer["outcome"]
        return found

    def refusal(self, secret: str | None, action: str, **args: Any) -> tuple[str, str]:
        """The code and message of a request that fails."""
        answer = self.ask(secret, action, args)
        assert answer["status"] == "failed", answer
        return answer["error"]["code"], answer["error"]["message"]

    def everything(self, secret: str, channel: Channel, limit: int = 2, **args: Any) -> list[dict[str, Any]]:
        """All events of a reading, page by page."""
        found: list[dict[str, Any]] = []
        cursor: dict[str, str] = {}
        while True:
            page = self.outcome(secret, "channel.read", channelId=channel.id, limit=limit, **args, **cursor)
            found += page["messages"]
            if "nextCursor" not in page:
                return found
            cursor = {"cursor": page["nextCursor"]}


def lines(made: TestOffice, *types: str) -> list[dict[str, Any]]:
    """The journal's lines of these types."""
    files = sorted((made.root / "journal").glob("*.jsonl"))
    every = [json.loads(line) for file in files for line in file.read_bytes().splitlines()]
    return [line for line in every if not types or line["type"] in types]


Make = Callable[..., Brokered]
