"""Does a draft wait for the relay longer than it should?"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import Final

from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.output.moments import age
from mailbox_gui.command_line.shell.history import History

NAME: Final = "oldest undelivered draft"

_TOO_LONG: Final = timedelta(seconds=60)


def examine(patient: Patient) -> Result:
    """Fails when a draft has waited for more than a minute; those of a paused agent wait for its owner."""
    waiting: list[tuple[datetime, str]] = []
    resting: list[str] = []
    with History.of(patient.session) as history:
        for name in patient.rules.participants():
            oldest = _oldest(os.fspath(patient.office.box(name, "outbox", patient.rules)))
            if oldest is None:
                continue
            if history.paused_since(name) is not None:
                resting.append(name)
            else:
                waiting.append(oldest)
    if waiting:
        since, path = min(waiting)
        text = f"{path} has waited for {age(patient.now - since)}"
        if patient.now - since > _TOO_LONG:
            advice = "mailbox status says what holds it up" if patient.holder else "start the relay: mailbox relay"
            return Result("fail", text, advice)
        return Result("pass", text)
    if resting:
        text = f"paused, with drafts waiting: {', '.join(resting)}"
        return Result("note", text, f"mailbox owner resume {resting[0]}")
    return Result("pass", "none waits")


def _oldest(outbox: str) -> tuple[datetime, str] | None:
    """Since when the oldest draft lies in the outbox, and its path; None when none does."""
    found: list[tuple[datetime, str]] = []
    try:
        with os.scandir(outbox) as entries:
            for entry in entries:
                if entry.name.endswith(".md") and not entry.name.startswith("."):
                    changed = entry.stat(follow_symlinks=False).st_ctime
                    found.append((datetime.fromtimestamp(changed, UTC), entry.path))
    except FileNotFoundError:
        return None
    return min(found, default=None)
