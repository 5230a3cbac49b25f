"""The window itself: sidebar, toolbar, problems, one pane in front; widths, keys and the way from place to place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QPoint, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.command_groups import CommandGroup, place_commands, window_groups
from mailbox_gui.window.compose.compose import Compose
from mailbox_gui.window.focus_inside import step_regions
from mailbox_gui.window.held_notice import HeldNotice
from mailbox_gui.window.models.overview import Overview
from mailbox_gui.window.models.relay_view import RelayView, shown_problems
from mailbox_gui.window.models.rules_edit import RulesEditView
from mailbox_gui.window.overlays.overlays import Overlays
from mailbox_gui.window.overlays.searches_sheet import SearchesSheet
from mailbox_gui.window.panes import PANES, PaneEntry, places
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.preferences import Chosen
from mailbox_gui.window.problem_bar import ProblemBar
from mailbox_gui.window.relay_notice import RelayNotice
from mailbox_gui.window.rules_attention import RulesAttention
from mailbox_gui.window.shortcuts import Shortcuts
from mailbox_gui.window.sidebar.sidebar import MIDDLE, RAIL, WIDE, Sidebar
from mailbox_gui.window.toolbar import Toolbar
from mailbox_gui.window.widgets.passing_toast import PassingToast
from mailbox_gui.window.widgets.unlock_row import UnlockRow
from mailbox_gui.window.width_class import WidthClass, width_class
from mailbox_gui.window.window_menu import open_window_menu
from mailbox_gui.window.workbench import Workbench

SIDEBARS = {WidthClass.WIDE: WIDE, WidthClass.MIDDLE: MIDDLE, WidthClass.NARROW: RAIL}
TICK_MS = 1000


class MainWindow(QMainWindow):
    """`closing` comes before the window goes: the composition commits and stops in order.

    Where its relay runs, closing it keeps the window out of sight or asks, as the owner chose; `leave` does not.
    """

    closing = Signal()
    said = Signal(str)

    def __init__(
        self, bench: Workbench, chosen: Chosen | None = None, parent: QWidget | None = None, *, has_tray: bool = False
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._chosen = chosen or Chosen(parent=self)
        self._has_tray = has_tray
        self._leaving = False
        self._typing = False
        self._entries: dict[str, PaneEntry] = {entry.key: entry for entry in PANES}
        self._panes: dict[str, Pane] = {}
        self._key = ""
        self._width = WidthClass.WIDE
        self._reading = Overview()
        self._overview = Overview()
        self.setWindowTitle("Agent Mailbox")
        self.setMinimumSize(960, 600)
        self._dress()
        bench.theme.changed.connect(self._dress)
        self.resize(1360, 860)
        self.sidebar = Sidebar(bench.theme, bench.clock, places())
        self.toolbar = Toolbar(bench.theme, bench.owner, bench.searches)
        self.problems = ProblemBar(bench.theme)
        self.relay_notice = RelayNotice(bench.theme)
        self._rules = RulesAttention(bench.theme, bench.owner, self)
        self.rules_notice, self.rules_review = self._rules.notice, self._rules.review
        self.held_notice = HeldNotice(bench.theme)
        self._relay: RelayView | None = None
        self._stack = QStackedWidget()
        self._notice = PassingToast(bench.theme, self)
        self._lay_out()
        self.compose = Compose(bench.theme, bench.letters, bench.owner, bench.clock, self)
        self.overlays = Overlays(bench.theme, self._chosen, self.command_groups, self, has_tray=has_tray)
        self.searches = SearchesSheet(bench.theme, bench.searches, self)
        self._shortcuts = Shortcuts(self, self._commands, self._covered)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._on_tick)
        self._connect()
        self._tick.start()

    def _connect(self) -> None:
        self.overlays.closing.kept.connect(self.stay)
        self.overlays.closing.stopped.connect(self.leave)
        self.toolbar.settings.clicked.connect(self.overlays.settings.open_it)
        self._chosen.changed.connect(self._obey)
        self._obey()
        self.held_notice.queue_asked.connect(self._goer("queue"))
        self._rules.said.connect(self.say)
        self.compose.sent.connect(self.say)
        self.compose.said.connect(self.say)
        self.toolbar.compose.clicked.connect(self.compose.open_new)
        self.toolbar.rules.clicked.connect(self._goer("rules"))
        self._bench.decisions.changed.connect(self._show_overview)
        self._bench.later.changed.connect(self._show_overview)
        self.sidebar.gone_to.connect(self.go_to)
        self.sidebar.brand.clicked.connect(self._on_menu)
        self.toolbar.search.asked.connect(self._on_search)
        self.toolbar.search.typed.connect(self._on_typed)
        self.toolbar.search.left.connect(self._on_left_search)
        self.toolbar.search.noted.connect(self._on_noted)
        self.toolbar.search.keep_asked.connect(self._on_keep_search)
        self.searches.opened.connect(self._on_search)
        self.searches.said.connect(self.say)
        self._bench.searches.changed.connect(self._shortcuts.install)
        self.said.connect(self._on_said)

    def _lay_out(self) -> None:
        body = QWidget()
        body.setObjectName("Surface")
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        for widget in (self.toolbar, self.held_notice, self.relay_notice, self.rules_notice, self.problems):
            right.addWidget(widget)
        right.addWidget(self._stack, 1)
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        row.addLayout(right, 1)
        self.setCentralWidget(body)

    def _covered(self) -> bool:
        """Whether something lies over the window that has the keys for itself."""
        over = (self.rules_review, self.sidebar.popover, self.compose, self.searches)
        return self.overlays.covered or any(widget.isVisible() for widget in over)

    @Slot()
    def _dress(self) -> None:
        self.setStyleSheet(self._bench.theme.sheet)

    # places

    @property
    def place(self) -> str:
        """The key of the place in front."""
        return self._key

    @property
    def pane(self) -> Pane | None:
        """The pane in front."""
        return self._panes.get(_pane_of(self._key))

    @Slot(str)
    def go_to(self, key: str) -> None:
        """Show a place: `queue`, `journal`, `journal:QUERY`, `agent:NAME`."""
        name = _pane_of(key)
        entry = self._entries.get(name)
        if entry is None:
            return
        pane = self._made(entry)
        before, self._key = self._key, key
        self._stack.setCurrentWidget(pane)
        pane.open_key(key)
        pane.refresh()
        self.sidebar.select(key if name == "agent" else name)
        self._show_held()
        self.toolbar.rules.setChecked(name == "rules")
        self._shortcuts.install()
        search = self.toolbar.search
        left = _pane_of(before) != name
        if left or not self._typing:
            # What is typed now stays as it is; a query of a place that was left would be a lie over another list.
            search.setText(key.partition(":")[2] if name == "journal" else "")
        pane.show_note(search.note if name == "journal" else "")
        if before != key and not search.hasFocus():
            pane.focus_main()

    def _made(self, entry: PaneEntry) -> Pane:
        """The pane of a place, made when it is first wanted."""
        pane = self._panes.get(entry.key)
        if pane is None:
            pane = entry.make(self._bench)
            pane.go_to.connect(self.go_to)
            pane.said.connect(self.say)
            pane.start_asked.connect(self.relay_notice.start_asked)
            pane.reply_asked.connect(self.compose.open_reply)
            pane.search_asked.connect(self._on_search_asked)
            pane.set_width_class(self._width)
            self._panes[entry.key] = pane
            if self._relay is not None:
                pane.show_relay(self._relay)
            self._stack.addWidget(pane)
            self._obey()
        return pane

    @Slot()
    def _obey(self) -> None:
        """What the owner chose, where no other part of the window looks by itself."""
        for row in self.findChildren(UnlockRow):
            row.choose(self._chosen.value.unlock_span)

    # what the post office tells

    @Slot(object)
    def show_overview(self, overview: Overview) -> None:
        """Take over counts and agents; the title carries what waits, for desktops that show no more."""
        self._reading = overview
        names = [glance.name for glance in overview.agents]
        self._bench.theme.hues.set_roster(overview.hub, names)
        self.compose.set_people(names)
        self._bench.searches.set_names(names if overview.hub in names or not overview.hub else [overview.hub, *names])
        self._show_overview()

    @Slot()
    def _show_overview(self) -> None:
        out_of_sight = self._bench.decisions.hidden() | self._bench.later.every().keys()
        known = [glance.name for glance in self._overview.agents]
        overview = self._overview = self._reading.without(out_of_sight)
        if known != [glance.name for glance in overview.agents]:
            self._shortcuts.install()
        self.sidebar.show_overview(overview)
        self._show_held()
        self.setWindowTitle(f"({overview.waiting}) Agent Mailbox" if overview.waiting else "Agent Mailbox")

    def _show_held(self) -> None:
        held = self._overview.held - self._bench.decisions.hidden() - self._bench.later.every().keys()
        self.held_notice.show_held(frozenset(held), at_queue=_pane_of(self._key) == "queue")

    @property
    def shows_queue(self) -> bool:
        """Whether the owner has the queue before the eyes."""
        return self.isActiveWindow() and _pane_of(self._key) == "queue"

    def show_relay(self, view: RelayView) -> None:
        """Show the relay's state and its problems."""
        self._relay = view
        for pane in self._panes.values():
            pane.show_relay(view)
        self.sidebar.show_relay(view)
        self.compose.show_relay(view)
        self.relay_notice.show_view(view)
        self.problems.show_problems(shown_problems(view))

    @Slot(object)
    def show_rules_edit(self, view: RulesEditView | None) -> None:
        """Say that rules.json is not what is in force, or that it is again."""
        self._rules.show_edit(view)

    @Slot()
    def refresh(self) -> None:
        """The post office changed."""
        pane = self.pane
        if pane is not None:
            pane.refresh()

    def say(self, words: str) -> None:
        """Show a sentence for some seconds. May be called on any thread."""
        self.said.emit(words)

    # the frame

    def keep_state(self) -> QByteArray:
        """Size and place on the screen, for the next start."""
        return self.saveGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = width_class(self.width())
        if width is not self._width:
            self._width = width
            self.sidebar.set_width(SIDEBARS[width])
            self.toolbar.set_width_class(width)
            for pane in self._panes.values():
                pane.set_width_class(width)

    def closeEvent(self, event: QCloseEvent) -> None:
        runs = self._relay is not None and self._relay.runs_here
        if runs and not self._leaving and self.overlays.keep_open(self.stay):
            event.ignore()
            return
        self._tick.stop()
        self.closing.emit()
        super().closeEvent(event)

    @Slot()
    def stay(self) -> None:
        """Go out of sight while the relay goes on: into the tray, or to the task bar where there is none."""
        if self._has_tray:
            self.hide()
        else:
            self.showMinimized()

    @Slot()
    def leave(self) -> None:
        """Close without asking: what is pending is decided, the relay stops."""
        self._leaving = True
        self.close()

    @Slot(str)
    def _on_said(self, words: str) -> None:
        self._notice.say(words, QRectF(self._stack.geometry()))

    def _commands(self) -> tuple[Command, ...]:
        own = [
            *self.overlays.commands(),
            Command("Quit", "Ctrl+Q", self.leave),
            Command("Lock the owner key now", "Ctrl+L", self._bench.owner.lock),
            Command("Search", "/", self._focus_search),
            Command("Keep this search…", "", self._on_keep_search),
            *(
                Command(f"Go to the search {visible(name)}", "", self._searcher(query))
                for name, query in self._bench.searches.every().items()
            ),
            Command("New message", "C", self.compose.open_new),
            Command("Next part", "F6", lambda: self._next_region(1)),
            Command("Previous part", "Shift+F6", lambda: self._next_region(-1)),
            *place_commands(self._goer, [glance.name for glance in self._overview.agents]),
        ]
        pane = self.pane
        return (*own, *(pane.commands() if pane is not None else ()))

    def command_groups(self) -> tuple[CommandGroup, ...]:
        """All commands by group: those of the pane in front, the window's, then those of the other panes."""
        pane = self.pane
        of_pane = pane.commands() if pane is not None else ()
        every = self._commands()
        others = [entry for entry in PANES if entry.key != _pane_of(self._key)]
        return (
            CommandGroup(self._entries[_pane_of(self._key)].title, of_pane),
            *window_groups(every[: len(every) - len(of_pane)]),
            *(CommandGroup(entry.title, self._made(entry).commands(), here=False) for entry in others),
        )

    def _next_region(self, by: int) -> None:
        pane = self.pane
        own = pane.regions() if pane is not None else ()
        step_regions((self.sidebar.view, self.toolbar.search, *own), by)

    def _searcher(self, query: str) -> Callable[[], None]:
        return lambda: self._on_search(query)

    @Slot()
    def _on_keep_search(self) -> None:
        """Keep what is searched for: what stands in the field, else what the journal shows."""
        self.searches.open_with(self.toolbar.search.text().strip())

    def _goer(self, key: str) -> Callable[[], None]:
        return lambda: self.go_to(key)

    def _focus_search(self) -> None:
        self.toolbar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.toolbar.search.selectAll()

    @Slot()
    def _on_search_asked(self) -> None:
        self.toolbar.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.toolbar.search.begin_word()

    @Slot(str)
    def _on_search(self, text: str) -> None:
        self._search(text)
        pane = self.pane
        if pane is not None and text.strip():
            pane.focus_main()

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        # Another pane is left for the journal with Return only.
        if _pane_of(self._key) == "journal":
            self._typing = True
            try:
                self._search(text)
            finally:
                self._typing = False

    @Slot(str)
    def _on_noted(self, sentence: str) -> None:
        pane = self.pane
        if pane is not None and _pane_of(self._key) == "journal":
            pane.show_note(sentence)

    def _search(self, text: str) -> None:
        self.go_to(f"journal:{text.strip()}" if text.strip() else "journal")

    @Slot()
    def _on_left_search(self) -> None:
        pane = self.pane
        if pane is not None:
            pane.focus_main()

    @Slot()
    def _on_tick(self) -> None:
        self.sidebar.tick()
        self._bench.later.look()
        pane = self.pane
        if pane is not None and self.isVisible():
            pane.tick()

    @Slot()
    def _on_menu(self) -> None:
        place = self.sidebar.brand.mapToGlobal(QPoint(8, 44))
        open_window_menu(self.overlays.commands(), self.leave, self, place)


def _pane_of(key: str) -> str:
    return key.partition(":")[0]
