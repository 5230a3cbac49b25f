"""The relay's state in the words, icon and buttons of the sidebar. Never more hopeful than what is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mailbox_gui.core.relay.state import Problem, RelayState
from mailbox_gui.window.draw.verdicts import Tone
from mailbox_gui.window.moments import age, clock

_STALE_PASSES = 3


@dataclass(frozen=True, slots=True)
class RelayView:
    """What the card shows. `state` stays for the ages."""

    state: RelayState
    title: str
    icon: str
    tone: Tone
    button: str = ""
    button_icon: str = ""
    button_enabled: bool = True
    starts: bool = False
    can_sweep: bool = False
    elsewhere: bool = False
    stopped: bool = False
    """It has run here and nobody runs it now: mail waits."""
    late: bool = False
    """Three sweeps that were due did not come."""
    ended: datetime | None = None
    """When it was last heard of, where nobody runs it."""

    @property
    def runs_here(self) -> bool:
        """Whether this window runs the relay, or tries to."""
        return not self.elsewhere and not self.starts and self.state.phase in ("starting", "running", "failed")

    def lines(self, now: datetime) -> str:
        """The small lines under the title."""
        state = self.state
        said: list[str] = []
        if self.elsewhere:
            said.append(f"{state.program or 'another program'}, process {state.pid}")
        if state.phase in ("stopped", "failed"):
            waits = "mail waits in the outboxes" if state.phase == "stopped" else "see above"
            if self.ended is not None:
                at = clock(self.ended)
                said.append(f"at {at}: {state.reason}" if state.reason else f"since {at}, {waits}")
            else:
                said.append(state.reason or waits)
            if state.last_pass is not None:
                said.append(f"last sweep {age(now - state.last_pass)} ago")
            return "\n".join(said)
        if state.since is not None and state.phase == "running":
            said.append(f"since {clock(state.since)}")
        if state.phase == "running":
            said.append(f"last sweep {age(now - state.last_pass)} ago" if state.last_pass else "first sweep under way")
            if state.watcher.startswith("rescan only"):
                said.append(state.watcher)
        return "\n".join(said)


def relay_view(
    state: RelayState | None, *, mine: bool, now: datetime, rescan: float, ended: datetime | None = None
) -> RelayView:
    """The view of a state. `mine`: this window runs the relay; `rescan`: the interval of sweeps in seconds.

    `ended` is when a relay that nobody runs now was last heard of.
    """
    if state is None:
        return _startable(RelayView(RelayState("stopped"), "Relay not set up", "circle-dashed", "quiet"))
    view = RelayView(state, "Starting…", "circle-dashed", "quiet")
    match state.phase:
        case "starting":
            pass
        case "stopping":
            return replace(_stoppable(RelayView(state, "Stopping…", "circle-dashed", "quiet")), button_enabled=False)
        case "stopped":
            return _startable(RelayView(state, "Relay stopped", "stop-circle-fill", "hold", stopped=True, ended=ended))
        case "failed":
            # The loop tries again by itself; stopping it is what is left to do.
            view = RelayView(state, "Relay cannot work", "warning-circle-fill", "bad")
            if not mine and not state.pid:
                # Nobody tries: it ended, or never began.
                return _startable(replace(view, ended=ended))
        case "running":
            view = _running(state, mine=mine, late=is_late(state, now, rescan))
    return _stoppable(view) if mine else replace(view, elsewhere=True)


def _running(state: RelayState, *, mine: bool, late: bool) -> RelayView:
    if late:
        return RelayView(state, "Relay is late", "warning-circle-fill", "hold", can_sweep=mine, late=True)
    title = "Relay running" if mine else "Relay runs elsewhere"
    return RelayView(state, title, "play-circle-fill", "ok", can_sweep=mine)


def _startable(view: RelayView) -> RelayView:
    return replace(view, button="Start relay", button_icon="play-fill", starts=True)


def _stoppable(view: RelayView) -> RelayView:
    return replace(view, button="Stop relay", button_icon="stop-fill")


def is_late(state: RelayState, now: datetime, rescan: float) -> bool:
    """Whether three sweeps that were due did not come."""
    due = timedelta(seconds=max(5.0, rescan) * _STALE_PASSES)
    return state.last_pass is not None and now - state.last_pass > due


def shown_problems(view: RelayView) -> list[Problem]:
    """What the bar of problems says: the relay's own, and that nobody watches the folders.

    Of the rules the window speaks itself, with the way to review them. A watcher that rests while a flood is worked
    off is no fault.
    """
    state = view.state
    found = [problem for problem in state.problems if problem.kind != "rules"]
    dead, colon, why = state.watcher.partition(": ")
    if state.phase == "running" and dead == "rescan only" and colon and not why.startswith("resting"):
        advice = "mend that if mail is to pass at once; until then the sweeps find it, some seconds later"
        found.append(Problem("watcher", "watcher", f"the folders are not watched ({why})", advice))
    return found
