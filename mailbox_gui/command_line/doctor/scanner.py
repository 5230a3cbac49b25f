"""Does the secret scanner work on this machine? Without it nothing is delivered."""

from __future__ import annotations

from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.message.draft_reading import read_draft

NAME: Final = "secret scanner"


def examine(patient: Patient) -> Result:
    """Loads it and lets it look at a text with a made-up token. Loading raises ScannerUnavailable, which says why."""
    scanner = SecretScanner.load(patient.session.cache)
    # Put together here, so that no scanner of repositories takes it for a real one.
    made_up = b"---\nfrom: a\n---\ntoken: " + b"gh" + b"p_" + b"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8" + b"\n"
    if scanner.scan(read_draft("a", "probe.md", made_up, len(made_up), len(made_up))):
        return Result("pass", "it loads and finds a made-up token")
    return Result("fail", "it loads and finds nothing in a text with a made-up token", "install the program again")
