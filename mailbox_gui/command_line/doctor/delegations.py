"""Do delegations end soon, and can everybody sign who must?"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.output.counting import counted
from mailbox_gui.command_line.output.moments import full
from mailbox_gui.command_line.output.signing import short_key
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.core.read_models.delegations import DelegationRow, delegations

NAME: Final = "delegations"

_SOON: Final = timedelta(days=3)


def examine(patient: Patient) -> Result:
    """Fails where the rules require signatures of an agent that has no valid session key; notes what ends soon."""
    now = patient.now
    with History.of(patient.session) as history:
        found = delegations(history.connection)
    valid = [row for row in found if row.state(now) == "valid" and row.agent in patient.rules.agents]
    signing = {row.agent for row in valid}
    for name, rule in patient.rules.agents.items():
        if rule.signature == "required" and name not in signing:
            text = f"the rules require signatures of {name}, which has no valid session key"
            return Result("fail", text, f"mailbox keys delegate {name}")
    ending = [row for row in _last_of_each(valid) if row.expires - now < _SOON]
    if ending:
        first = min(ending, key=lambda row: row.expires)
        more = f", and {len(ending) - 1} more" if len(ending) > 1 else ""
        text = f"the session key {short_key(first.session)} of {first.agent} expires at {full(first.expires)}{more}"
        advice = f"move its file away, then: mailbox keys delegate {first.agent}"
        return Result("note", text, advice)
    return Result("pass", f"{counted(len(valid), 'session key')} may sign" if valid else "no session key may sign")


def _last_of_each(valid: list[DelegationRow]) -> list[DelegationRow]:
    """Of each agent the key that lasts longest: where another takes over, nothing ends."""
    last: dict[str, DelegationRow] = {}
    for row in valid:
        if row.agent not in last or row.expires > last[row.agent].expires:
            last[row.agent] = row
    return list(last.values())
