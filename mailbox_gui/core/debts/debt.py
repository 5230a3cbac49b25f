"""A debt as a value: who owes what to whom since when, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

Kind = Literal["reply", "report", "workaround", "decision"]
State = Literal["open", "waiting", "baseline", "closed"]
# How a debt ended: by an answer; by an answer to what was escalated; by the owner's decision or waiver; a marker told
# of or taken out; commits that are in no history any more; a workspace that is none any more.
How = Literal["", "answered", "original answered", "decided", "waived", "told", "removed", "gone", "left"]

KINDS: Final[tuple[Kind, ...]] = ("reply", "report", "workaround", "decision")
# What `OWES n` counts.
LIVE: Final[frozenset[State]] = frozenset({"open", "waiting"})
WORK: Final = "work:"


@dataclass(frozen=True, slots=True)
class Debt:
    """One obligation. Texts come from outside and are escaped where they are shown.

    `ref` is the name by which it is waived: the id of the message that opened it, a marker's slug, or `work:AGENT`.
    `sha256` is of that message's bytes, of the journal line where there is none. `opened` and `closed` are heights.
    `origin` is the message that an escalation passed on, `held` whether it is the decision on a held message, `by` the
    id of the message that closed it, `probable` of one that looks like the answer and did not say so. `newest` is a
    subject, `since` RFC 3339. Empty texts and None: there is none.
    """

    number: int
    kind: Kind
    debtor: str
    creditor: str
    ref: str
    topic: str
    sha256: str
    opened: int
    opened_at: datetime
    due: datetime | None
    state: State = "open"
    waiting_on: str = ""
    closed: int | None = None
    closed_at: datetime | None = None
    how: How = ""
    by: str = ""
    origin: str = ""
    held: bool = False
    marker: str = ""
    path: str = ""
    line: int | None = None
    commits: int | None = None
    newest: str = ""
    since: str = ""
    probable: str = ""

    @property
    def live(self) -> bool:
        """Whether it is owed now."""
        return self.state in LIVE

    def overdue(self, now: datetime) -> bool:
        """Whether it is owed still, and its time is over."""
        return self.live and self.due is not None and now > self.due

    def end(self, height: int, at: datetime, how: How, by: str = "") -> Debt:
        """The same, closed by the line at `height`."""
        return replace(self, state="closed", waiting_on="", closed=height, closed_at=at, how=how, by=by)

    def wait_for(self, name: str) -> Debt:
        """The same, waiting on somebody; open again for nobody."""
        return replace(self, state="waiting" if name else "open", waiting_on=name)
