"""A post office in which the builder has a workspace, scanned as the relay does it, and what is owed then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Work, Workaround
from mailbox_gui.core.read_models import debt_lists
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.scan_pass import scan_alone
from mailbox_gui.core.relay.state import Problem
from mailbox_gui.core.relay.survey import Looker
from mailbox_gui.core.relay.surveys import look_at_heads
from mailbox_gui.core.workspaces.limits import Limits
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk
from tests.support.life import Life, life
from tests.support.post_office import TestOffice
from tests.support.repository import RealRepository
from tests.support.scanner import MarkerScanner


def with_workspace(made: TestOffice, workspace: str = "../builder") -> RealRepository:
    """The folder, not a repository yet, and the rules that name it."""
    made.set_rules(agents={"hub": {}, "builder": {"workspace": workspace}, "researcher": {}, "site": {}})
    return RealRepository((made.root / workspace).resolve(), init=False)


@dataclass
class Watch:
    """A life of the relay with scans between its steps."""

    made: TestOffice
    lived: Life
    looker: Looker
    problems: ProblemBook
    clock: SetClock

    @property
    def engine(self) -> Engine:
        return self.lived.engine

    def scan(self) -> list[str]:
        """One scan of all workspaces; what is owed then."""
        scan_alone(self.engine, self.looker, self.problems)
        return self.owed()

    def deliver(
        self, sender: str = "builder", *, look: bool = True, kind: str = "report", body: str = "Ok.\n", names: str = ""
    ) -> list[str]:
        """Deliver a message as the relay does, its sender's HEAD looked at; what is owed then. It `names` a marker."""
        self.made.later(seconds=1)
        fields = {"kind": kind, "topic": f"at {self.made.now:%H%M%S}", **({"x-workaround": names} if names else {})}
        raw = self.made.write(sender, body, **fields)
        self.made.drop(sender, raw=raw)
        told = len(self.lived.entries)
        self.lived.work_off()
        if look:
            look_at_heads(self.engine, self.looker, self.problems, self.lived.entries[told:])
        return self.owed()

    def owed(self) -> list[str]:
        return [line_of(debt) for debt in self.debts() if debt.state != "closed"]

    def debts(self) -> list[Debt]:
        self.engine.project()
        return debt_lists.every(self.engine.reading)

    def said(self) -> list[Problem]:
        return list(self.problems.all())

    def lines(self) -> list[Work | Workaround]:
        """What the scans wrote into the journal."""
        entries = JournalReader(self.made.office.journal).entries()
        return [entry.record for entry in entries if isinstance(entry.record, Work | Workaround)]


@contextmanager
def watching(made: TestOffice, *, limits: Limits | None = None, clock: SetClock | None = None) -> Iterator[Watch]:
    clock = clock or SetClock()
    with life(made.office, clock=clock) as lived:
        looker = Looker(made.office, WatchedDisk(), MarkerScanner(), limits)
        lived.work_off()
        yield Watch(made, lived, looker, ProblemBook(), clock)


def line_of(debt: Debt) -> str:
    state = "" if debt.state == "open" else f" {debt.state}"
    if debt.commits is not None:
        return f"{debt.commits} commits, newest {debt.newest}{state}"
    if debt.marker:
        return f"{debt.marker} at {debt.path}:{debt.line}{state}"
    return f"{debt.debtor} {debt.kind} {debt.topic}{state}"


def owed_on_disk(made: TestOffice) -> list[str]:
    """What a reader finds owed."""
    with closing(open_reading(made.office.index, made.office.journal)) as connection:
        return [line_of(debt) for debt in debt_lists.owed(connection)]
