"""The page of one agent: its head, what it sent, got and had refused, and the message that is chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from mailbox_gui.window.models.agent_page import AgentPage, PanePage
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.panes.agent_head import AgentHeadView
from mailbox_gui.window.panes.agent_trouble import AgentTrouble
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.message_box import MessageBox
from mailbox_gui.window.panes.message_detail import MessageDetail
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.questions.agents import BoxName, agent_page, box_page
from mailbox_gui.window.questions.messages import message_view
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.widgets.kept_splitter import KeptSplitter
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

_BOXES: tuple[tuple[BoxName, str, str], ...] = (
    ("outbox", "Outbox", "paper-plane-tilt"),
    ("inbox", "Inbox", "tray"),
    ("rejected", "Rejected", "prohibit"),
)


class AgentPane(Pane):
    """One widget for all agents; the key `agent:NAME` says whose page it is."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._name = ""
        self._narrow = False
        self._key = ""
        self._fresh = True
        self._head = AgentHeadView(bench.theme)
        self._trouble = AgentTrouble(bench.theme, bench.owner)
        self._boxes = {name: MessageBox(bench.theme, bench.clock, title, icon) for name, title, icon in _BOXES}
        self._detail = MessageDetail(bench.theme)
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(True)
        for _, title, _ in _BOXES:
            self._tabs.addTab(title)
        self._tabs.setFont(fonts.sans(fonts.BASE, fonts.MEDIUM))
        self._tabs.setAccessibleName("Boxes")
        self._tabs.hide()
        self._columns = KeptSplitter(Qt.Orientation.Horizontal, bench.sizes, "agent boxes")
        self._stack = QStackedWidget()
        self._halves = KeptSplitter(Qt.Orientation.Vertical, bench.sizes, "agent")
        lists = QWidget()
        above = QVBoxLayout(lists)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        parts: tuple[QWidget, ...] = (self._tabs, self._columns, self._stack)
        for part in parts:
            above.addWidget(part)
        self._halves.addWidget(lists)
        self._halves.addWidget(self._detail)
        self._halves.setSizes([260, 440])
        self._halves.setStretchFactor(1, 1)
        for box in self._boxes.values():
            self._columns.addWidget(box)
        self._stack.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._trouble)
        column.addWidget(self._halves, 1)
        self._connect()

    def _connect(self) -> None:
        for name, box in self._boxes.items():
            box.view.chosen.connect(partial(self._on_chosen, name))
            box.view.opened.connect(self._on_opened)
            box.more_asked.connect(partial(self._on_more_asked, name))
        self._tabs.currentChanged.connect(self._on_tab)
        self._trouble.healed.connect(self.refresh)
        self._trouble.said.connect(self.said)

    def open_key(self, key: str) -> None:
        name = key.partition(":")[2]
        if name != self._name:
            self._name, self._key, self._fresh = name, "", True
            for box in self._boxes.values():
                box.clear()
            self._detail.show_nothing("")

    def refresh(self) -> None:
        now, name = self._bench.clock(), self._name
        self._bench.readers.ask("agent", lambda source: agent_page(source, name, now), self._on_page, self._on_failed)

    def tick(self) -> None:
        self._head.tick(self._bench.clock())

    def set_width_class(self, width: WidthClass) -> None:
        self._head.set_width_class(width)
        self._detail.set_width_class(width)
        narrow = width is WidthClass.NARROW
        if narrow != self._narrow:
            self._narrow = narrow
            for box in self._boxes.values():
                (self._stack if narrow else self._columns).addWidget(box)
                box.set_headed(not narrow)
                box.show()
            self._tabs.setVisible(narrow)
            self._stack.setVisible(narrow)
            self._columns.setVisible(not narrow)
            if narrow:
                # The tab in front is the one of the message that is shown.
                chosen = [box.view.current_row() is not None for box in self._boxes.values()]
                self._tabs.setCurrentIndex(chosen.index(True) if True in chosen else 0)
            self._on_tab(self._tabs.currentIndex())
        self._halves.use_sizes(width, [200, 300] if narrow else [260, 440])
        if not narrow:
            self._columns.use_sizes(width, [1, 1, 1], by_share=True)

    def focus_main(self) -> None:
        self._front().view.setFocus(Qt.FocusReason.OtherFocusReason)

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("Next message", "J", lambda: self._front().view.step(1), also="↓"),
            Command("Previous message", "K", lambda: self._front().view.step(-1), also="↑"),
            Command("Copy the id", "Y", self._copy_id),
            Command("Show the exact text", "X", self._detail.toggle_exact),
        )

    def _front(self) -> MessageBox:
        """The box with the focus, else the one with the chosen message, else the first."""
        boxes = list(self._boxes.values())
        if self._narrow:
            return boxes[max(0, self._tabs.currentIndex())]
        focused = next((box for box in boxes if box.view.hasFocus()), None)
        chosen = next((box for box in boxes if box.view.current_row() is not None), None)
        return focused or chosen or boxes[0]

    # answers

    def _on_page(self, page: AgentPage | None) -> None:
        if page is None or page.head.name != self._name:
            if page is None:
                self._detail.show_nothing(f"No agent is named {self._name}")
            return
        self._head.show_head(page.head, self._bench.clock())
        self._trouble.show_head(page.head)
        unread = f"{page.unread} unread" if page.unread else ""
        self._boxes["outbox"].show_page(page.outbox, page.sent_today, "today" if page.sent_today else "")
        came = "today" if page.delivered_today else ""
        self._boxes["inbox"].show_page(page.inbox, page.delivered_today, unread or came)
        self._boxes["rejected"].show_page(page.rejected, page.rejected_today, "today" if page.rejected_today else "")
        for place, (_, title, _) in enumerate(_BOXES):
            count = (page.sent_today, page.unread, page.rejected_today)[place]
            self._tabs.setTabText(place, f"{title}  {count}" if count else title)
        if self._fresh:
            self._fresh = not self._choose_first(page)
        elif self._key:
            self._read(self._key)

    def _choose_first(self, page: AgentPage) -> bool:
        """Begin with what the owner comes here for: the newest refusal of today, else the newest; False without any."""
        order: list[BoxName] = ["outbox", "inbox", "rejected"]
        if page.rejected_today:
            order = ["rejected", "outbox", "inbox"]
        inside = any(box.view.hasFocus() for box in self._boxes.values())
        for name in order:
            # What is judged comes before what still lies in the outbox.
            box = self._boxes[name]
            rows = (box.model.row_at(place) for place in range(box.model.rowCount()))
            first = next((place for place, row in enumerate(rows) if row is not None and row.height), 0)
            if box.view.choose_place(first):
                if inside:
                    self._boxes[name].view.setFocus(Qt.FocusReason.OtherFocusReason)
                if self._narrow:
                    self._tabs.setCurrentIndex([each for each, _, _ in _BOXES].index(name))
                return True
        self._detail.show_nothing("Nothing here yet")
        return False

    def _on_failed(self, error: Exception) -> None:
        self._detail.show_nothing(f"The page cannot be read: {error}")

    def _on_chosen(self, name: BoxName, key: str) -> None:
        if not key:
            # The chosen draft was judged and is gone from this box: begin anew with what is there now.
            self._key, self._fresh = "", True
            return
        for other, box in self._boxes.items():
            if other != name:
                box.view.leave()
        self._key = key
        self._read(key)

    def _read(self, key: str) -> None:
        now = self._bench.clock()
        self._bench.readers.ask(
            "agent message", lambda source: message_view(source, key, now), self._on_view, self._on_unreadable
        )

    def _on_view(self, view: MessageView | None) -> None:
        if view is None:
            row = self._boxes["outbox"].view.current_row()
            why = f": {row.second}" if row is not None and row.key == self._key else ""
            self._detail.show_nothing(f"It still lies in the outbox{why}")
        elif view.row.key == self._key:
            self._detail.show_view(view)

    def _on_unreadable(self, error: Exception) -> None:
        self._detail.show_nothing(f"This message cannot be read: {error}")

    def _on_more_asked(self, name: BoxName, before: int) -> None:
        now, agent = self._bench.clock(), self._name
        answer: Callable[[PanePage], None] = self._boxes[name].show_more
        self._bench.readers.ask(f"agent {name}", lambda source: box_page(source, agent, name, before, now), answer)

    @Slot(str)
    def _on_opened(self, _key: str) -> None:
        self._detail.reader.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(int)
    def _on_tab(self, place: int) -> None:
        if self._narrow and place >= 0:
            self._stack.setCurrentWidget(list(self._boxes.values())[place])

    def _copy_id(self) -> None:
        view = self._detail.view
        if view is not None and view.id:
            QGuiApplication.clipboard().setText(view.id)
            self.said.emit(f"Copied {view.id}")
