"""Does the machine's clock go on from where the journal stands?"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.output.moments import age, full
from mailbox_gui.core.journal.reader import JournalReader

NAME: Final = "clock"

_ALLOWED: Final = timedelta(seconds=2)


def examine(patient: Patient) -> Result:
    """Fails when the clock stands behind the last line: until it has caught up, limits are judged by the journal's."""
    reader = JournalReader(patient.office.journal)
    last = None
    for entry in reader.entries(after=max(reader.last_height() - 1, 0)):
        last = entry
    if last is None or patient.now >= last.at - _ALLOWED:
        return Result("pass", full(patient.now))
    behind = age(last.at - patient.now)
    return Result("fail", f"it stands {behind} behind the journal's last line ({full(last.at)})", "set the clock")
