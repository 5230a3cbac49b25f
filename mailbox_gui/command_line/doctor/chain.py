"""Is the journal's chain whole?"""

from __future__ import annotations

from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.output.counting import counted

NAME: Final = "chain"


def examine(patient: Patient) -> Result:
    """Fails at the first break; an append cut short is a note, since the relay's next start cuts it off."""
    report = patient.chain
    if report.broken_at is not None:
        text = f"it breaks at height {report.broken_at}: {report.reason}"
        return Result("fail", text, "restore the journal from a backup; until then nothing can be added to it")
    text = f"{counted(report.height, 'line')}, {counted(report.checkpoints, 'checkpoint')}"
    if report.torn_bytes and patient.holder is None:
        return Result("note", f"{text}; the last append was cut short", "the relay's next start cuts it off")
    return Result("pass", text)
