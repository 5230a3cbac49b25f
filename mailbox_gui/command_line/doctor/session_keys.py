"""Are the session keys in agents' folders whole and closed to others?"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.output.counting import counted
from mailbox_gui.command_line.shell.signing import VARIABLE
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
from mailbox_gui.core.keys.session_key import SESSION_FILE, SessionKey

NAME: Final = "session keys"


def examine(patient: Patient) -> Result:
    """Fails for a key file that others can read, or that is no key; the one that the environment names too."""
    found = 0
    for path in _files(patient):
        try:
            key = SessionKey.load(path)
        except KeyMissing:
            continue
        except KeyDamaged as error:
            text, _, advice = str(error).partition("; ")
            return Result("fail", text, f"{advice or 'move it away'}, or make another: mailbox keys delegate AGENT")
        if key.exposed is not None:
            advice = f"chmod 600 {path}; if others may have read it: mailbox keys revoke {key.public[:12]}"
            return Result("fail", key.exposed.partition(";")[0], advice)
        found += 1
    return Result("pass", f"{counted(found, 'file')}, closed to others" if found else "none lies in an agent's folder")


def _files(patient: Patient) -> list[Path]:
    rules = patient.rules
    files = [patient.office.home(name, rules) / SESSION_FILE for name in rules.agents]
    named = patient.session.environment.get(VARIABLE)
    return [*files, *([Path(named).expanduser()] if named else [])]
