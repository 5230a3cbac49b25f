"""The owner's acts in the relay's step: taken in one by one, followed by rules and folders, answered."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable

from mailbox_gui.core.acts import ALL_ACTS
from mailbox_gui.core.acts.act import ActFacts, SignedAct
from mailbox_gui.core.acts.session_files import revocation_file
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Record, Rejected
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.facts import entry_of_nonce
from mailbox_gui.core.relay.act_desk import ActDesk
from mailbox_gui.core.relay.parts import Ledger, Tools
from mailbox_gui.core.relay.pauses import Pauses
from mailbox_gui.core.relay.problems import problem_of
from mailbox_gui.core.relay.reach import Reach
from mailbox_gui.core.relay.state import Problem

_LOG = logging.getLogger(__name__)


class OwnersActs:
    """`homes` says where folders are now; `record` appends a line; `adopt` takes the rules in force anew."""

    def __init__(  # noqa: PLR0913 - the engine's own parts
        self,
        office: PostOffice,
        tools: Tools,
        ledger: Ledger,
        pauses: Pauses,
        connection: sqlite3.Connection,
        reader: JournalReader,
        homes: Callable[[], Homes],
        *,
        record: Callable[[Record], Entry],
        adopt: Callable[[], None],
    ) -> None:
        self._office = office
        self._tools = tools
        self._ledger = ledger
        self._pauses = pauses
        self._connection = connection
        self._reader = reader
        self._homes = homes
        self._adopt = adopt
        self._desk = ActDesk(office, tools.disk, ledger.authority, record, self._refuse)

    def take(self, wall: float) -> None:
        """Take in the acts that wait. Raises OSError when the machine fails in a commit."""
        waiting = self._desk.waiting(wall)
        problems, homes = self._tools.problems, self._homes()
        places = {name: os.path.join(homes.box(OWNER, "outbox"), name) for name in waiting}
        problems.clear_kind("unreadable-act", frozenset(places.values()))
        if not waiting or not Reach(self._tools.disk, homes, self._ledger.staging, problems).can_take(OWNER):
            return
        for name, where in places.items():
            try:
                entry, act = self._desk.take(name, self._facts(), self._tools.clock())
            except (FileNotFoundError, FileExistsError):
                # It was taken back, or an older one of its name is still on its way: the next step looks again.
                continue
            except PermissionError as error:
                problem = problem_of(error, visible(where))
                problems.raise_problem(Problem("unreadable-act", where, problem.text, problem.advice))
                continue
            problems.clear(where, "unreadable-act")
            if act is None:
                continue
            if act.name == "resume":
                self._pauses.book.forgive(act.arguments["agent"])
            elif act.name == "revoke":
                problems.clear(os.fspath(revocation_file(self._office.keys, act.arguments["session"])))
            self._adopt()
            self._apply(act)
            self._desk.answer(name, entry)

    def answer_recorded(self) -> None:
        """Answer acts that a killed life recorded and did not answer; what they do to folders is done again."""
        for name, act, entry in self._desk.recorded(self._entry_of_nonce):
            self._apply(act)
            self._desk.answer(name, entry)

    def _facts(self) -> ActFacts:
        ledger, now = self._ledger, self._tools.clock()
        taken = {ledger.owner_key: "the owner's own key", ledger.relay_key: "the relay's key"}
        authority = ledger.authority
        return ActFacts(
            self._homes().rules,
            self._pauses.current(now),
            now,
            ledger.owner_key,
            taken,
            authority.journalled_standing,
            authority.last_serial,
            authority.book,
        )

    def _apply(self, act: SignedAct) -> None:
        """Let the folders follow an act. It is history: a folder that cannot be made is said where it is missed."""
        try:
            ALL_ACTS[act.name].apply(act, self._office, self._homes().rules, self._tools.disk)
        except OSError as error:
            problem = problem_of(error, visible(os.fspath(error.filename or self._office.root)))
            _LOG.warning("what the act %s asks of the folders cannot be done: %s", act.name, problem.kind)

    def _refuse(self, record: Rejected, name: str) -> Entry:
        homes = self._homes()
        claim = self._ledger.claims.claim(OWNER, homes.box(OWNER, "outbox"), name)
        return self._ledger.committer.refuse(record, claim, homes)

    def _entry_of_nonce(self, nonce: str) -> Entry | None:
        self._ledger.projector.wait()
        return entry_of_nonce(self._connection, self._reader, nonce)
