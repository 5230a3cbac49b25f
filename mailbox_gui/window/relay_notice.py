"""Over the panes while the relay does not do its work: stopped, late, or unable to; it goes away with its cause."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.moments import clock
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import LEAD, Banner
from mailbox_gui.window.widgets.buttons import Button

HEADLINE = "The relay is stopped: mail waits in the outboxes"
SENTENCE = "Nothing is checked or delivered until it runs. It stays stopped when you open the window again."
WAITS = "Mail waits in the outboxes: nothing is checked or delivered until it runs."
LATE = "Three sweeps that were due did not come. Mail may wait longer; nothing is lost."


class RelayNotice(QWidget):
    """`start_asked` and `sweep_asked` are the button's wishes. Hidden while a relay works, starts or stops."""

    start_asked = Signal()
    sweep_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self._starts = True
        self.banner = Banner(theme, "hold")
        self.banner.say(HEADLINE, SENTENCE)
        self.start = Button(theme, "Start relay", icon="play-fill", small=True)
        self.start.clicked.connect(self._on_button)
        self.banner.add_button(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.addWidget(self.banner)
        self.hide()

    def show_view(self, view: RelayView) -> None:
        """Come and go with the relay's state."""
        said = _said(view)
        self.setVisible(said is not None)
        if said is None:
            return
        headline, sentence, advice = said
        self._starts = view.starts
        self.start.setVisible(view.starts or view.can_sweep)
        self.start.set_words("Start relay" if view.starts else "Sweep now")
        self.start.set_icon("play-fill" if view.starts else "arrows-clockwise")
        self.banner.say(headline, sentence, advice, "bad" if view.tone == "bad" else "hold")

    @Slot()
    def _on_button(self) -> None:
        (self.start_asked if self._starts else self.sweep_asked).emit()


def _said(view: RelayView) -> tuple[str, str, str] | None:
    """Headline, sentence and advice; None when there is nothing to say here."""
    state = view.state
    reason = visible(state.reason)
    at = f" at {clock(view.ended)}" if view.ended is not None else ""
    if view.stopped:
        return (f"The relay stopped{at}: {reason}", WAITS, "") if reason else (HEADLINE, SENTENCE, "")
    if view.late:
        since = f"The relay is late: its last sweep was at {clock(state.last_pass)}" if state.last_pass else ""
        elsewhere = f"{LEAD}: look at {visible(state.program) or 'the program'}, process {state.pid}, which runs it"
        return since or "The relay is late", LATE, elsewhere if view.elsewhere else ""
    if state.phase == "failed" and not any(problem.text == state.reason for problem in state.problems):
        # What is a problem of its own is said in the bar of problems, with its advice.
        if view.starts:
            advice = f"{LEAD}: start it again; if it ends again, mend what is said here first"
            return f"The relay ended{at}: {reason}", WAITS, advice
        return f"The relay cannot work: {reason}", WAITS, f"{LEAD}: mend what is said here; it tries again by itself"
    return None
