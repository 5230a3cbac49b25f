"""All keys by group, drawn from the commands that the keys are bound to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from mailbox_gui.window.command_groups import CommandGroup, keys_by_name
from mailbox_gui.window.overlays.overlay import Overlay
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.chips import KeyCap
from mailbox_gui.window.widgets.labels import ElidedLabel, label, wrapping_label

_COLUMN = 280
_HINT = (
    "Single letters work while no text field has the focus, on a Russian layout too: the same keys of the keyboard. "
    "Ctrl+K finds every action by its name."
)


class KeySheet(Overlay):
    """Opened with the groups as they are at that moment."""

    widest = 984
    click_closes = True

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "Keys", parent)
        self._groups: tuple[CommandGroup, ...] = ()
        self._drawn = 0
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.area.setAccessibleName("Keys by group")
        self.close_button = Button(theme, "Close", key="Esc", look=Look.FLAT)
        self.close_button.clicked.connect(self.leave)
        head = QHBoxLayout()
        head.addWidget(label("Keys", fonts.sans(fonts.TOPIC, fonts.SEMIBOLD)))
        head.addStretch(1)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(24, 16, 12, 16)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(wrapping_label(_HINT, fonts.sans(fonts.SECONDARY), "2"))
        column.addSpacing(4)
        column.addWidget(self.area, 1)

    @property
    def lines(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """What is listed: group, action, keys."""
        return [(group.title, name, keys) for group in self._groups for name, keys in keys_by_name(group.commands)]

    def open_with(self, groups: Sequence[CommandGroup]) -> None:
        """Show these groups."""
        self._groups = tuple(group for group in groups if keys_by_name(group.commands))
        self._drawn = 0
        self.open_it()

    def first_focus(self) -> QWidget:
        return self.area

    def place(self) -> None:
        columns = max(1, min(3, (self.width_here() - 36) // _COLUMN))
        if columns != self._drawn:
            self._drawn = columns
            self.area.setWidget(self._draw(columns))
        super().place()

    def wanted_height(self) -> int:
        inside = self.area.widget()
        return 116 + (inside.sizeHint().height() if inside is not None else 0)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.text() == "?":
            # Its own key comes here and not to the window behind.
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?":
            self.leave()
            return
        super().keyPressEvent(event)

    def _draw(self, columns: int) -> QWidget:
        body = QWidget()
        body.setObjectName("Surface")
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 12, 0)
        row.setSpacing(32)
        for groups in _spread(self._groups, columns):
            column = QVBoxLayout()
            column.setSpacing(0)
            for group in groups:
                column.addWidget(label(group.title, fonts.sans(fonts.BASE, fonts.SEMIBOLD)))
                column.addSpacing(4)
                for name, keys in keys_by_name(group.commands):
                    column.addWidget(_Line(self.theme, name, keys))
                column.addSpacing(16)
            column.addStretch(1)
            row.addLayout(column, 1)
        return body


class _Line(QWidget):
    """An action and its keys."""

    def __init__(self, theme: Theme, name: str, keys: Sequence[str]) -> None:
        super().__init__()
        self.setFixedHeight(26)
        self.setAccessibleName(f"{name}: {spoken_keys(keys)}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(ElidedLabel(name, fonts.sans(), "2"), 1)
        for place, sequence in enumerate(keys):
            if place:
                row.addWidget(label("or", fonts.sans(fonts.CAPTION), "3"))
            for step, stroke in enumerate(sequence.split(", ")):
                if step:
                    row.addWidget(label("then", fonts.sans(fonts.CAPTION), "3"))
                row.addWidget(KeyCap(theme, stroke))


def spoken_keys(keys: Sequence[str]) -> str:
    """`G then Q`, `U or Ctrl+Z`."""
    return " or ".join(sequence.replace(", ", " then ") for sequence in keys)


def _spread(groups: Sequence[CommandGroup], columns: int) -> list[list[CommandGroup]]:
    """The groups in their order over so many columns, each as full as the others as far as the order allows."""
    heights = [len(keys_by_name(group.commands)) * 26 + 40 for group in groups]
    made: list[list[CommandGroup]] = [[] for _ in range(columns)]
    best = _lowest(heights, columns)
    place, used = 0, 0
    for group, height in zip(groups, heights, strict=True):
        if used and used + height > best and place < columns - 1:
            place, used = place + 1, 0
        made[place].append(group)
        used += height
    return made


def _lowest(heights: Sequence[int], columns: int) -> int:
    """The lowest height of columns into which these fit in order."""
    for limit in sorted({sum(heights[start:end]) for start in range(len(heights)) for end in range(start + 1, 99)}):
        used, count = 0, 1
        for height in heights:
            if height > limit:
                count = columns + 1
            if used and used + height > limit:
                used, count = 0, count + 1
            used += height
        if count <= columns:
            return limit
    return sum(heights)
