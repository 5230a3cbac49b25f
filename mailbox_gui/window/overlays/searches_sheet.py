"""The kept searches: keep the one in the field under a name, open, rename and delete those that are kept."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.overlays.overlay import Overlay
from mailbox_gui.window.searches import LONGEST_NAME, Searches
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import ElidedLabel, label

_ROW, _AROUND, _MOST_ROWS = 40, 190, 8


class SearchRow(QWidget):
    """One kept search: its name can be changed in place."""

    def __init__(self, theme: Theme, name: str, query: str) -> None:
        super().__init__()
        self.name, self.query = name, query
        self.field = QLineEdit(name)
        self.field.setFixedHeight(32)
        self.field.setMaxLength(LONGEST_NAME)
        self.field.setFixedWidth(200)
        self.field.setTextMargins(6, 0, 6, 0)
        self.field.setFont(fonts.sans())
        self.field.setAccessibleName(f"Name of the search {visible(query)}")
        self.open = Button(theme, f"Open {visible(name)}", icon="arrow-right", look=Look.FLAT, words=False)
        self.delete = Button(theme, f"Delete {visible(name)}", icon="trash", look=Look.FLAT_DANGER, words=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(12)
        row.addWidget(self.field)
        row.addWidget(ElidedLabel(visible(query), fonts.mono(), "2"), 1)
        row.addWidget(self.open)
        row.addWidget(self.delete)


class SearchesSheet(Overlay):
    """`opened` carries the query of the search that is wanted; `said` what was done."""

    opened = Signal(str)
    said = Signal(str)
    widest = 640

    def __init__(self, theme: Theme, searches: Searches, parent: QWidget) -> None:
        super().__init__(theme, "Kept searches", parent)
        self._searches = searches
        self._query = ""
        self.rows: list[SearchRow] = []
        self.shown = ElidedLabel("", fonts.mono(), "2")
        self.name = QLineEdit()
        self.name.setFixedHeight(32)
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setTextMargins(6, 0, 6, 0)
        self.name.setFont(fonts.sans())
        self.name.setPlaceholderText("A name for this search")
        self.name.setAccessibleName("A name for this search")
        self.keep = Button(theme, "Keep", icon="bookmark-simple", look=Look.PRIMARY)
        self.told = label("", fonts.sans(fonts.SECONDARY), "bad")
        self.close_button = Button(theme, "Close", key="Esc", look=Look.FLAT)
        self._new = QWidget()
        self._list = QVBoxLayout()
        self._lay_out()
        self.name.returnPressed.connect(self._on_keep)
        self.keep.clicked.connect(self._on_keep)
        self.close_button.clicked.connect(self.leave)
        searches.changed.connect(self._fill)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(label("Kept searches", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
        head.addStretch(1)
        head.addWidget(self.close_button)
        naming = QHBoxLayout()
        naming.setSpacing(8)
        naming.addWidget(self.name, 1)
        naming.addWidget(self.keep)
        new = QVBoxLayout(self._new)
        new.setContentsMargins(0, 0, 0, 0)
        new.setSpacing(8)
        new.addWidget(self.shown)
        new.addLayout(naming)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        inside = QWidget()
        inside.setObjectName("Surface")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.addLayout(self._list)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        card = QVBoxLayout(self.card)
        card.setContentsMargins(24, 16, 16, 16)
        card.setSpacing(12)
        card.addLayout(head)
        card.addWidget(self._new)
        card.addWidget(self.told)
        card.addWidget(area, 1)

    def open_with(self, query: str) -> None:
        """Show the kept searches; a query is offered to be kept."""
        self._query = query
        self.shown.setText(visible(query))
        self._new.setVisible(bool(query))
        self.name.setText(next((name for name, kept in self._searches.every().items() if kept == query), ""))
        self.told.setText("" if query or self._searches.every() else "No search is kept yet: search, then keep it here")
        self._fill()
        self.open_it()

    def first_focus(self) -> QWidget:
        return self.name if self._query else self.rows[0].field if self.rows else self.close_button

    def wanted_height(self) -> int:
        return _AROUND + min(len(self.rows), _MOST_ROWS) * _ROW

    @Slot()
    def _fill(self) -> None:
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = []
        for name, query in self._searches.every().items():
            row = SearchRow(self.theme, name, query)
            row.field.editingFinished.connect(self._on_renamed)
            row.open.clicked.connect(self._on_open)
            row.delete.clicked.connect(self._on_delete)
            self.rows.append(row)
            self._list.addWidget(row)
        if self.isVisible():
            self.place()

    def _row_of(self, sender: object) -> SearchRow | None:
        return next((row for row in self.rows if sender in (row.field, row.open, row.delete)), None)

    @Slot()
    def _on_keep(self) -> None:
        fault = self._searches.keep(self.name.text(), self._query)
        self.told.setText(fault)
        if not fault:
            self.said.emit(f"The search is kept as {visible(self.name.text().strip())}")
            self.leave()

    @Slot()
    def _on_renamed(self) -> None:
        row = self._row_of(self.sender())
        if row is not None and row.field.text() != row.name:
            fault = self._searches.rename(row.name, row.field.text())
            self.told.setText(fault)
            if fault:
                row.field.setText(row.name)

    @Slot()
    def _on_open(self) -> None:
        row = self._row_of(self.sender())
        if row is not None:
            self.leave()
            self.opened.emit(row.query)

    @Slot()
    def _on_delete(self) -> None:
        row = self._row_of(self.sender())
        if row is not None:
            self._searches.delete(row.name)
            (self.rows[0].field if self.rows else self.close_button).setFocus(Qt.FocusReason.OtherFocusReason)
