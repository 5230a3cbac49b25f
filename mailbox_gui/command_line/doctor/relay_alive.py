"""Does somebody run the relay, and is it well?"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.output.moments import age
from mailbox_gui.core.relay.state import read_status

NAME: Final = "relay alive"

# The relay leaves its state at least every few seconds.
_SILENT_AFTER: Final = timedelta(seconds=60)


def examine(patient: Patient) -> Result:
    """Fails when nobody runs it, unless it is new, or when it says of itself that it cannot work."""
    holder = patient.holder
    if holder is None and patient.chain.height == 0:
        return Result("note", "it has never run yet", "start it: mailbox relay, or open the window")
    if holder is None:
        return Result("fail", "nobody runs it: nothing is delivered", "start it: mailbox relay, or open the window")
    who = f"{holder.program or 'a program'}, process {holder.pid}"
    state = read_status(patient.office)
    if state is None or state.pid != holder.pid:
        return Result("note", f"{who}; it has not said yet how it is", "look again in some seconds")
    if state.phase == "failed":
        return Result("fail", f"{who}: {state.reason}", "; ".join(problem.advice for problem in state.problems[:1]))
    if state.last_pass is not None and patient.now - state.last_pass > _SILENT_AFTER:
        silent = age(patient.now - state.last_pass)
        return Result("fail", f"{who}: no pass for {silent}", "stop it and start it again; its log may say why")
    if state.problems:
        text = "; ".join([who, *(problem.text for problem in state.problems)])
        return Result("note", text, "; ".join(problem.advice for problem in state.problems if problem.advice))
    return Result("pass", who)
