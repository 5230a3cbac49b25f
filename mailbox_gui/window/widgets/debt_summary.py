"""The strip over the board: who owes how many of what, and who is owed; a click shows that debtor's debts alone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import RIGHT, Canvas, text_width
from mailbox_gui.window.models.debt_board import Person
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.debt_sideways import SidewaysArea

HEIGHT, _LEAST = 70, 172


class _Cell(QAbstractButton):
    """One participant."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.person = Person("")
        self.first = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(_LEAST)
        self.setCheckable(True)

    def show_person(self, person: Person) -> None:
        """Show another participant, or new numbers."""
        if person != self.person:
            self.person = person
            self.setAccessibleName(person.spoken())
            self.setToolTip(plain_tooltip(person.spoken()))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(_LEAST, HEIGHT - 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        tokens, rect, person = canvas.tokens, QRectF(self.rect()), self.person
        if self.isChecked():
            canvas.fill(rect, tokens.accent_soft)
        elif self.underMouse():
            canvas.fill(rect, tokens.bg_subtle)
        if not self.first:
            canvas.fill(QRectF(0, 0, 1, rect.height()), tokens.border)
        x, right = 12.0, rect.right() - 12
        parts.avatar(canvas, QRectF(x, 10, 20, 20), person.name, by_owner=person.by_owner)
        bold = fonts.sans(fonts.BASE, fonts.SEMIBOLD)
        count = str(person.owes)
        width = text_width(count, bold)
        canvas.text(QRectF(right - width - 2, 10, width + 2, 20), count, bold, tokens.text, RIGHT)
        canvas.text(QRectF(x + 28, 10, right - width - 10 - x - 28, 20), person.shown, bold, tokens.text)
        self._second(canvas, x, right, 48)
        if self.hasFocus():
            canvas.ring(rect, 6)
        painter.end()

    def _second(self, canvas: Canvas, x: float, right: float, middle: float) -> None:
        tokens, person, small = canvas.tokens, self.person, fonts.sans(fonts.SECONDARY)
        end = right
        if person.overdue:
            words = f"{person.overdue} overdue"
            medium = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
            width = text_width(words, medium)
            canvas.text(QRectF(right - width - 2, middle - 10, width + 2, 20), words, medium, tokens.bad, RIGHT)
            canvas.icon(QRectF(right - width - 20, middle - 10, 14, 20), "warning-circle-fill", tokens.bad, 14)
            end = right - width - 28
        elif person.is_owed:
            words = f"is owed {person.is_owed}"
            width = text_width(words, small)
            canvas.text(QRectF(right - width - 2, middle - 10, width + 2, 20), words, small, tokens.text_3, RIGHT)
            end = right - width - 8
        if not person.owes:
            canvas.text(QRectF(x, middle - 10, end - x, 20), "no debts", small, tokens.text_3)
        for chip in person.chips:
            if x + parts.chip_width(chip) > end:
                break
            x += parts.chip(canvas, x, middle, chip) + 4


class DebtSummary(SidewaysArea):
    """`asked` carries the debtor that was clicked, empty when it was chosen before. Scrolls sideways when many."""

    asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cells: list[_Cell] = []
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName("Who owes how many")
        self.setObjectName("DebtSummary")
        inside = QWidget()
        # The border's round corners are seen through it.
        inside.setAutoFillBackground(False)
        inside.setObjectName("Clear")
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.setWidget(inside)
        theme.changed.connect(self._recolour)
        self._recolour()

    def show_people(self, people: Sequence[Person], debtor: str) -> None:
        """Take over the numbers; `debtor` is whose debts are shown alone."""
        while len(self._cells) < len(people):
            cell = _Cell(self._theme)
            cell.first = not self._cells
            cell.clicked.connect(self._on_clicked)
            self._cells.append(cell)
            self._row.addWidget(cell)
        while len(self._cells) > len(people):
            cell = self._cells.pop()
            self._row.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        for cell, person in zip(self._cells, people, strict=True):
            cell.show_person(person)
            cell.setChecked(bool(debtor) and person.name == debtor)

    @Slot()
    def _on_clicked(self) -> None:
        cell = self.sender()
        if isinstance(cell, _Cell):
            self.asked.emit(cell.person.name if cell.isChecked() else "")

    @Slot()
    def _recolour(self) -> None:
        border = self._theme.tokens.border
        self.setStyleSheet(
            f"QScrollArea#DebtSummary {{ border: 1px solid {border}; border-radius: 8px; }}"
            "QWidget#Clear { background: transparent; }"
        )
