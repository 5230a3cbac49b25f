"""Is the rules.json on the disk the one in force?"""

from __future__ import annotations

from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.relay.rules_in_force import RulesInForce

NAME: Final = "rules signed"


def examine(patient: Patient) -> Result:
    """Fails for an edit that is broken or not signed; notes a signed one that the relay has not taken up yet."""
    with History.of(patient.session) as history:
        rules = RulesInForce(patient.office, owner_public(patient.office.keys), history.connection)
        edit = rules.judge()
    if edit is None:
        return Result("pass", f"serial {rules.serial} is in force")
    if edit.record is not None and rules.rules is None:
        return Result("pass", f"serial {edit.record.document.get('serial')}, in force from the relay's first start on")
    if edit.record is not None:
        return Result("note", "a signed edit waits for the relay", "it takes effect when the relay runs")
    return Result("fail", f"{edit.refused}; the last good rules stay in force", edit.advice)
