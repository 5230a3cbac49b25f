"""The list view of messages: one column, a whole row per message, letters left to the window's shortcuts."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from mailbox_gui.window.models.list_items import GroupItem
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.models.message_list import MessageListModel


class MessageListView(QListView):
    """`chosen` follows the current message; `opened` is Return or a double click on it, `paged` the space bar.

    `group_pressed` carries the title of a group that is to be folded or unfolded.
    """

    chosen = Signal(str)
    opened = Signal(str)
    group_pressed = Signal(str)
    paged = Signal()

    def __init__(self, model: MessageListModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._key = ""
        self._restoring = False
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(name)
        self.verticalScrollBar().setSingleStep(28)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._on_activated)

    @property
    def message_list(self) -> MessageListModel:
        """The model."""
        return self._model

    def current_row(self) -> ListRow | None:
        """The message under the cursor."""
        return self._model.row_at(self.currentIndex().row())

    def choose(self, key: str) -> bool:
        """Put the cursor on the message with this key; False when it is not here."""
        place = self._model.place_of(key)
        if place < 0:
            return False
        self._put(place)
        return True

    def choose_place(self, place: int) -> bool:
        """Put the cursor on the first message at or after the place, else on the last one before; False without any."""
        count = self._model.rowCount()
        for candidate in [*range(place, count), *range(min(place, count) - 1, -1, -1)]:
            if self._model.row_at(candidate) is not None:
                self._put(candidate)
                return True
        self._put(-1)
        return False

    def step(self, by: int) -> None:
        """To the next or previous message, over groups."""
        place = self.currentIndex().row() + by
        while 0 <= place < self._model.rowCount():
            if self._model.row_at(place) is not None:
                self._put(place)
                return
            place += by

    def leave(self) -> None:
        """No message is under the cursor any more, without saying so."""
        self._key = ""
        blocked = self.blockSignals(True)
        self.selectionModel().clear()
        self.blockSignals(blocked)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are shortcuts of the window, not a search in the list."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._on_activated(self.currentIndex())
            return
        if event.key() == Qt.Key.Key_Space:
            self.paged.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def _put(self, place: int) -> None:
        index = self._model.index(place) if place >= 0 else QModelIndex()
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if place >= 0:
            self.scrollTo(index)

    def _on_current(self, now: QModelIndex, _before: QModelIndex) -> None:
        row = self._model.row_at(now.row()) if now.isValid() else None
        key = row.key if row is not None else ""
        if row is None and now.isValid():
            return
        if key != self._key:
            self._key = key
            self.chosen.emit(key)

    def _on_clicked(self, index: QModelIndex) -> None:
        item = self._model.item(index.row())
        if isinstance(item, GroupItem):
            self.group_pressed.emit(item.title)

    def _on_activated(self, index: QModelIndex) -> None:
        item = self._model.item(index.row())
        if isinstance(item, GroupItem):
            self.group_pressed.emit(item.title)
            return
        row = self._model.row_at(index.row())
        if row is not None:
            self.opened.emit(row.key)
