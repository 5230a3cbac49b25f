"""The owner's draft as the checks see it, in the words that stand beside it while it is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from mailbox_gui.core.acts.outgoing import Outgoing
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.core.relay.rehearsal import Rehearsal
from mailbox_gui.window.moments import age, clock, day

State = Literal["idle", "running", "passed", "failed", "not run"]
_OF_RECIPIENT: Final = frozenset({"recipient", "route"})
NOT_CHECKED: Final = "not checked yet"


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One of the seven: its state and a sentence that says what was found."""

    name: str
    state: State
    sentence: str

    def spoken(self) -> str:
        """For a screen reader."""
        return f"{self.name}, {self.state}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class LetterView:
    """`share` is how much of the size that is allowed is used; `owes` what the recipient would owe, in sentences."""

    mail: Outgoing
    checks: tuple[CheckLine, ...]
    passes: bool
    share: float = 0.0
    owes: tuple[str, ...] = ()
    due: str = ""
    ref_topic: str = ""


def idle_checks() -> tuple[CheckLine, ...]:
    """Nothing was written yet."""
    return tuple(CheckLine(name, "idle", NOT_CHECKED) for name in CHECK_NAMES)


def letter_view(
    mail: Outgoing, rehearsal: Rehearsal, now: datetime, *, unread: int | None = None, ref_topic: str = ""
) -> LetterView:
    """What to show of a rehearsal. `unread` is how much the recipient has not read yet, None where that is unknown."""
    to = visible(mail.to)
    passed = {
        "identity": "from: owner",
        "header": "all required fields are set",
        "recipient": to if unread is None else f"{to}, {unread:,} unread",
        "route": f"owner \N{RIGHTWARDS ARROW} {to} is in the table",
        "limits": f"{_kilobytes(rehearsal.size)} / {_kilobytes(rehearsal.most_bytes)} KB, no daily limit for you",
        "secrets": "none found",
        "signature": "the owner key signs it",
    }
    checks = []
    for answer in rehearsal.answers:
        if answer.faults:
            first = answer.faults[0]
            more = f" (and {len(answer.faults) - 1} more)" if len(answer.faults) > 1 else ""
            checks.append(CheckLine(answer.name, "failed", visible(first.reason) + more))
        elif answer.name in _OF_RECIPIENT and not mail.to:
            checks.append(CheckLine(answer.name, "not run", "nobody is named yet"))
        else:
            checks.append(CheckLine(answer.name, "passed", passed[answer.name]))
    owes = tuple(f"{visible(debt.debtor)} then owes you a {debt.kind}{_by(debt.due, now)}." for debt in rehearsal.opens)
    last = rehearsal.opens[-1] if rehearsal.opens else None
    due = f"{last.kind} in {age(last.due - now)}" if last is not None and last.due is not None else ""
    share = rehearsal.size / rehearsal.most_bytes if rehearsal.most_bytes else 1.0
    return LetterView(mail, tuple(checks), rehearsal.passes, share, owes, due, ref_topic)


def _kilobytes(count: int) -> str:
    value = count / 1024
    return f"{value:.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"


def _by(moment: datetime | None, now: datetime) -> str:
    return f" by {day(moment, now)}, {clock(moment)}" if moment is not None else ""
