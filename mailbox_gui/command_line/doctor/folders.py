"""Do inboxes, queue and rejected folders hold what the journal says?"""

from __future__ import annotations

from itertools import islice
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.folders import folder_faults

NAME: Final = "folders against journal"

_MOST: Final = 100


def _look(patient: Patient) -> list[Wrong]:
    with History.of(patient.session) as history:
        return list(islice(folder_faults(history.connection, history.office, patient.rules), _MOST))


def examine(patient: Patient) -> Result:
    """Fails for each file that is not what was delivered, held or refused."""
    wrong = _look(patient)
    if wrong:
        # What a running relay had under way is there now, or gone.
        still = {(finding.text, finding.file) for finding in _look(patient)}
        wrong = [finding for finding in wrong if (finding.text, finding.file) in still]
    if not wrong:
        return Result("pass", "they agree")
    first = f"{wrong[0].file}: {wrong[0].text}"
    more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    missing = any(finding.text == "the folder is missing" for finding in wrong)
    advice = "mailbox doctor --repair makes missing folders again" if missing else "mailbox verify lists all"
    return Result("fail", first + more, advice)
