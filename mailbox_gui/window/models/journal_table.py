"""The table of the journal: a million rows of which some pages are in memory, filled by the reader thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Slot

from mailbox_gui.window.models.heights import Heights
from mailbox_gui.window.models.journal_row import JournalRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.tooltips import plain_tooltip

PAGE, PAGES = 200, 20
COLUMNS = ("Height", "Time", "Verdict", "From \N{RIGHTWARDS ARROW} To", "Kind", "Topic", "Reason / excerpt", "Signer")
HEIGHT, TIME, VERDICT, PAIR, KIND, TOPIC, REASON, SIGNER = range(len(COLUMNS))
JOURNAL_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_ALIGN = int(Qt.ItemDataRole.TextAlignmentRole)
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

Fetch = Callable[[int, Sequence[int]], None]


class JournalTableModel(QAbstractTableModel):
    """`fetch(page, heights)` asks for a page; its rows come back by `page_arrived`. A missing row shows nothing yet.

    Pages are counted by steady rows, so that a line that comes on top does not shift them.
    """

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self._heights = Heights()
        self._pages: OrderedDict[int, dict[int, JournalRow]] = OrderedDict()
        self._asked: set[int] = set()
        self._wanted: list[int] = []
        self._asking = QTimer(self)
        self._asking.setSingleShot(True)
        self._asking.setInterval(0)
        self._asking.timeout.connect(self._ask)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._heights)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        # The role first: a view asks for a dozen of them per cell, and we know few.
        if role == JOURNAL_ROLE:
            return self.line(index.row())
        if role == _DISPLAY:
            row = self.line(index.row())
            return None if row is None else _cell(row, index.column())
        if role == _SPOKEN:
            row = self.line(index.row())
            return "loading" if row is None else row.spoken() if index.column() == 0 else _cell(row, index.column())
        if role == _TOOLTIP:
            row = self.line(index.row())
            return None if row is None else _tooltip(row, index.column())
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(COLUMNS):
            if role == _TOOLTIP and section == HEIGHT:
                return "Height, the highest first"
            if role in (_DISPLAY, _TOOLTIP):
                return COLUMNS[section]
            if role == _FONT:
                return fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
            if role == _ALIGN:
                side = Qt.AlignmentFlag.AlignRight if section == HEIGHT else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def line(self, row: int) -> JournalRow | None:
        """The line in a row; None while it is being read, which asks for it."""
        if not 0 <= row < len(self._heights):
            return None
        number = self._heights.steady(row)
        page = number // PAGE
        rows = self._pages.get(page)
        if rows is None:
            self._want(page)
            return None
        return rows.get(self._heights.at(row))

    def height(self, row: int) -> int:
        """The journal's height of a row, known before the row is read; 0 outside."""
        return self._heights.at(row) if 0 <= row < len(self._heights) else 0

    def row_of(self, height: int) -> int:
        """Where a height stands, -1 when it is not shown."""
        return self._heights.row_of(height)

    @property
    def newest(self) -> int:
        """The highest height shown, 0 without any."""
        return self._heights.newest()

    @property
    def oldest(self) -> int:
        """The lowest height shown, 0 without any."""
        return self._heights.oldest()

    # what the pane brings

    def start(self, heights: Sequence[int]) -> None:
        """Show other lines from the newest."""
        self.beginResetModel()
        self._heights = Heights(heights)
        self._pages.clear()
        self._asked.clear()
        self._wanted.clear()
        self.endResetModel()

    def extend(self, older: Sequence[int]) -> None:
        """Further lines at the end."""
        if older:
            count = len(self._heights)
            self.beginInsertRows(_ROOT, count, count + len(older) - 1)
            self._heights.extend(older)
            self.endInsertRows()
            self._drop(self._heights.steady(count) // PAGE)

    def prepend(self, newer: Sequence[int]) -> None:
        """New lines on top, the newest first."""
        top = self._heights.newest()
        fresh = [height for height in newer if height > top]
        if fresh:
            self.beginInsertRows(_ROOT, 0, len(fresh) - 1)
            self._heights.prepend(fresh)
            self.endInsertRows()
            self._drop(self._heights.steady(len(fresh) - 1) // PAGE)

    def page_arrived(self, page: int, rows: Sequence[JournalRow]) -> None:
        """A page was read."""
        self._asked.discard(page)
        self._pages[page] = {row.height: row for row in rows}
        self._pages.move_to_end(page)
        while len(self._pages) > PAGES:
            self._pages.popitem(last=False)
        first = max(0, self._heights.row(page * PAGE))
        last = min(len(self._heights), self._heights.row((page + 1) * PAGE)) - 1
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))

    def page_failed(self, page: int) -> None:
        """A page could not be read: it is asked for again when it is looked at."""
        self._asked.discard(page)

    def read_again(self, first: int, last: int) -> None:
        """The rows from `first` to `last` may have changed: read their pages anew; the old ones stay until then."""
        if len(self._heights):
            for page in range(self._heights.steady(first) // PAGE, self._heights.steady(last) // PAGE + 1):
                self._want(page)

    def _drop(self, page: int) -> None:
        """A page has more rows than when it was read."""
        if page in self._pages:
            self._want(page)

    def _want(self, page: int) -> None:
        # Collected until the paint event is over, the page looked at last first.
        if page not in self._asked:
            self._asked.add(page)
            self._wanted.append(page)
            if not self._asking.isActive():
                self._asking.start()

    @Slot()
    def _ask(self) -> None:
        # A fast scroll leaves pages behind that nobody looks at any more.
        self._asked.difference_update(self._wanted[:-4])
        wanted, self._wanted = self._wanted[-4:], []
        count = len(self._heights)
        for page in reversed(wanted):
            first = max(0, self._heights.row(page * PAGE))
            last = min(count, self._heights.row((page + 1) * PAGE))
            if first < last:
                self._fetch(page, [self._heights.at(row) for row in range(first, last)])
            else:
                self._asked.discard(page)


def _cell(row: JournalRow, column: int) -> str:
    match column:
        case 0:
            return row.number
        case 1:
            return row.time
        case 2:
            return row.verdict
        case 3:
            return f"{row.sender} \N{RIGHTWARDS ARROW} {row.recipient}" if row.sender else ""
        case 4:
            return row.kind
        case 5:
            return row.topic
        case 6:
            return f"{row.check}: {row.text}" if row.check else row.text
        case _:
            return row.signer


def _tooltip(row: JournalRow, column: int) -> str:
    return plain_tooltip(row.exact if column == TIME else _cell(row, column))
