"""Is there room for what will be written?"""

from __future__ import annotations

import shutil
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result

NAME: Final = "disk"

_LITTLE: Final = 64 * 1024 * 1024
_MIB: Final = 1024 * 1024


def examine(patient: Patient) -> Result:
    """Fails below 64 MiB of free space, the root's file system and those of folders elsewhere alike."""
    office, rules = patient.office, patient.rules
    homes = (office.root, *(office.home(name, rules) for name in rules.participants()))
    places = {home.stat().st_dev: home for home in reversed(homes) if home.is_dir()}
    free = {place: shutil.disk_usage(place).free for place in places.values()}
    place, least = min(free.items(), key=lambda item: item[1])
    if least < _LITTLE:
        text = f"{least // _MIB} MiB are free at {place}"
        return Result("fail", text, "free some space: nothing is accepted on a full disk")
    return Result("pass", f"{least // _MIB:,} MiB are free")
