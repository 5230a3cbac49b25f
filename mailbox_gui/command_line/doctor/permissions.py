"""May the relay write where it must, and nobody else where secrets lie?"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result

NAME: Final = "permissions"


def examine(patient: Patient) -> Result:
    """Fails for a folder that is not writable; notes a root that others of this machine may look into."""
    office, rules = patient.office, patient.rules
    wanted = [office.root, office.journal, office.relay, office.queue]
    wanted += [office.box(name, box, rules) for name in rules.participants() for box in ("outbox", "inbox", "rejected")]
    closed = [folder for folder in wanted if folder.is_dir() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK)]
    if closed:
        more = f", and {len(closed) - 1} more" if len(closed) > 1 else ""
        return Result("fail", f"{closed[0]} cannot be written{more}", f"chmod u+rwx {closed[0]}")
    for folder in (office.root, office.keys, office.journal):
        if _open_to_others(folder):
            return Result("note", f"others of this machine may look into {folder}", f"chmod go-rwx {folder}")
    return Result("pass", "folders are writable for you and closed to others")


def _open_to_others(folder: Path) -> bool:
    return bool(folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
