"""Lives through the demo's week: drops, decides and edits as people and agents would, with the real relay between."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import ask_back, decision
from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.dropping import drop
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.acts.waive import waiver
from mailbox_gui.core.bus.post import make_post
from mailbox_gui.core.demo.fake_secrets import fake_secret
from mailbox_gui.core.demo.happenings import (
    AskBack,
    Delegating,
    Happening,
    Letter,
    Posting,
    Restart,
    RulesEdit,
    Ruling,
    Scan,
    Waiver,
    WorkDone,
)
from mailbox_gui.core.demo.stories import file_name
from mailbox_gui.core.demo.work import do_work
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import ACT_SUFFIX
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.keys.session_key import SESSION_FILE, SessionKey, create_session_key
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.ids import derive_id
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules_writing import render_rules
from mailbox_gui.core.read_models.debt_lists import of_message
from mailbox_gui.core.read_models.delegations import last_serial
from mailbox_gui.core.relay.bus_desk import POST_SUFFIX, RECEIPT_SUFFIX
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.founding import sign_rules
from mailbox_gui.core.relay.opening import open_engine
from mailbox_gui.core.relay.parts import Scanner, Tools
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.scan_pass import scan_alone
from mailbox_gui.core.relay.survey import Looker
from mailbox_gui.core.relay.surveys import look_at_heads

PROGRAM: Final = "mailbox (the demo's week)"
_PLACEHOLDER: Final = re.compile(r"\{(date|secret:([a-z-]+))([+-]\d+)?\}")
# A happening takes a handful of steps; far more mean that the relay waits for something that does not come.
_MOST_STEPS: Final = 1000


@dataclass(frozen=True, slots=True)
class Sent:
    """A dropped message, as later happenings refer to it."""

    id: str
    sender: str
    topic: str
    sha256: str
    content: bytes


class Week:
    """The post office over the week that ends at `now`, its relay running from the first happening to `end`.

    The caller holds the relay's lock. `place` is where the post office will lie; the journal names it. Its moments are
    those of the stories: the relay's clock is stepped.
    """

    def __init__(
        self,
        office: PostOffice,
        place: Path,
        now: datetime,
        key: SigningKey,
        scanner: Scanner,
        disk: Disk,
        chance: Random,
    ) -> None:
        self._office = office
        self._place = place
        self._end = now
        # The clock of whoever acts; the relay gets to a draft a moment later.
        self._now = self._relays = now
        self._key = key
        self._scanner = scanner
        self._looker = Looker(office, disk, scanner)
        self._disk = disk
        self._chance = chance
        self._stranger = SigningKey(chance.randbytes(32))
        self._own: dict[str, SigningKey] = {}
        self._sent: dict[str, Sent] = {}
        self._unread: set[str] = set()
        self._serial = 1
        self._engine: Engine | None = None
        self._seconds = time.monotonic()

    def live(self, happenings: Sequence[Happening], on_each: Callable[[], None]) -> None:
        """Let everything happen, then stop the relay, move handled mail to done/, and drop what is left over."""
        left = [happening for happening in happenings if isinstance(happening, Letter) and happening.left]
        try:
            for happening in happenings:
                if happening in left:
                    continue
                self._begin(happening)
                self._happen(happening)
                on_each()
            self._now = self._end
            self._stop("asked to stop")
        finally:
            if self._engine is not None:
                self._engine.close(None)
        self._handle_mail()
        for letter in left:
            self._now = self._end - letter.ago
            self._drop(letter.folder, letter.file, self._content(letter))
            on_each()

    def _begin(self, happening: Happening) -> None:
        """Set the clocks to what happens next: the sender's first, a moment later the relay's."""
        self._relays = self._end - happening.ago
        self._now = self._relays - timedelta(milliseconds=self._chance.randint(350, 1900))
        self._engine = self._engine or self._open()

    def _happen(self, happening: Happening) -> None:
        match happening:
            case Letter():
                self._send(happening)
            case Ruling(_, key, ref, verdict, note):
                self._rule(key, f"{verdict}-", ref, decision(self._sent[ref], verdict, note, self._now, self._key))
            case AskBack(_, key, ref, text):
                self._rule(key, "about-", ref, ask_back(self._sent[ref], text, self._now, self._key))
            case RulesEdit():
                self._edit_rules(happening)
                return
            case Restart(_, reason):
                self._stop(reason)
                return
            case Delegating():
                self._delegate(happening)
            case Waiver(_, key, ref, reason):
                self._waive(key, ref, reason)
            case Posting():
                self._post(happening)
                return
            case WorkDone():
                self._now = self._relays
                do_work(happening, self._office.root / "workspaces" / happening.agent, self._now)
                return
            case Scan():
                self._scan()
                return
        self._relay()

    def _open(self) -> Engine:
        tools = Tools(
            disk=self._disk,
            clock=lambda: self._now,
            scanner=self._scanner,
            problems=ProblemBook(),
            # Drafts are dropped by rename here, as every agent should.
            arrived_by_rename=lambda _path: True,
        )
        return open_engine(self._office, tools, program=PROGRAM, root=self._place)

    def _stop(self, reason: str) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            while engine.tidy(1.0):
                pass
            engine.close(reason)

    def _scan(self) -> None:
        assert self._engine is not None
        self._now = self._relays
        scan_alone(self._engine, self._looker, ProblemBook())

    def _relay(self) -> None:
        """Step the relay until nothing waits; what it would sleep is skipped."""
        assert self._engine is not None
        self._now = self._relays
        rescan = True
        for _ in range(_MOST_STEPS):
            step = self._engine.step(time.time(), self._seconds, rescan=rescan)
            look_at_heads(self._engine, self._looker, ProblemBook(), step.entries)
            rescan = False
            if step.next_in is None:
                return
            self._seconds += step.next_in
        raise RuntimeError("the relay does not come to rest")

    def _send(self, letter: Letter) -> None:
        if letter.again:
            first = self._sent[letter.again]
            self._drop(first.sender, letter.file, first.content)
            return
        content = self._content(letter)
        self._remember(letter.key, letter.folder, letter.fields.get("topic", ""), content)
        if letter.unread:
            self._unread.add(f"{self._sent[letter.key].id}.md")
        self._drop(letter.folder, letter.file, content)

    def _rule(self, key: str, what: str, ref: str, content: bytes) -> None:
        self._remember(key, OWNER, "", content)
        self._drop(OWNER, what + file_name(self._sent[ref].topic), content)

    def _delegate(self, what: Delegating) -> None:
        """A new key in the agent's folder, and the signed act that lets it sign, as `mailbox keys delegate` does it."""
        assert self._engine is not None
        session = create_session_key(self._disk, self._session_file(what.agent))
        serial = last_serial(self._engine.reading) + 1
        public = public_hex(session)
        envelope = make_delegation(self._key, what.agent, public, serial, self._now, what.days, what.kinds)
        act = make_act("delegate", envelope, self._now, self._key)
        self._drop(OWNER, f"delegate-{what.agent}{ACT_SUFFIX}", json.dumps(act, ensure_ascii=False).encode())

    def _post(self, what: Posting) -> None:
        """Post as `mailbox bus post` does, and take the receipt."""
        ref = self._sent[what.ref].id if what.ref else ""
        key = self._posting_key(what.label)
        post = make_post(key, self._now, label=what.label, topic=what.topic, body=what.body, kind=what.kind, ref=ref)
        name = post.sha256[:12]
        drop(self._disk, self._office.bus_drop, f"{name}{POST_SUFFIX}", post.raw)
        self._relay()
        self._disk.unlink(self._office.bus_drop / f"{name}{RECEIPT_SUFFIX}")

    def _posting_key(self, label: str) -> SigningKey:
        if label == OWNER:
            return self._key
        session = self._session_file(label)
        if session.exists():
            return SessionKey.load(session).signing_key
        if label not in self._own:
            self._own[label] = SigningKey(self._chance.randbytes(32))
        return self._own[label]

    def _session_file(self, agent: str) -> Path:
        return self._office.root / "agents" / agent / SESSION_FILE

    def _waive(self, key: str, ref: str, reason: str) -> None:
        assert self._engine is not None
        owed = of_message(self._engine.reading, self._sent[ref].id)
        content = waiver(owed[0], reason, self._engine.rules.participants(), self._now, self._key)
        self._rule(key, "waive-", ref, content)

    def _drop(self, sender: str, file: str, content: bytes) -> None:
        outbox = self._office.root / ("owner" if sender == OWNER else f"agents/{sender}") / "outbox"
        drop(self._disk, outbox, file, content)

    def _remember(self, key: str, sender: str, topic: str, content: bytes) -> None:
        message_id = derive_id(self._now, sender, content)
        self._sent[key] = Sent(message_id, sender, topic, hashlib.sha256(content).hexdigest(), content)

    def _content(self, letter: Letter) -> bytes:
        if letter.text:
            return self._filled(letter.text).encode(letter.encoding)
        fields = {name: self._filled(value) for name, value in letter.fields.items()}
        fields["created"] = format_second(self._now)
        if letter.ref:
            fields["ref"] = self._sent[letter.ref].id
        if letter.due is not None:
            fields["due"] = format_second(self._end + letter.due)
        content = compose(fields, self._filled(letter.body))
        match letter.sign:
            case "owner":
                content = sign_mail(content, self._key)
            case "stranger":
                content = sign_mail(content, self._stranger, session=True)
            case "session" if self._session_file(letter.folder).exists():
                key = SessionKey.load(self._session_file(letter.folder)).signing_key
                content = sign_mail(content, key, session=True)
            case "session" | "none":
                pass
        return content if letter.encoding == "utf-8" else content.decode().encode(letter.encoding)

    def _filled(self, text: str) -> str:
        """The text with its placeholders: `{date}`, `{date+11}` (days on), `{secret:KIND}`."""

        def fill(found: re.Match[str]) -> str:
            if found[2]:
                return fake_secret(found[2], self._chance)
            return (self._now + timedelta(days=int(found[3] or 0))).date().isoformat()

        return _PLACEHOLDER.sub(fill, text)

    def _edit_rules(self, edit: RulesEdit) -> None:
        before = self._office.rules_file.read_bytes()
        rules = json.loads(before)
        for name, members in edit.agents.items():
            rules["agents"][name] |= members
        rules["routes"] += [list(route) for route in edit.routes]
        self._write_rules(render_rules(rules))
        if edit.signed:
            self._serial += 1
            sign_rules(self._disk, self._office, self._key, self._serial, lambda: self._now)
        self._relay()
        if not edit.signed:
            self._write_rules(before)
            self._relay()

    def _write_rules(self, content: bytes) -> None:
        partial = self._office.root / ".rules.json.tmp"
        self._disk.write_new(partial, content)
        self._disk.rename_over(partial, self._office.rules_file)

    def _handle_mail(self) -> None:
        """Everybody has read and done what lies in the inbox, but for what is told to be unread."""
        for home in (self._office.root / "owner", *(self._office.root / "agents").iterdir()):
            for name in sorted(os.listdir(home / "inbox")):
                if name not in self._unread:
                    self._disk.rename_new(home / "inbox" / name, home / "done" / name)
