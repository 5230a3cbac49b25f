"""A post office to test on: founded without waiting for the disk, with quick ways to drop, hold, decide and act."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import ask_back, decision
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from mailbox_gui.core.relay.founding import found_post_office, sign_rules
from mailbox_gui.core.relay.state import Clock
from tests.support.clock import NOON
from tests.support.disks import WatchedDisk

AGENTS = ("builder", "researcher", "site")


@dataclass(frozen=True, slots=True)
class Dropped:
    """A draft that lies in an outbox; what `acts.decide` needs to know of a held message is here too."""

    path: Path
    raw: bytes
    id: str
    sender: str
    recipient: str
    topic: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.raw).hexdigest()

    @property
    def file(self) -> str:
        return self.path.name


class TestOffice:
    """One post office, its owner's key, and the moment at which drafts are written."""

    __test__ = False

    def __init__(self, root: Path, now: datetime = NOON) -> None:
        self.office = PostOffice(root)
        self.root = root
        self.now = now
        self._serial = 1

    @property
    def key(self) -> SigningKey:
        return OwnerKey.load(self.office.keys).unlock(None)

    @property
    def rules(self) -> Rules:
        """What rules.json says."""
        return parse_rules(self.office.rules_file.read_bytes())

    def box(self, name: str, box: str) -> Path:
        """The folder of a box; the owner has a `queue` beside."""
        return self.office.queue if box == "queue" else self.office.box(name, box, self.rules)

    def homes(self) -> dict[str, Path]:
        """The folder of everybody who is or was there: the owner, rules.json's agents, those that acts added."""
        rules = self.rules
        added = {home.name: home for home in (self.root / "agents").iterdir()}
        return {OWNER: self.root / OWNER} | added | {name: self.office.home(name, rules) for name in rules.agents}

    def files(self, name: str, box: str) -> list[str]:
        """The names in a box, in order."""
        return sorted(path.name for path in self.box(name, box).iterdir())

    def write(self, sender: str = "builder", body: str = "All tests pass.\n", **fields: str) -> bytes:
        """The bytes of a draft; every field can be given, `created` is `now` unless it is."""
        header = {
            "from": sender, "to": "hub", "kind": "note", "topic": "nightly build", "requires": "none",
            "created": format_second(self.now), **fields,
        }  # fmt: skip
        return compose(header, body)

    def drop(
        self, sender: str = "builder", *, name: str | None = None, raw: bytes | None = None, body: str = "Passed.\n",
        **fields: str,
    ) -> Dropped:  # fmt: skip
        """Put a draft into an outbox by one rename, as a careful agent does. `name` is the file's."""
        draft = self.draft(sender, name=name, raw=raw, body=body, **fields)
        partial = draft.path.with_name(".partial.tmp")
        partial.write_bytes(draft.raw)
        partial.rename(draft.path)
        return draft

    def draft(
        self, sender: str = "builder", *, name: str | None = None, raw: bytes | None = None, body: str = "Passed.\n",
        **fields: str,
    ) -> Dropped:  # fmt: skip
        """What `drop` drops, not dropped."""
        raw = raw if raw is not None else self.write(sender, body, **fields)
        read = read_draft(sender, "x.md", raw, len(raw), len(raw) + 1)
        path = self.box(sender, "outbox") / (name or f"{read.get('topic').replace('/', '-') or 'draft'}.md")
        return Dropped(path, raw, str(read.id or ""), sender, read.get("to"), read.get("topic"))

    def decide(
        self, held: Dropped, verdict: Literal["approve", "decline"], note: str = "", *, name: str | None = None
    ) -> Dropped:
        """Put the owner's decision on `held` into the owner's outbox."""
        raw = decision(held, verdict, note, self.now, self.key)
        return self.drop(OWNER, name=name or f"{verdict}-{held.id}.md", raw=raw)

    def ask(self, held: Dropped, text: str = "Why now?") -> Dropped:
        return self.drop(OWNER, name=f"ask-{held.id}.md", raw=ask_back(held, text, self.now, self.key))

    def act(
        self, act: str, arguments: Mapping[str, object], *, key: SigningKey | None = None, file: str | None = None
    ) -> Path:
        """Put a signed act into the owner's outbox."""
        return self.put_act(make_act(act, arguments, self.now, key or self.key), file or f"{act}.act.json")

    def put_act(self, envelope: Mapping[str, object] | bytes, name: str) -> Path:
        path = self.root / OWNER / "outbox" / name
        path.write_bytes(envelope if isinstance(envelope, bytes) else json.dumps(envelope).encode())
        return path

    def set_rules(self, *, sign: bool = True, serial: int | None = None, **members: Any) -> None:
        """Replace members of rules.json, and sign them unless told not to."""
        document = json.loads(self.office.rules_file.read_bytes()) | members
        self.office.rules_file.write_bytes(render_rules(document))
        if sign:
            self.sign_rules(serial)

    def sign_rules(self, serial: int | None = None) -> None:
        self._serial = serial if serial is not None else self._serial + 1
        sign_rules(WatchedDisk(), self.office, self.key, self._serial, lambda: self.now)

    def later(self, **by: float) -> None:
        """Drafts written from now on are that much younger."""
        self.now += timedelta(**by)


def found(
    root: Path, *, hub: str = "hub", agents: tuple[str, ...] = AGENTS, clock: Clock = lambda: NOON, **members: Any
) -> TestOffice:
    """A new post office at `root`; `members` replace those of the default rules, which are signed with them."""
    found_post_office(root, hub=hub, agents=agents, clock=clock, disk=WatchedDisk())
    made = TestOffice(root, clock())
    if members:
        made.office.rules_file.write_bytes(render_rules(default_rules(hub, agents) | members))
        sign_rules(WatchedDisk(), made.office, made.key, 1, clock)
    return made
