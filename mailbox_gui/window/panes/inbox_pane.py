"""The owner's inbox: mail addressed to the owner that is not handled yet, read here and put away."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.models.inbox_contents import InboxContents
from mailbox_gui.window.models.list_items import ListItem, SentenceItem, WaitingItem
from mailbox_gui.window.panes.archive_bar import ArchiveBar
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.reading_pane import ReadingPane
from mailbox_gui.window.questions.owner import inbox_contents
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

_HINTS = ((("J", "K"), "next, previous"), (("R",), "reply"), (("E",), "archive"))


class InboxPane(ReadingPane):
    """Reading changes nothing: a message leaves the inbox when the owner archives it."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        self._bar = ArchiveBar(bench.theme)
        super().__init__(bench, "Inbox", _HINTS, self._bar, parent, newest_first=True)
        self._contents: InboxContents | None = None
        self._going: set[str] = set()
        self._bar.archived.connect(self._on_archive)
        self._bar.replied.connect(self._on_reply)
        self._bar.moved.connect(self._column.view.step)

    def commands(self) -> tuple[Command, ...]:
        return (
            *self.reading_commands(),
            Command("Reply", "R", self._on_reply),
            Command("Archive", "E", self._on_archive),
        )

    def refresh(self) -> None:
        now = self._bench.clock()
        self._bench.readers.ask("inbox", lambda source: inbox_contents(source, now), self._on_contents, self._on_failed)

    def set_width_class(self, width: WidthClass) -> None:
        super().set_width_class(width)
        self._bar.set_width_class(width)

    def _on_contents(self, contents: InboxContents) -> None:
        self._loading.stop()
        self._contents = contents
        self._going &= {row.key for row in contents.rows}
        self.show_list()
        self._read_current()

    def show_list(self) -> None:
        if self._contents is None:
            return
        view = self._column.view
        row = view.current_row()
        place, key = view.currentIndex().row(), row.key if row else ""
        rows = [each for each in self._contents.rows if each.key not in self._going]
        if not self._newest_first:
            rows.reverse()
        items: list[ListItem] = [WaitingItem(each) for each in rows]
        if not items:
            items.append(SentenceItem("Your inbox is empty", "Archived mail is in the journal", "envelope-simple-open"))
        strange = "lies in the inbox but is no message of this post office"
        items += [SentenceItem(name, strange, "file-dotted") for name in self._contents.unknown]
        self._column.model.replace(items)
        self._column.count.setText(f"{len(rows)} unread" if rows else "")
        if not (key and view.choose(key)) and not view.choose_place(max(0, place)):
            self._reading.show_nothing("Your inbox is empty")
        self._show_place()

    def _show_place(self) -> None:
        self._bar.show_place(*self._waiting_place())

    @Slot(str)
    def _on_chosen(self, key: str) -> None:
        self._show_place()
        super()._on_chosen(key)

    @Slot()
    def _on_reply(self) -> None:
        row, view = self._column.view.current_row(), self._reading.view
        # What was read last may still be another message.
        if row is not None and view is not None and view.row.key == row.key:
            self.reply_asked.emit(view.raw_sender, view.raw_topic, view.id)

    @Slot()
    def _on_archive(self) -> None:
        row = self._column.view.current_row()
        if row is None or row.key in self._going:
            return
        self._going.add(row.key)
        self.show_list()
        self._bench.owner.archive(row.key, self.refresh, lambda reason: self._on_not_archived(row.key, reason))

    def _on_not_archived(self, key: str, reason: str) -> None:
        self._going.discard(key)
        self.show_list()
        self.said.emit(f"Not archived: {reason}")
