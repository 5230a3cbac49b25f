"""One column of the board: what is owed there, how many and how many too late, and the cards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mailbox_gui.core.debts.debt import Kind
from mailbox_gui.window.delegates.card_delegate import CardDelegate
from mailbox_gui.window.draw.verdicts import Mark
from mailbox_gui.window.models.debt_board import LETTERS, ColumnPage, Window
from mailbox_gui.window.models.debt_list import DebtListModel
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.questions.debts import MOST
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.chips import Badge, VerdictLabel
from mailbox_gui.window.widgets.debt_list_view import DebtListView
from mailbox_gui.window.widgets.glyph import Glyph
from mailbox_gui.window.widgets.labels import ElidedLabel, label

_HEADS: dict[Kind, tuple[str, str, str]] = {
    "reply": ("Unanswered", "chat-circle-dots", "a reply is owed"),
    "report": ("Unreported", "file-dotted", "a report is owed"),
    "workaround": ("Workarounds", "bandaids", "found in a workspace, not reported"),
    "decision": ("Owner decisions", "scales", "wait for you"),
}
_LATE = Mark("warning-circle-fill", "bad", "overdue")


class DebtsColumn(QFrame):
    """`more_asked` carries the side (-1, 1) on which the next page is wanted."""

    more_asked = Signal(int)

    def __init__(self, theme: Theme, clock: Callable[[], datetime], kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DebtsColumn")
        self.kind = kind
        self._theme = theme
        self.above = self.below = False
        self._asked = False
        title, icon, subtitle = _HEADS[kind]
        self.title = title
        self.model = DebtListModel(clock, self)
        self._delegate = CardDelegate(theme, clock, self)
        self.view = DebtListView(theme, self.model, self._delegate, f"{LETTERS[kind]}, {title}")
        self.count = Badge(theme)
        self.late = VerdictLabel(theme)
        self._waits = label("…", fonts.sans(fonts.SECONDARY), "3")
        self._name = ElidedLabel(title, fonts.sans(fonts.BASE, fonts.SEMIBOLD))
        self._subtitle = ElidedLabel(subtitle, fonts.sans(fonts.SECONDARY), "3")
        head = QHBoxLayout()
        head.setContentsMargins(12, 0, 12, 0)
        head.setSpacing(8)
        head.addWidget(Glyph(theme, icon, 16, "2"))
        head.addWidget(label(LETTERS[kind], fonts.sans(fonts.BASE, fonts.SEMIBOLD)))
        head.addSpacing(-2)
        head.addWidget(self._name)
        head.addWidget(self.count)
        head.addWidget(self._waits)
        head.addStretch(1)
        head.addWidget(self.late)
        self._top = QWidget()
        self._top.setFixedHeight(60)
        top = QVBoxLayout(self._top)
        top.setContentsMargins(0, 10, 0, 6)
        top.setSpacing(4)
        top.addLayout(head)
        below = QHBoxLayout()
        below.setContentsMargins(12, 0, 12, 0)
        below.addWidget(self._subtitle)
        top.addLayout(below)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        column.addWidget(self._top)
        column.addWidget(self.view, 1)
        self.view.ended.connect(self._on_ended)
        theme.changed.connect(self._recolour)
        self._recolour()

    def minimumSizeHint(self) -> QSize:
        return QSize(180, 120)

    def set_narrow(self, narrow: bool) -> None:
        """Without the second line of its head where there is little room."""
        self._subtitle.setVisible(not narrow)
        self._top.setFixedHeight(38 if narrow else 60)

    def window_read(self) -> Window:
        """Which part is shown, to be read again."""
        first = self.model.row(0)
        if first is None or not self.above:
            return Window(None, self.model.rowCount())
        return Window(first.spot, self.model.rowCount())

    def show_page(self, page: ColumnPage, window: Window, hidden: frozenset[int]) -> None:
        """Take over what was read of `window`, but for debts that are being waived.

        The cards stay as they are where the column was scrolled to another part meanwhile.
        """
        rows = [row for row in page.rows if row.number not in hidden]
        self.view.set_sentence("No debts here")
        self._show_counts(page.owed - (len(page.rows) - len(rows)), page.overdue)
        if self._asked or window != self.window_read():
            return
        self.above, self.below = page.above, page.below
        if list(self.model.rows()) != rows:
            current, place = self.view.current(), self.view.currentIndex().row()
            number, top = self.view.first_seen()
            self.model.replace(rows)
            if self.view.verticalScrollBar().value():
                self.view.keep_in_place(number, top)
            if current is not None and self.model.place_of(current.number) < 0:
                # It was closed: on to the one that took its place.
                self.view.choose_place(place)

    def hide_debts(self, hidden: frozenset[int]) -> None:
        """Take debts off the board that are being waived; the cursor goes on to the next card."""
        rows = [row for row in self.model.rows() if row.number not in hidden]
        if len(rows) < self.model.rowCount():
            place = self.view.currentIndex().row()
            self.model.replace(rows)
            self.view.choose_place(place)

    def add(self, page: ColumnPage, side: int, hidden: frozenset[int]) -> None:
        """Put the next page at an end, and take what lies far away from the other: the cards in sight stay."""
        self._asked = False
        known = {row.number for row in self.model.rows()}
        rows = [row for row in page.rows if row.number not in known and row.number not in hidden]
        number, top = self.view.first_seen()
        if side > 0:
            self.model.put(self.model.rowCount(), rows)
            self.below = page.below
            spare = range(self.model.rowCount() - MOST)
            self.above = self.above or bool(spare)
        else:
            self.model.put(0, rows)
            self.above = page.above
            spare = range(MOST, self.model.rowCount())
            self.below = self.below or bool(spare)
        if spare:
            if self.view.currentIndex().row() in spare:
                self.view.drop_cursor()
            self.model.take(spare[0], spare[-1])
        self.view.keep_in_place(number, top)

    def add_failed(self) -> None:
        """The next page could not be read: it may be asked for again."""
        self._asked = False

    def say(self, words: str) -> None:
        """Instead of cards, for example why they cannot be read."""
        self.model.replace(())
        self.view.set_sentence(words)
        self._waits.hide()

    def edge(self, side: int) -> DebtRow | None:
        """The card at an end of what is read."""
        return self.model.row(self.model.rowCount() - 1 if side > 0 else 0)

    def _show_counts(self, owed: int, overdue: int) -> None:
        self._waits.hide()
        self.count.set_count(owed)
        self.late.show_mark(_LATE if overdue else None, str(overdue))
        words = f"{overdue} overdue"
        self.late.setToolTip(words)
        self.late.setAccessibleName(words if overdue else "")
        name = f"{LETTERS[self.kind]}, {self.title}: {owed} open, {overdue} overdue"
        self.view.setAccessibleName(name)

    @Slot(int)
    def _on_ended(self, side: int) -> None:
        if not self._asked and (self.below if side > 0 else self.above):
            self._asked = True
            self.more_asked.emit(side)

    @Slot()
    def _recolour(self) -> None:
        ground = self._theme.tokens.bg_window
        self.setStyleSheet(f"QFrame#DebtsColumn {{ background: {ground}; border: none; border-radius: 8px; }}")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
