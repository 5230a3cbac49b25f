"""A limit with its name, its unit, what is allowed, a pencil where it is changed, and what is wrong below it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from mailbox_gui.window.rules.change_label import WARNING, ChangeLabel, Pencil, must_be
from mailbox_gui.window.rules.number_box import NumberBox
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import label


class NumberField(QWidget):
    """`edited` says that the number is another one."""

    edited = Signal()

    def __init__(
        self, theme: Theme, name: str, unit: str, allowed: str, largest: float, *, decimals: int = 0,
        wide: int = 144, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.box = NumberBox(theme, f"{name}, {unit}, {allowed}", largest, decimals=decimals)
        self.box.setFixedWidth(96)
        self._name = f"{name}, {unit}, {allowed}"
        self.pencil = Pencil(theme)
        self.wrong = ChangeLabel(theme)
        self.wrong.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.setColumnMinimumWidth(0, wide - 8)
        grid.setColumnStretch(4, 1)
        grid.addWidget(label(name, fonts.sans()), 0, 0)
        grid.addWidget(self.box, 0, 1)
        grid.addWidget(label(unit, fonts.sans(fonts.SECONDARY), "2"), 0, 2)
        grid.addWidget(self.pencil, 0, 3)
        grid.addWidget(label(allowed, fonts.sans(fonts.SECONDARY), "2"), 0, 4, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.wrong, 1, 1, 1, 4)
        self.box.valueChanged.connect(self._on_value)

    def show_number(self, number: float, *, changed: bool, problem: str) -> None:
        """Show what the rules say of it."""
        self.box.show_number(number)
        self.box.show_state(changed=changed, wrong=bool(problem))
        self.box.setAccessibleName(self._name + (f"; wrong: {problem}" if problem else ""))
        self.pencil.show_changed(changed=changed)
        self.wrong.show_parts([(WARNING, must_be(problem), True)] if problem else [])

    @Slot()
    def _on_value(self) -> None:
        self.edited.emit()
