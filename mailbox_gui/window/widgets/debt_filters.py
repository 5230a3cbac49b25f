"""Whose debts are shown, overdue ones only, and with which words: the row between the summary and the columns."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.models.debt_board import BoardShape, Person
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.debt_sideways import SidewaysArea
from mailbox_gui.window.widgets.filter_field import FilterField

TYPING_MS = 200


class _Toggle(QAbstractButton):
    """The base of chip and box: a click toggles, Return too."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)


class DebtorChip(_Toggle):
    """One debtor, or all of them; with `counted` it says how many debts too."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.person: Person | None = None
        self.counted = False

    def show_person(self, person: Person | None, *, counted: bool) -> None:
        """Whose chip it is; None is everybody."""
        self.person, self.counted = person, counted
        words = "All debtors" if person is None else person.shown
        self.setText(words)
        self.setAccessibleName("Debts of everybody" if person is None else f"Debts of {person.spoken()}")
        self.setToolTip("" if person is None else plain_tooltip(person.spoken()))
        self.updateGeometry()
        self.update()

    def _count(self) -> str:
        return str(self.person.owes) if self.person is not None and self.counted else ""

    def sizeHint(self) -> QSize:
        medium = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        width = 20 + text_width(self.text(), medium) + (26 if self.person is not None else 0)
        count = self._count()
        return QSize(round(width + (6 + text_width(count, medium) if count else 0) + 2), 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self.theme)
        tokens, rect, on = canvas.tokens, QRectF(self.rect()), self.isChecked()
        fill = tokens.accent_soft if on else tokens.bg_hover if self.underMouse() else tokens.bg_surface
        canvas.box(rect, 6, fill=fill, line=tokens.accent if on else tokens.border_strong)
        x = 10.0
        if self.person is not None:
            parts.avatar(canvas, QRectF(8, 6, 16, 16), self.person.name, by_owner=self.person.by_owner)
            x = 33.0
        medium = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        ink = tokens.accent_text if on else tokens.text_2
        x += canvas.text(QRectF(x, 0, rect.width() - x - 4, rect.height()), self.text(), medium, ink)
        count = self._count()
        if count and self.person is not None:
            late = tokens.bad if self.person.overdue else ink
            canvas.text(QRectF(x + 6, 0, rect.width() - x - 6, rect.height()), count, medium, late)
        if self.hasFocus():
            canvas.ring(rect, 6)
        painter.end()


class CheckBox(_Toggle):
    """A box with words behind it."""

    def __init__(self, theme: Theme, words: str, name: str) -> None:
        super().__init__(theme)
        self.setText(words)
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        return QSize(round(24 + text_width(self.text(), fonts.sans()) + 2), 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self.theme)
        tokens, rect, box = canvas.tokens, QRectF(self.rect()), QRectF(0, 6, 16, 16)
        if self.isChecked():
            canvas.box(box, 4, fill=tokens.accent)
            canvas.icon(box, "check-bold", tokens.on_accent, 12)
        else:
            canvas.box(box, 4, fill=tokens.bg_input, line=tokens.border_control)
        canvas.text(rect.adjusted(24, 0, 2, 0), self.text(), fonts.sans(), tokens.text)
        if self.hasFocus():
            canvas.ring(rect.adjusted(-1, 2, 0, -2), 4)
        painter.end()


class DebtFilters(QWidget):
    """`changed` says that one of them is another now; ask for `debtor`, `overdue_only` and `words`."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.debtor = ""
        self._chips: list[DebtorChip] = []
        self._people: tuple[Person, ...] = ()
        self._counted = False
        self._scroll = SidewaysArea()
        self._scroll.setFixedHeight(28)
        inside = QWidget()
        inside.setObjectName("Surface")
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addStretch(1)
        self._scroll.setWidget(inside)
        self.field = FilterField(theme, "Filter debts by words, key F")
        self.late = CheckBox(theme, "Overdue only", "Overdue debts only, key O")
        self._outer = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self._scroll, 1)
        row.addWidget(self.field)
        row.addWidget(self.late)
        self.field.setFixedWidth(160)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self.changed)
        self.field.textChanged.connect(self._on_typed)
        self.late.clicked.connect(self.changed)
        self.show_people(())

    @property
    def overdue_only(self) -> bool:
        """Whether only overdue debts are wanted."""
        return self.late.isChecked()

    @property
    def words(self) -> str:
        """The words that are to be in a card."""
        return self.field.text().strip()

    def shape(self, before: BoardShape) -> BoardShape:
        """How the board is to be looked at; the order is as before."""
        return BoardShape(self.debtor, self.overdue_only, self.words, before.order)

    def set_counted(self, counted: bool) -> None:
        """Whether the chips carry counts: where the summary has no room."""
        self._counted = counted
        self._outer.setSpacing(8 if counted else 16)
        self.field.setFixedWidth(84 if counted else 160)
        self.field.setPlaceholderText("Filter" if counted else "Filter by words")
        self.late.setText("Overdue" if counted else "Overdue only")
        self.late.updateGeometry()
        self._row.setSpacing(6 if counted else 8)
        self.show_people(self._people)

    def show_people(self, people: Sequence[Person]) -> None:
        """Take over who there is."""
        self._people = tuple(people)
        wanted: list[Person | None] = [None, *people]
        while len(self._chips) < len(wanted):
            chip = DebtorChip(self._theme)
            chip.clicked.connect(self._on_chip)
            self._row.insertWidget(len(self._chips), chip)
            self._chips.append(chip)
        while len(self._chips) > len(wanted):
            chip = self._chips.pop()
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for chip, person in zip(self._chips, wanted, strict=True):
            if chip.person != person or chip.counted != self._counted or not chip.text():
                chip.show_person(person, counted=self._counted)
        self._show_chosen()

    def choose(self, debtor: str) -> None:
        """Show the debts of one alone; empty: of all."""
        if debtor != self.debtor:
            self.debtor = debtor
            self._show_chosen()
            self.changed.emit()

    def toggle_late(self) -> None:
        """Overdue only, or not any more."""
        self.late.click()

    def clear(self) -> None:
        """Leave nothing out any more."""
        self.debtor = ""
        self.late.setChecked(False)
        self.field.clear()
        self._typing.stop()
        self._show_chosen()
        self.changed.emit()

    def _show_chosen(self) -> None:
        for chip in self._chips:
            chip.setChecked((chip.person.name if chip.person is not None else "") == self.debtor)

    @Slot()
    def _on_chip(self) -> None:
        chip = self.sender()
        if isinstance(chip, DebtorChip):
            self.choose(chip.person.name if chip.person is not None else "")
            self._show_chosen()

    @Slot()
    def _on_typed(self) -> None:
        self._typing.start()
