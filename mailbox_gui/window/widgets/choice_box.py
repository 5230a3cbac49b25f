"""A field with a list to choose from; each choice has an icon or the avatar of a participant."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import BUTTON_SIZE, icon
from mailbox_gui.window.theme.theme import Theme

_SIDE = 18


class ChoiceBox(QComboBox):
    """`people`: the choices are participants, drawn as a chip. The accessible name is `name` and what is chosen."""

    def __init__(
        self, theme: Theme, name: str, hint: str = "", *, people: bool = False, small: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._theme, self._name, self._hint, self._people, self._small = theme, name, hint, people, small
        self._icons: dict[str, str] = {}
        self._offered: list[str] = []
        self.changed_mark = False
        self.setFixedHeight(28 if small else 32)
        self.setFont(fonts.sans())
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(12)
        self.currentIndexChanged.connect(self._say)
        theme.changed.connect(self._redress)
        self._say()

    @property
    def value(self) -> str:
        """What is chosen; empty when nothing is."""
        return self.currentText() if self.currentIndex() >= 0 else ""

    def offer(self, values: Sequence[str], icons: Sequence[str] = ()) -> None:
        """Take over the choices; what was chosen stays chosen, also where it is none of them any more."""
        if self._offered == list(values):
            return
        self._offered = list(values)
        before, blocked = self.value, self.blockSignals(True)
        self._icons = dict(zip(values, icons, strict=False))
        self.clear()
        self.addItems([*values, *([before] if before and before not in values else [])])
        self.setCurrentIndex(self.findText(before) if before else -1)
        self.blockSignals(blocked)
        self._redress()
        self._say()

    def choose(self, value: str) -> None:
        """Choose without telling anybody; a value that is not offered is added, so that it is seen."""
        blocked = self.blockSignals(True)
        if value and self.findText(value) < 0:
            self.addItem(value)
        self.setCurrentIndex(self.findText(value) if value else -1)
        self.blockSignals(blocked)
        self._say()
        self.update()

    def sizeHint(self) -> QSize:
        widest = max((text_width(self.itemText(place), fonts.sans()) for place in range(self.count())), default=60)
        return QSize(round(widest) + (64 if self._people or self._icons else 40), self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(72, self.height())

    def event(self, event: QEvent) -> bool:
        # A letter chooses by its beginning here; it is no key of the window.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.text().strip():
            event.accept()
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Whoever scrolls past it does not mean to choose.
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        tokens, rect = canvas.tokens, QRectF(self.rect())
        enabled = self.isEnabled()
        fill = tokens.bg_selected if self.changed_mark else tokens.bg_input if enabled else tokens.bg_hover
        canvas.box(rect, 6, fill=fill, line=tokens.accent if self.changed_mark else tokens.border_control)
        canvas.icon(QRectF(rect.right() - 32, 0, 24, rect.height()), "caret-down", tokens.text_2, 16)
        room = rect.adjusted(10, 0, -34, 0)
        value = self.value
        ink = tokens.text if enabled else tokens.text_3
        if not value:
            canvas.text(room, self._hint, fonts.sans(), tokens.text_3)
        elif self._people:
            self._draw_person(canvas, room, value)
        else:
            name = self._icons.get(value)
            if name:
                canvas.icon(QRectF(10, 0, _SIDE, rect.height()), name, tokens.text_2, BUTTON_SIZE)
                room.setLeft(36)
            canvas.text(room, value, fonts.sans(), ink)
        if self.hasFocus():
            canvas.ring(rect, 6)
        painter.end()

    def _draw_person(self, canvas: Canvas, room: QRectF, name: str) -> None:
        width = min(room.width() + 4, 36 + text_width(name, fonts.sans()))
        chip = QRectF(6, room.center().y() - 12, width, 24)
        canvas.box(chip, 4, fill=canvas.tokens.bg_hover)
        parts.avatar(canvas, QRectF(chip.x() + 4, chip.y() + 3, _SIDE, _SIDE), name)
        canvas.text(QRectF(chip.x() + 28, chip.y(), chip.width() - 32, 24), name, fonts.sans(), canvas.tokens.text)

    @Slot()
    def _redress(self) -> None:
        for place in range(self.count()):
            value = self.itemText(place)
            if self._people:
                self.setItemIcon(place, QIcon(self._avatar(value)))
            elif value in self._icons:
                self.setItemIcon(place, icon(self._icons[value], self._theme.tokens.text_2))
        self.update()

    def _avatar(self, name: str) -> QPixmap:
        picture = QPixmap(QSize(2 * _SIDE, 2 * _SIDE))
        picture.setDevicePixelRatio(2)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        parts.avatar(Canvas(painter, self._theme), QRectF(0, 0, _SIDE, _SIDE), name)
        painter.end()
        return picture

    @Slot()
    def _say(self) -> None:
        self.setAccessibleName(f"{self._name}: {self.value or self._hint or 'nothing chosen'}")
