"""What a pane works with: the theme, the clock, the reads, the owner's decisions. Made once by the composition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from PySide6.QtCore import QElapsedTimer

from mailbox_gui.window.compose.letters import Letters
from mailbox_gui.window.decisions import Decisions
from mailbox_gui.window.kept_sizes import KeptSizes
from mailbox_gui.window.later import Later
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.questions.source import Source
from mailbox_gui.window.readers import Readers
from mailbox_gui.window.searches import Searches
from mailbox_gui.window.theme.theme import Theme

GUARD_MS = 500


def started_timer() -> QElapsedTimer:
    """A running stopwatch."""
    timer = QElapsedTimer()
    timer.start()
    return timer


@dataclass(frozen=True, slots=True)
class Workbench:
    """Handed to every pane by its constructor."""

    theme: Theme
    clock: Callable[[], datetime]
    readers: Readers[Source]
    checker: Readers[Source]
    decisions: Decisions
    owner: OwnerActs
    later: Later
    sizes: KeptSizes
    letters: Letters
    guard_ms: int = GUARD_MS
    """How long decision keys rest after the message under the cursor changed."""
    stopwatch: Callable[[], QElapsedTimer] = started_timer
    searches: Searches = field(default_factory=Searches)
