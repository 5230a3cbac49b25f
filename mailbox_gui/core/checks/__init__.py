"""The checks every draft goes through: one pure unit a file, `ALL_CHECKS` in the order in which faults are named.

Adding a check is one file with `NAME` and `check(draft, facts)`, one line here and one name in `CHECK_NAMES`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mailbox_gui.core.checks import header, identity, limits, recipient, route, secrets, signature
from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.checks.secret_scan.masking import mask_faults
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault

Check = Callable[[Draft, Facts], list[Fault]]

ALL_CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    (identity.NAME, identity.check),
    (header.NAME, header.check),
    (recipient.NAME, recipient.check),
    (route.NAME, route.check),
    (limits.NAME, limits.check),
    (secrets.NAME, secrets.check),
    (signature.NAME, signature.check),
)

# A reason file is read by a person: after this many the rest adds nothing.
MOST_FAULTS: Final = 40


def judge(draft: Draft, facts: Facts) -> tuple[Fault, ...]:
    """Every fault of the draft in the order of the checks, at most MOST_FAULTS; empty when it may go on its way.

    No reason or hint quotes what a finding covers, whichever check wrote it.
    """
    faults = [fault for _, check in ALL_CHECKS for fault in check(draft, facts)]
    if not faults:
        return ()
    return tuple(mask_faults(faults[:MOST_FAULTS], draft, facts.findings))
