"""Are the keys there, whole, and closed to others; is the owner's under a passphrase?"""

from __future__ import annotations

from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.relay_key import RelayKey

NAME: Final = "keys"


def examine(patient: Patient) -> Result:
    """Fails for keys that are missing, damaged (loading says how) or exposed; notes an owner key without passphrase."""
    owner, relay = OwnerKey.load(patient.office.keys), RelayKey.load(patient.office.keys)
    for exposed in (owner.exposed, relay.exposed):
        if exposed:
            advice = f"chmod 600 {patient.office.keys}/*.secret, and think of who may have read them"
            return Result("fail", exposed, advice)
    if not owner.protected:
        text = "the owner's key has no passphrase: any process of this user can decide in your name"
        return Result("note", text, "mailbox keys passphrase")
    return Result("pass", "owner (under a passphrase) and relay")
