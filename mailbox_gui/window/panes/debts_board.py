"""The four columns of the board with one cursor, and the actions that lie on the card under it or under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from mailbox_gui.core.debts.debt import KINDS, Kind
from mailbox_gui.window.debt_acts import Verb
from mailbox_gui.window.models.debt_board import ColumnPage, Window
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.panes.debts_column import DebtsColumn
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.debt_actions import DebtActions


class DebtsBoard(QWidget):
    """`opened` and `begun` (with the verb) carry the row that is meant; `more_asked` the column and the side."""

    chosen = Signal()
    opened = Signal(object)
    begun = Signal(str, object)
    more_asked = Signal(object, int)

    def __init__(self, theme: Theme, clock: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns = [DebtsColumn(theme, clock, kind) for kind in KINDS]
        self.bar = DebtActions(theme, self)
        self._last: DebtsColumn | None = None
        self._fresh = True
        self._wanted = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        for column in self.columns:
            view = column.view
            view.chosen.connect(self.chosen)
            view.pointed.connect(self.place_actions)
            view.opened.connect(self.open_current)
            view.sideways.connect(self._go_sideways)
            column.more_asked.connect(partial(self.more_asked.emit, column))
        self.bar.opened.connect(self._on_opened)
        self.bar.nudged.connect(partial(self._begin, "nudge"))
        self.bar.waived.connect(partial(self._begin, "waive"))
        self.bar.confirmed.connect(partial(self._begin, "close"))
        self.set_narrow(narrow=False)

    def set_narrow(self, *, narrow: bool) -> None:
        """Two columns by two where there is little room."""
        self._grid.setSpacing(8 if narrow else 12)
        for place, column in enumerate(self.columns):
            column.set_narrow(narrow)
            self._grid.removeWidget(column)
            self._grid.addWidget(column, *(divmod(place, 2) if narrow else (0, place)))
        for place in range(len(self.columns)):
            self._grid.setColumnStretch(place, 1 if not narrow or place < 2 else 0)
            self._grid.setRowStretch(place, 1 if place < (2 if narrow else 1) else 0)

    # what is shown

    def windows(self) -> dict[Kind, Window]:
        """Which part of each column is shown."""
        return {column.kind: column.window_read() for column in self.columns}

    def show_pages(self, pages: Sequence[ColumnPage], windows: Mapping[Kind, Window], hidden: frozenset[int]) -> None:
        """Take over what was read of these windows."""
        for column, page in zip(self.columns, pages, strict=True):
            column.show_page(page, windows[page.kind], hidden)
            place = column.model.place_of(self._wanted)
            if place >= 0:
                self._wanted = 0
                column.view.choose_place(place)
        if self.current() is None and (self._fresh or not self.front().view.verticalScrollBar().value()):
            self._choose_first()
        self._fresh = False
        self.place_actions()

    def hide_debts(self, hidden: frozenset[int]) -> None:
        """Take these off the board."""
        for column in self.columns:
            column.hide_debts(hidden)

    def want(self, number: int) -> None:
        """Put the cursor on that debt as soon as it is here."""
        self._wanted = number

    def begin_anew(self) -> None:
        """Other debts come: every column from its top."""
        self._fresh = True
        for column in self.columns:
            column.above = False
            column.view.scrollToTop()

    def tick(self) -> None:
        """Say ages anew."""
        for column in self.columns:
            column.view.viewport().update()

    # the cursor

    def current(self) -> DebtRow | None:
        """The debt under the cursor of the column that has it."""
        return self.front().view.current()

    def front(self) -> DebtsColumn:
        """The column with the focus, else the one that had it."""
        focused = next((column for column in self.columns if column.view.hasFocus()), None)
        return focused or self._last or self.columns[0]

    def step(self, by: int) -> None:
        """To the next or previous card of the column."""
        self.front().view.step(by)

    def focus_front(self) -> None:
        """Put the focus on the cards."""
        self.front().view.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def open_current(self) -> None:
        """As Return on the card under the cursor."""
        self.opened.emit(self.current())

    def _choose_first(self) -> None:
        """Begin at the top of the column in front; of the first with cards, when the board is looked at anew."""
        front = self.front()
        filled = [each for each in self.columns if each.model.rowCount()] if self._fresh else []
        column = front if front.model.rowCount() or not filled else filled[0]
        inside = any(each.view.hasFocus() for each in self.columns)
        if column.view.choose_place(0):
            self._last = column
            if inside:
                self.focus_front()

    @Slot(int)
    def _go_sideways(self, by: int) -> None:
        place = self.columns.index(self.front())
        others = self.columns[place + 1 :] if by > 0 else self.columns[:place][::-1]
        column = next((each for each in others if each.model.rowCount()), None)
        if column is not None:
            column.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # the actions

    @Slot()
    def place_actions(self) -> None:
        """Put the actions where they belong now."""
        focused = next((column for column in self.columns if column.view.hasFocus()), None)
        if focused is not None and focused is not self._last:
            if self._last is not None:
                self._last.view.grow(0)
            self._last = focused
        targets = [(column, found) for column in self.columns if (found := column.view.target()) is not None]
        # The mouse comes before the cursor.
        targets.sort(key=lambda pair: not pair[0].view.is_hovered())
        if targets:
            column, (row, place) = targets[0]
            view = column.view
            own = view.hasFocus() and (now := view.current()) is not None and now.number == row.number
            self.bar.lie_on(view, view.viewport(), row, place, focused=own)
        elif not self.bar.holds_focus() and not self.bar.underMouse():
            self.bar.leave()

    @Slot()
    def _on_opened(self) -> None:
        self.opened.emit(self.bar.row)

    def _begin(self, verb: Verb) -> None:
        self.begun.emit(verb, self.bar.row)
