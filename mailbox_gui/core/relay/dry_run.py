"""What other rules would have done with the messages of the last days: the same checks, on what is known of each."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from mailbox_gui.core.checks import limits, recipient, route, signature
from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.header import Header, HeaderField
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.read_models.judged import Judged

PERIOD: Final = timedelta(days=7)
DAY: Final = timedelta(hours=24)
# The checks whose answer rests on the rules; what the others said is as true as before.
_BY_RULES: Final = frozenset({recipient.NAME, route.NAME, limits.NAME})
_CHECKS: Final = (recipient.check, route.check, limits.check, signature.check)

DryVerdict = Literal["accepted", "held", "rejected"]


@dataclass(frozen=True, slots=True)
class Change:
    """A message whose verdict would be another one; `faults` are the reasons where it would be refused."""

    judged: Judged
    verdict: DryVerdict
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class DryRun:
    """`count` messages were judged anew; `left_out` could not be: nothing of their header is known."""

    count: int
    changes: tuple[Change, ...]
    left_out: int = 0


def dry_run(history: Sequence[Judged], rules: Rules, since: datetime) -> DryRun:
    """Judge anew what came at or after `since`, oldest first; of what came before only the number counts, for a day.

    What a message says, its secrets and its signature are as they were found; the clock is that of each message.
    """
    sent: defaultdict[str, deque[datetime]] = defaultdict(deque)
    changes: list[Change] = []
    count = left_out = 0
    for judged in history:
        row = judged.row
        moments = sent[row.sender]
        while moments and moments[0] <= row.at - DAY:
            moments.popleft()
        verdict: DryVerdict = judged.verdict
        if row.at >= since:
            count += 1
            if judged.header is None:
                left_out += 1
            else:
                faults = _faults(judged, judged.header, rules, len(moments))
                verdict = "rejected" if faults else "held" if judged.header.get("requires") == OWNER else "accepted"
                if verdict != judged.verdict:
                    changes.append(Change(judged, verdict, faults))
        if verdict != "rejected":
            moments.append(row.at)
    return DryRun(count, tuple(changes), left_out)


def _faults(judged: Judged, header: Mapping[str, str], rules: Rules, sent_last_day: int) -> tuple[Fault, ...]:
    row = judged.row
    signed = "signature" in header or "session" in header
    kept = [
        fault
        for fault in judged.faults
        if fault.check not in _BY_RULES and (fault.check != signature.NAME or signed or row.sender == OWNER)
    ]
    lines = tuple(HeaderField(key, value, place) for place, (key, value) in enumerate(header.items(), 2))
    draft = Draft(row.sender, row.file, row.size, header=Header(lines))
    facts = Facts(rules=rules, now=row.at, sent_last_day=sent_last_day if row.sender != OWNER else 0)
    # A signature that is there was verified then; its absence is a matter of the rules, but not of the owner's mail.
    checks = _CHECKS[:-1] if signed or row.sender == OWNER else _CHECKS
    return (*kept, *(fault for check in checks for fault in check(draft, facts)))
