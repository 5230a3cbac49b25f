"""The relay's state in the words, icon and buttons of the sidebar. Never more hopeful than what is known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from mailbox_gui.core.relay.state import RelayState
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

    def lines(self, now: datetime) -> str:
        """The small lines under the title."""
        state = self.state
        said: list[str] = []
        if self.elsewhere:
            said.append(f"{state.program or 'another program'}, process {state.pid}")
        if state.phase in ("stopped", "failed"):
            said.append(state.reason or ("mail waits in the outboxes" if state.phase == "stopped" else "see above"))
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


def relay_view(state: RelayState | None, *, mine: bool, now: datetime, rescan: float) -> RelayView:
    """The view of a state. `mine` says that this window runs the relay; `rescan` is the interval of sweeps in seconds."""
    if state is None:
        return RelayView(RelayState("stopped"), "Relay not set up", "circle-dashed", "quiet", "Start relay", "play-fill", starts=True)
    match state.phase:
        case "starting":
            return RelayView(state, "Starting…", "circle-dashed", "quiet", "Stop relay", "stop-fill", mine, elsewhere=not mine)
        case "stopping":
            return RelayView(state, "Stopping…", "circle-dashed", "quiet", "Stop relay", "stop-fill", button_enabled=False)
        case "stopped":
            title = "Relay stopped"
            return RelayView(state, title, "stop-circle-fill", "hold", "Start relay", "play-fill", starts=True)
        case "failed":
            return RelayView(state, "Relay failed", "warning-circle-fill", "bad", "Start relay", "play-fill", starts=True)
        case "running":
            return _running(state, mine=mine, now=now, rescan=rescan)


def _running(state: RelayState, *, mine: bool, now: datetime, rescan: float) -> RelayView:
    late = state.last_pass is not None and now - state.last_pass > timedelta(seconds=max(5.0, rescan) * _STALE_PASSES)
    title = "Relay is late" if late else "Relay running" if mine else "Relay runs elsewhere"
    icon, tone = ("warning-circle-fill", "hold") if late else ("play-circle-fill", "ok")
    button = "Stop relay" if mine else ""
    return RelayView(state, title, icon, tone, button, "stop-fill", can_sweep=mine, elsewhere=not mine)  # type: ignore[arg-type]
