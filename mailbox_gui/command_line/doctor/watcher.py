"""Do events of the file system reach us? Tried with a real file, in the post office itself."""

from __future__ import annotations

import os
import secrets
import shutil
import threading
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.core.folders.watcher import Watcher

NAME: Final = "watcher"

_PATIENCE: Final = 5.0


def examine(patient: Patient) -> Result:
    """Fails when a file moved into a watched folder goes unnoticed; a file system without events is a note."""
    probe = patient.office.relay / f"doctor-{os.getpid()}-{secrets.token_hex(4)}"
    wake = threading.Event()
    watcher = Watcher((os.fspath(probe),), wake)
    (probe / "outbox").mkdir(mode=0o700, parents=True)
    try:
        watcher.start()
        if watcher.state != "events":
            advice = "drafts are noticed at the next look, within seconds; nothing is lost"
            return Result("note", watcher.state, advice)
        begun = probe / "begun.tmp"
        begun.write_bytes(b"probe")
        begun.rename(probe / "outbox" / "probe.md")
        if wake.wait(_PATIENCE):
            return Result("pass", "a file moved into a folder was noticed")
        advice = "look at fs.inotify.max_user_watches; until then drafts are noticed at the next look"
        return Result("fail", f"a file moved into a folder was not noticed within {_PATIENCE:g} s", advice)
    finally:
        watcher.stop()
        shutil.rmtree(probe, ignore_errors=True)
