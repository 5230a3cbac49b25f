"""Does the index stand where the journal stands?"""

from __future__ import annotations

import time
from contextlib import closing
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models import schema
from mailbox_gui.core.read_models.trust import reached, why_distrusted

NAME: Final = "index in step"

# A running relay writes the journal first and the index right behind it.
_PATIENCE: Final = 3.0
_LOOK_EVERY: Final = 0.05


def examine(patient: Patient) -> Result:
    """Fails when the index is missing, damaged, or behind the journal."""
    office = patient.office
    why = why_distrusted(office.index, office.journal)
    if why is not None:
        if patient.chain.height == 0 and why == "missing":
            return Result("pass", "none yet, and no journal either")
        return Result("fail", f"{office.index}: {why}", "mailbox reindex; the relay's next start does it too")
    deadline = time.monotonic() + _PATIENCE
    while True:
        with closing(schema.connect(f"file:{office.index}?mode=ro", uri=True)) as connection:
            height = reached(connection)[0]
        last = JournalReader(office.journal).last_height()
        if height >= last:
            return Result("pass", f"height {height:,}")
        if patient.holder is None or time.monotonic() > deadline:
            text = f"it stands at height {height:,}, the journal at {last:,}"
            return Result("fail", text, "the relay's next start catches up; or mailbox reindex")
        time.sleep(_LOOK_EVERY)
