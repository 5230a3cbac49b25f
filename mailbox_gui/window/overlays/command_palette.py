"""Ctrl+K: every action, view and agent by its name, with the keyboard alone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from mailbox_gui.window.command_groups import CommandGroup
from mailbox_gui.window.delegates.command_delegate import HEIGHT, CommandDelegate
from mailbox_gui.window.models.command_list import CommandList
from mailbox_gui.window.overlays.overlay import EDGE, Overlay
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import label

_MOST_ROWS, _HEAD, _PAGE = 11, 72, 8


class CommandPalette(Overlay):
    """The focus stays in the field; arrows choose, Enter runs after the window has its focus back."""

    widest = 640
    click_closes = True

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "Command palette", parent)
        self.model = CommandList(self)
        self.field = QLineEdit()
        self.field.setFixedHeight(40)
        self.field.setTextMargins(10, 0, 10, 0)
        self.field.setFont(fonts.sans(fonts.BODY))
        self.field.setPlaceholderText("What do you want to do?")
        self.field.setAccessibleName("Command palette: type an action, a view or an agent")
        self.field.textChanged.connect(self._on_text)
        self.field.installEventFilter(self)
        self.view = QListView()
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setModel(self.model)
        self.view.setItemDelegate(CommandDelegate(theme, self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setAccessibleName("Actions")
        self.view.clicked.connect(self._on_clicked)
        self._nothing = label("No action of that name", fonts.sans(), "2")
        self._nothing.setContentsMargins(20, 8, 20, 8)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(1, 12, 1, 8)
        column.setSpacing(8)
        field = QVBoxLayout()
        field.setContentsMargins(11, 0, 11, 0)
        field.addWidget(self.field)
        column.addLayout(field)
        column.addWidget(self._nothing)
        column.addWidget(self.view, 1)

    def open_with(self, groups: Sequence[CommandGroup]) -> None:
        """Offer what can be done now."""
        self.model.offer(groups)
        self.field.clear()
        self._on_text("")
        self.open_it()

    def first_focus(self) -> QWidget:
        return self.field

    def place(self) -> None:
        room = self.window().rect()
        self.setGeometry(room)
        width = self.width_here()
        tallest = min(_HEAD + _MOST_ROWS * HEIGHT, room.height() - 2 * EDGE)
        height = min(_HEAD + max(1, self.model.rowCount()) * HEIGHT, tallest)
        # Its head stays where it is while the list grows and shrinks.
        self.card.setGeometry((room.width() - width) // 2, max(EDGE, (room.height() - tallest) // 4), width, height)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.field or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride and _is_own_key(event):
            # It comes as a key and not to the window behind.
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            steps = {
                Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _PAGE, Qt.Key.Key_PageUp: -_PAGE,
            }  # fmt: skip
            key = Qt.Key(event.key())
            if key in steps:
                self._step(steps[key])
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.view.currentIndex())
                return True
            if _is_own_key(event):
                self.leave()
                return True
        return super().eventFilter(watched, event)

    def _step(self, by: int) -> None:
        count = self.model.rowCount()
        if count:
            row = self.view.currentIndex().row() + by
            # One step goes round; a page stops at the end.
            self._choose(row % count if abs(by) == 1 else max(0, min(count - 1, row)))

    def _choose(self, row: int) -> None:
        index = self.model.index(row)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        said = index.data(int(Qt.ItemDataRole.AccessibleTextRole))
        # What a screen reader says of the field while the focus stays there.
        self.field.setAccessibleDescription(str(said or ""))

    @Slot(str)
    def _on_text(self, text: str) -> None:
        self.model.search(text)
        some = self.model.rowCount() > 0
        self._nothing.setVisible(not some)
        self.place()
        if some:
            self._choose(0)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self._run(index)

    def _run(self, index: QModelIndex) -> None:
        row = self.model.row(index.row()) if index.isValid() else None
        if row is not None:
            # First away: the action may open something of its own and take the focus there.
            self.leave()
            row.command.run()


def _is_own_key(event: QKeyEvent) -> bool:
    """Ctrl+K again closes it."""
    return event.key() == Qt.Key.Key_K and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
