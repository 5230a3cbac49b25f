"""Check 6: nothing secret travels. The scanning is done before, see secret_scan; this puts the findings into words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault

NAME: Final = "secrets"

_MOST_NAMED: Final = 10
_HINT: Final = (
    "take it out and say where it is kept instead (a file, a keyring entry, the name of a variable); "
    "a placeholder such as <token> passes. What was written down may be known by now: consider replacing it"
)


def check(draft: Draft, facts: Facts) -> list[Fault]:  # noqa: ARG001 - every check has the same form
    """Refuses a draft in which the scanner found something; names kind and line, never the value."""
    return secret_faults(facts.findings)


def secret_faults(found: Iterable[Finding]) -> list[Fault]:
    """The faults of a text in which the scanner found this."""
    findings = list(dict.fromkeys(found))
    faults = [Fault(NAME, _words(finding), _HINT if place == 0 else "") for place, finding in enumerate(findings)]
    if len(faults) > _MOST_NAMED:
        left = len(faults) - _MOST_NAMED
        faults = [*faults[:_MOST_NAMED], Fault(NAME, f"and {left} more of the same sort")]
    return faults


def _words(finding: Finding) -> str:
    if finding.place == "file name":
        return f"{finding.kind} in the file's name"
    if finding.line is None:
        return finding.kind
    lines = f"line {finding.line}"
    if finding.last_line is not None and finding.last_line > finding.line:
        lines = f"lines {finding.line} to {finding.last_line}"
    return f"{finding.kind} in {lines}" + (f" ({finding.key})" if finding.key else "")
