"""The right column of queue and inbox: earlier messages, head, reason, body, and what stands below."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractSlider, QMenu, QStackedWidget, QVBoxLayout, QWidget

from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.panes.message_head import MessageHead
from mailbox_gui.window.panes.message_reason import MessageReason
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.exact_note import ExactNote
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.link_question import LinkQuestion
from mailbox_gui.window.widgets.reader import Reader
from mailbox_gui.window.widgets.thread_strip import ThreadStrip
from mailbox_gui.window.width_class import WidthClass


class ReadingColumn(QWidget):
    """`thread_opened` carries the key of an earlier message to show inside; its view comes back by `show_earlier`."""

    thread_opened = Signal(str)
    why_asked = Signal(str)
    copied = Signal(str)

    def __init__(
        self, theme: Theme, clock: Callable[[], datetime], below: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self._clock = clock
        self._view: MessageView | None = None
        self.strip = ThreadStrip(theme)
        self._earlier = Reader(theme)
        self._earlier.setMaximumHeight(200)
        self._earlier.setAccessibleName("An earlier message of this thread")
        self._earlier.hide()
        self.head = MessageHead(theme)
        self._reason = MessageReason(theme)
        self.reader = Reader(theme)
        self._exact = ExactNote(theme)
        self._exact.left.connect(self.toggle_exact)
        self._links = LinkQuestion(theme)
        self.below = below
        message = QWidget()
        column = QVBoxLayout(message)
        above = (self.strip, self._earlier, self.head, self._reason, self._exact)
        for widget in (*above, self.reader, self._links, below):
            column.addWidget(widget, 1 if widget is self.reader else 0)
        self._nothing = label("", fonts.sans(), "3")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(message)
        outer = QVBoxLayout(self)
        outer.addWidget(self._pages)
        for layout in (column, outer):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        self.reader.link_asked.connect(self._links.ask)
        self._earlier.link_asked.connect(self._links.ask)
        self.strip.opened.connect(self._on_opened)
        self.head.menu_asked.connect(self._on_menu)
        self.head.copied.connect(self.copied)

    @property
    def view(self) -> MessageView | None:
        """The message that is shown."""
        return self._view

    def show_view(self, view: MessageView) -> None:
        """Show a message; the same one again keeps the place in its text."""
        same = self._view is not None and self._view.row.key == view.row.key
        changed = self._view != view
        body_changed = not same or self._view is None or self._view.body != view.body
        self._view = view
        self._pages.setCurrentIndex(1)
        if not changed:
            return
        if not same:
            self._links.dismiss()
            self._earlier.hide()
            self._exact.hide()
        if not same or self._strip_rows != view.thread:
            self._strip_rows = view.thread
            self.strip.show_rows(view.thread)
        self.head.show_view(view, self._clock())
        self._reason.show_view(view)
        if body_changed:
            self._exact.hide()
            self.reader.show_body(view.body)

    @Slot()
    def toggle_exact(self) -> None:
        """The message to the letter instead of its Markdown, or back."""
        if self._view is not None:
            self._exact.toggle(self._view, self.reader)

    _strip_rows: tuple[object, ...] = ()

    def show_nothing(self, sentence: str) -> None:
        """No message is chosen: say so."""
        self._view = None
        self._nothing.setText(sentence)
        self._pages.setCurrentIndex(0)

    @Slot(object)
    def show_earlier(self, view: MessageView) -> None:
        """Show an earlier message of the thread under its line."""
        self._earlier.show_body(view.body)
        self._earlier.show()

    @Slot()
    def page_down(self) -> None:
        """Read on by a page."""
        self.reader.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)

    def set_width_class(self, width: WidthClass) -> None:
        """Take the form for the window's width."""
        compact = width is WidthClass.NARROW
        self.strip.set_compact(compact)
        self.head.set_compact(compact)
        edge = 16 if compact else 24
        self.reader.set_margins(edge, 12 if compact else 16)
        self._earlier.set_margins(edge + 20, 8)
        self._reason.set_margins(edge, 12)

    def tick(self) -> None:
        """Say ages anew."""
        self.head.tick(self._clock())

    @Slot(str)
    def _on_opened(self, key: str) -> None:
        if key:
            self.thread_opened.emit(key)
        else:
            self._earlier.hide()

    @Slot(QPoint)
    def _on_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction("Copy the id", self.head.copy_id)
        if self._view is not None:
            key = self._view.row.key
            menu.addAction("Show its exact text (X)", self.toggle_exact)
            menu.addAction("Show it in the journal", lambda: self.why_asked.emit(key))
        menu.exec(place)
        menu.deleteLater()
