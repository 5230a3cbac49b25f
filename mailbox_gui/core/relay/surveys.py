"""What the scans of the workspaces found becomes lines of the journal: a few at a turn, between two batches of mail."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Decided, Record
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.read_models.facts import known
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.state import Problem
from mailbox_gui.core.relay.survey import Looker, Survey, left_behind, workspaces_of
from mailbox_gui.core.relay.surveying import Surveyor
from mailbox_gui.core.workspaces.difference import folder_of
from mailbox_gui.core.workspaces.trouble import KINDS

# Lines under one commit: a delivery waits for no more than these.
_AT_ONCE: Final = 64
_LONGEST_TOKEN: Final = 200


@dataclass(eq=False, slots=True)
class _Found:
    """Lines that wait to be recorded: of one look into the workspace `folder`, or of nobody's."""

    agent: str
    folder: str
    records: deque[Record]


class Surveys:
    """Between the scanning thread and the engine, on the engine's thread."""

    def __init__(
        self, office: PostOffice, disk: Disk, scanner: Scanner, problems: ProblemBook, wake: Callable[[], None]
    ) -> None:
        self._office = office
        self._disk = disk
        self._problems = problems
        self._wake = wake
        self._surveyor = Surveyor(office, disk, scanner, wake)
        self._rules: Rules | None = None
        self._waiting: deque[_Found] = deque()
        self._wish = ""

    def turn(self, engine: Engine, news: Sequence[Entry]) -> None:
        """Follow changed rules, hurry to who has just reported, and record a few of the lines that were found.

        `news` are lines that came into the index since the last turn. Raises OSError as `Engine.record` does.
        """
        if engine.rules is not self._rules:
            self._rules = engine.rules
            for kind in KINDS:
                # What still holds is said again by the next scan.
                self._problems.clear_kind(kind)
            self._surveyor.use(self._rules)
            self._forget_old(self._rules)
            self._waiting.append(_Found("", "", deque(left_behind(engine.reading, self._rules))))
        for agent in reporters(engine, news):
            self._surveyor.hurry(agent)
        self._take_wish()
        for survey in self._surveyor.take():
            if not self._is_there(survey.agent, survey.folder, self._rules):
                self._surveyor.taken(survey.agent)
                continue
            say_troubles(self._problems, survey)
            self._waiting.append(_Found(survey.agent, survey.folder, deque(survey.records)))
        self._say_hanging()
        if self._waiting:
            self._record(engine)
        if self._wish and not self._waiting and self._surveyor.fulfilled:
            self._fulfil_wish()

    def stop(self) -> None:
        """End the scanning thread; what was not recorded is found again."""
        self._surveyor.stop()

    def _record(self, engine: Engine) -> None:
        found = self._waiting[0]
        some = [found.records.popleft() for _ in range(min(len(found.records), _AT_ONCE))]
        if some:
            engine.record(*some)
        if not found.records:
            self._waiting.popleft()
            # The next scan of that workspace is to see what this one found.
            engine.project()
            self._surveyor.taken(found.agent)
        self._wake()

    def _forget_old(self, rules: Rules) -> None:
        """What was found in a workspace that is none any more is no news: nobody would ever close what it opens."""
        for found in [found for found in self._waiting if not self._is_there(found.agent, found.folder, rules)]:
            self._waiting.remove(found)
            self._surveyor.taken(found.agent)

    def _is_there(self, agent: str, folder: str, rules: Rules) -> bool:
        named = workspaces_of(rules).get(agent)
        return named is not None and folder_of(os.fspath(self._office.root), named) == folder

    def _say_hanging(self) -> None:
        agent = self._surveyor.hanging()
        if agent is None:
            self._problems.clear("workspaces", "workspace-slow")
        else:
            text = f"the scan of the workspace of {agent} does not come to an end; no other is scanned meanwhile"
            self._problems.raise_problem(Problem("workspace-slow", "workspaces", text, "is its disk there?"))

    def _take_wish(self) -> None:
        """A command wishes for a scan now: it leaves a word, and finds it again when all is in the index."""
        if not os.path.lexists(self._office.scan_wanted):
            return
        try:
            with open(self._office.scan_wanted, "rb") as stream:
                wish = stream.read(_LONGEST_TOKEN).decode("ascii", "replace")
            self._disk.unlink(self._office.scan_wanted)
        except OSError:
            return
        self._wish = wish
        self._surveyor.ask_all()

    def _fulfil_wish(self) -> None:
        partial = f"{self._office.scan_done}.{os.getpid()}.part"
        try:
            if os.path.lexists(partial):
                self._disk.unlink(partial)
            self._disk.write_new(partial, self._wish.encode())
            self._disk.rename_over(partial, self._office.scan_done)
        except OSError:
            return
        self._wish = ""


def say_troubles(problems: ProblemBook, survey: Survey) -> None:
    """Say what keeps the scan from its work; what does so no more is forgotten."""
    where = survey.folder
    said = {trouble.kind for trouble in survey.troubles}
    gone = [kind for kind in KINDS if kind not in said]
    if gone:
        problems.clear(where, *gone)
    for trouble in survey.troubles:
        text = f"{visible(where)} ({survey.agent}): {trouble.text}"
        problems.raise_problem(Problem(trouble.kind, where, text, trouble.advice))


def look_at_heads(engine: Engine, looker: Looker, problems: ProblemBook, news: Iterable[Entry]) -> None:
    """Where no thread scans: look at once at the HEAD of who has just reported, from which work counts now."""
    workspaces = workspaces_of(engine.rules)
    for agent in dict.fromkeys(reporters(engine, news)):
        if agent in workspaces:
            survey = looker.look(engine.reading, agent, engine.rules, threading.Event(), head_only=True)
            say_troubles(problems, survey)
            if survey.records:
                engine.record(*survey.records)


def reporters(engine: Engine, news: Iterable[Entry]) -> Iterator[str]:
    """Who has a report delivered by these lines."""
    for entry in news:
        record = entry.record
        if isinstance(record, Accepted) and record.header.get("kind") == "report":
            yield record.folder
        elif isinstance(record, Decided) and record.verdict == "approve":
            held = known(engine.reading, record.ref)
            if held is not None and held.kind == "report":
                yield held.sender
