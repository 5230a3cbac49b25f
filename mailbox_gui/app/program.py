"""The window's object graph: built from the bottom up, started and stopped in order."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from mailbox_gui.app.places import log_file, scanner_cache, short
from mailbox_gui.app.window_state import WindowState
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.kept_drafts import KeptDrafts
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.user_folders import drafts_folder
from mailbox_gui.core.relay.desk import Desk
from mailbox_gui.core.relay.loop import run_relay
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.relay.state import Batch, Clock
from mailbox_gui.core.resources import has_resource
from mailbox_gui.window.compose.letters import Letters
from mailbox_gui.window.decisions import UNDO_MS, Decisions
from mailbox_gui.window.kept_sizes import KeptSizes
from mailbox_gui.window.later import Later
from mailbox_gui.window.main_window import MainWindow
from mailbox_gui.window.models.overview import Overview
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.notices import Notices
from mailbox_gui.window.overlays.settings_sheet import Place
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.preferences import Chosen, Density
from mailbox_gui.window.questions.glance import overview
from mailbox_gui.window.questions.rules import rules_edit
from mailbox_gui.window.questions.source import Source
from mailbox_gui.window.readers import Readers
from mailbox_gui.window.relay_control import RelayControl
from mailbox_gui.window.searches import Searches
from mailbox_gui.window.theme.motion import set_motion
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tray import Tray, has_tray
from mailbox_gui.window.workbench import GUARD_MS, Workbench

PROGRAM = "mailbox-gui"
RUSSIAN_TEXTS = "translations/agent-mailbox_ru.qm"
# Files that agents move (inbox to done) leave no line in the journal: the numbers are looked at anew this often.
PULSE_MS = 2000
# A burst of news makes one reading, not hundreds.
SETTLE_MS = 60


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a decision can be undone, and how long decision keys rest after a change, in milliseconds."""

    undo_ms: int = UNDO_MS
    guard_ms: int = GUARD_MS


@dataclass(frozen=True, slots=True)
class Means:
    """What the relay works with; None is the usual: the user's cache, the real scanner, the real disk."""

    cache: Path | None = None
    scanner: Scanner | None = None
    disk: Disk | None = None


class Program(QObject):
    """One window on one post office. `finished`: everything is written and stopped."""

    finished = Signal()

    def __init__(
        self,
        application: QApplication,
        theme: Theme,
        office: PostOffice,
        state: WindowState,
        clock: Callable[[], datetime],
        *,
        waits: Waits = Waits(),
        means: Means = Means(),
    ) -> None:
        super().__init__(application)
        self._theme = theme
        self._state = state
        self.office = self._office = office
        self._clock = clock
        self.readers: Readers[Source] = Readers(partial(Source, office), self)
        self.checker: Readers[Source] = Readers(partial(Source, office), self)
        cache = means.cache or scanner_cache()
        desk = Desk(office, program=PROGRAM, clock=clock, disk=means.disk, cache=cache)
        self.owner = OwnerActs(desk, self, clock)
        self.decisions = Decisions(self.owner, waits.undo_ms, self)
        self.later = Later(clock, state.later, self)
        self.sizes = KeptSizes(state.sizes)
        self.searches = Searches(state.searches, self)
        self.letters = Letters(
            Readers(partial(Source, office), self), KeptDrafts(drafts_folder(office.root)), self.owner, clock,
            lambda: means.scanner or SecretScanner.load(cache), self,
        )  # fmt: skip
        loop = partial(_loop, office, clock, means)
        self.relay = RelayControl(office, loop, clock, self)
        bench = Workbench(
            theme, clock, self.readers, self.checker, self.decisions, self.owner, self.later, self.sizes, self.letters,
            waits.guard_ms, searches=self.searches,
        )  # fmt: skip
        self.chosen = Chosen(state.preferences, self)
        self._obey()
        self.tray = Tray(application.windowIcon(), self) if has_tray() else None
        self.notices = Notices(self._notify, self)
        self.window = MainWindow(bench, self.chosen, has_tray=self.tray is not None)
        self._finished = False
        self._pulse = QTimer(self)
        self._pulse.setInterval(PULSE_MS)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._connect()

    def _connect(self) -> None:
        sidebar = self.window.sidebar
        sidebar.start_asked.connect(self._on_start)
        sidebar.stop_asked.connect(self._on_stop)
        sidebar.sweep_asked.connect(self.relay.sweep)
        self.window.relay_notice.start_asked.connect(self._on_start)
        self.window.relay_notice.sweep_asked.connect(self.relay.sweep)
        if self.tray is not None:
            self.tray.opened.connect(self._on_opened)
            self.tray.notice_opened.connect(self._on_notice_opened)
            self.tray.start_asked.connect(self._on_start)
            self.tray.stop_asked.connect(self._on_stop)
            self.tray.quit_asked.connect(self.window.leave)
        self.relay.view_changed.connect(self._on_relay)
        self.relay.happened.connect(self._on_happened)
        self.relay.stopped.connect(self._on_happened)
        self._pulse.timeout.connect(self._on_pulse)
        self._settle.timeout.connect(self._on_settled)
        self.chosen.changed.connect(self._on_chosen)
        self.window.closing.connect(self.finish)

    def start(self, *, relay: bool) -> None:
        """Show the window and begin to work. The relay starts unless the owner stopped it last time."""
        self.readers.start()
        self.checker.start()
        self.owner.start()
        self.letters.start()
        self.relay.begin()
        self.window.sidebar.brand.show_root(short(self._office.root), str(self._office.root))
        geometry = self._state.geometry
        if geometry is not None:
            self.window.restoreGeometry(geometry)
        self.window.overlays.settings.set_languages_missing([] if has_resource(RUSSIAN_TEXTS) else ["Russian"])
        self.window.overlays.settings.show_places(_places(self._office, self._state))
        self._ask_overview()
        self.window.go_to(self._state.place)
        if not self.window.place:
            self.window.go_to("queue")
        self.window.show()
        if self.tray is not None:
            self.tray.show()
        if relay and self._state.relay_wanted:
            self.relay.start()
        self._pulse.start()

    @Slot()
    def finish(self) -> None:
        """End in order: pending decisions are signed and written, reads are dropped, then the relay stops."""
        if self._finished:
            return
        self._finished = True
        self._pulse.stop()
        self._settle.stop()
        self._state.geometry = self.window.keep_state()
        self._state.place = self.window.place
        self._state.sizes = self.sizes.every()
        self._state.later = self.later.every()
        self._state.searches = self.searches.every()
        self._state.keep()
        self.window.hide()
        if self.tray is not None:
            self.tray.close()
        self.decisions.commit_all()
        self.letters.finish()
        self.owner.finish()
        self.readers.finish()
        self.checker.finish()
        self.relay.finish()
        self.finished.emit()

    @Slot()
    def bring_up(self) -> None:
        """A second start asked for this window."""
        window = self.window
        if window.isMinimized():
            window.showNormal()
        window.show()
        window.raise_()
        window.activateWindow()

    @Slot(object)
    def _on_relay(self, view: RelayView) -> None:
        self.window.show_relay(view)
        if self.tray is not None:
            self.tray.show_relay(view)

    @Slot()
    def _on_happened(self) -> None:
        if not self._settle.isActive() and not self._finished:
            self._settle.start()

    @Slot()
    def _on_settled(self) -> None:
        self._ask_overview()
        self.window.refresh()

    @Slot()
    def _on_pulse(self) -> None:
        if not self.readers.busy:
            self._ask_overview()
            self.window.refresh()

    def _ask_overview(self) -> None:
        now = self._clock()
        self.readers.ask("rules edit", rules_edit, self.window.show_rules_edit, lambda _error: None)
        self.readers.ask("overview", lambda source: overview(source, now), self._on_overview, self._on_unreadable)

    def _on_overview(self, found: Overview) -> None:
        self.relay.rescan_seconds = found.rescan
        self.window.show_overview(found)
        if self.tray is not None:
            self.tray.show_count(found.waiting)
        self.notices.take(found.held, looking=self.window.shows_queue, wanted=self.chosen.value.notify)

    def _notify(self, words: str) -> None:
        """In the tray; where there is none, the task bar points at the window, whose title has the count."""
        if self.tray is not None:
            self.tray.notify(words)
        else:
            QApplication.alert(self.window)

    @Slot()
    def _on_opened(self) -> None:
        """By the tray: what waits is what the owner came for."""
        self.bring_up()
        self.window.go_to("queue")

    @Slot()
    def _on_notice_opened(self) -> None:
        self.bring_up()
        self.window.go_to(f"queue:{self.notices.newest}")

    def _on_unreadable(self, error: Exception) -> None:
        self.window.say(f"The post office cannot be read: {error}")

    @Slot()
    def _on_start(self) -> None:
        self._state.relay_wanted = True
        self.relay.start()

    @Slot()
    def _on_stop(self) -> None:
        self._state.relay_wanted = False
        self.relay.stop()

    @Slot()
    def _on_chosen(self) -> None:
        """Keep it at once: a crash must not bring back what was chosen before."""
        self._state.preferences = self.chosen.value
        self._state.keep()
        self._obey()

    def _obey(self) -> None:
        """What the owner chose, as far as it is not the window's own matter."""
        value = self.chosen.value
        if self._theme.appearance is not value.appearance:
            self._theme.set_appearance(value.appearance)
        self._theme.set_form(high_contrast=value.high_contrast, compact=value.density is Density.COMPACT)
        set_motion(reduced=value.reduced_motion)


def _places(office: PostOffice, state: WindowState) -> tuple[Place, ...]:
    settings = Path(state.file)
    return (
        Place("The post office", office.root, office.root),
        Place("These settings", settings, settings.parent),
        Place("The log of the window", log_file(), log_file().parent),
    )


def _loop(
    office: PostOffice,
    clock: Clock,
    means: Means,
    *,
    stop: threading.Event,
    wake: threading.Event,
    sweep: threading.Event,
    publish: Callable[[Batch], None],
) -> None:
    run_relay(
        office, program=PROGRAM, stop=stop, wake=wake, sweep=sweep, publish=publish, clock=clock,
        cache=means.cache or scanner_cache(), scanner=means.scanner, disk=means.disk,
    )  # fmt: skip
