"""Can the lock that keeps a second relay away be taken, or is it held?"""

from __future__ import annotations

import os
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result

NAME: Final = "lock"


def examine(patient: Patient) -> Result:
    """Fails when nobody could take it. Asking who holds it raises LockUnusable, which says why."""
    if patient.holder is not None:
        return Result("pass", f"held by {patient.holder.program or 'a program'}, process {patient.holder.pid}")
    folder = patient.office.relay
    if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
        return Result("fail", f"{folder} is not writable", f"chmod u+rwx {folder}")
    return Result("pass", "free")
