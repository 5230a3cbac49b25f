"""Makes the post office of a plan: founded, session keys delegated, and a first message to decide on. No Qt."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.dropping import drop
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.fingerprint import fingerprint
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import ACT_SUFFIX
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import MODERATE, Cost
from mailbox_gui.core.keys.session_key import SESSION_FILE, SessionKey, create_session_key
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.delegations import delegation_of
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.desk import Desk
from mailbox_gui.core.relay.founding import found_post_office
from mailbox_gui.window.first_run.plan import Plan

DAYS = 30
PROGRAM = "first run"
TOPIC = "Your first decision"
_BODY = """\
Hello! I am {hub}, and this is a practice message that the window wrote into my outbox.

It says `requires: owner`, so the relay holds it until you decide:

- **A** approves it: it goes on to {to}, with your signature.
- **D** declines it, with a reason that I get to read.
- **Q** asks me back, **L** puts it off.

After an approval you have five seconds to take it back with **U**; nothing is signed or written before.
"""


@dataclass(frozen=True, slots=True)
class Made:
    """What there is now. `delegated` are the agents that have a session key, good until `until`."""

    office: PostOffice
    owner: str
    """The fingerprint of the owner's key, groups of four digits."""
    delegated: tuple[str, ...] = ()
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Making:
    """With what a post office is made; tests bring a quick `cost` and a disk that does not wait."""

    clock: Callable[[], datetime]
    cache: Path
    cost: Cost = MODERATE
    disk: Disk | None = None

    def make(self, plan: Plan) -> Made:
        """Make it: seconds, for the key is slow on purpose. Raises FoundingError, OSError."""
        office = found_post_office(
            plan.root,
            hub=plan.hub,
            agents=[agent.name for agent in plan.agents if agent.name != plan.hub],
            passphrase=plan.passphrase,
            clock=self.clock,
            disk=self.disk,
            cost=self.cost,
        )
        stored = OwnerKey.load(office.keys)
        signing = [agent.name for agent in plan.agents if agent.signs]
        if not signing:
            return Made(office, fingerprint(stored.public))
        key = stored.unlock(plan.passphrase)
        delegated = self._delegate(office, key, signing)
        return Made(office, fingerprint(stored.public), delegated, self.clock() + timedelta(days=DAYS))

    def _delegate(self, office: PostOffice, key: SigningKey, names: Sequence[str]) -> tuple[str, ...]:
        """Session keys for these agents, in one pass for all: each by itself would start the relay anew."""
        desk, disk = self._desk(office), self.disk or Disk()
        rules = desk.rules()
        sessions: dict[str, str] = {}
        for serial, name in enumerate(names, start=1):
            session = public_hex(create_session_key(disk, office.home(name, rules) / SESSION_FILE))
            envelope = make_delegation(key, name, session, serial, self.clock(), DAYS, (), ())
            content = json.dumps(make_act("delegate", envelope, self.clock(), key), ensure_ascii=False).encode()
            # Serials only ever rise, and the relay takes files by their names.
            drop(disk, office.root / OWNER / "outbox", f"delegate-{serial:04}{ACT_SUFFIX}", content)
            sessions[name] = session
        desk.one_pass()
        with closing(open_reading(office.index, office.journal)) as connection:
            return tuple(name for name, session in sessions.items() if delegation_of(connection, session) is not None)

    def write_first_message(self, made: Made) -> None:
        """Put a message that waits for the owner into the hub's outbox. Raises OSError."""
        desk = self._desk(made.office)
        rules = desk.rules()
        to = next((name for name in rules.agents if name != rules.hub), None)
        if to is None:
            return
        fields = {"to": to, "kind": "request", "topic": TOPIC, "requires": "owner"}
        content, _id = desk.draft(rules.hub, fields, _BODY.format(hub=rules.hub, to=to))
        if rules.hub in made.delegated:
            session = SessionKey.load(made.office.home(rules.hub, rules) / SESSION_FILE)
            content = sign_mail(content, session.signing_key, session=True)
        desk.send(rules.hub, content)

    def _desk(self, office: PostOffice) -> Desk:
        return Desk(office, program=PROGRAM, clock=self.clock, disk=self.disk, cache=self.cache)
