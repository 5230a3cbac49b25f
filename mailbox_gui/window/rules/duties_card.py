"""What each kind of message obliges its recipient to, and when that becomes overdue."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QWidget

from mailbox_gui.core.message.rules_draft import Place, RulesDraft, problem_of
from mailbox_gui.window.moments import age
from mailbox_gui.window.rules.card import Card
from mailbox_gui.window.rules.change_label import WARNING, ChangeLabel, Pencil, must_be
from mailbox_gui.window.rules.number_box import NumberBox
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.choice_box import ChoiceBox
from mailbox_gui.window.widgets.glyph import Glyph
from mailbox_gui.window.widgets.labels import label

KINDS = ("task", "request", "question", "reply", "report", "workaround", "escalation")
HOURS = ("reply", "report", "decision", "workaround")
NOTHING = "nothing"
_MOST_HOURS = 87_600


class DutiesCard(Card):
    """`duty_asked` carries a kind and `reply`, `report` or None; `hours_asked` what is owed and its hours."""

    duty_asked = Signal(str, object)
    hours_asked = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Kinds and obligations", "what is owed for a message", parent)
        self.choices: dict[str, ChoiceBox] = {}
        self.boxes: dict[str, NumberBox] = {}
        self.pencils: dict[Place, Pencil] = {}
        self._dues = {kind: label("", fonts.sans(), "2") for kind in KINDS}
        grid = QGridLayout()
        grid.setContentsMargins(16, 8, 16, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(4, 1)
        for column, words in ((0, "Kind"), (2, "Opens a debt of"), (4, "Due after")):
            head = label(words, fonts.sans(fonts.SECONDARY), "2")
            head.setFixedHeight(20)
            grid.addWidget(head, 0, column, 1, 2 if column == 0 else 1)
        for row, kind in enumerate(KINDS, 1):
            choice = ChoiceBox(theme, f"A {kind} opens a debt of", small=True)
            choice.offer((NOTHING, "reply", "report"))
            choice.setFixedWidth(120)
            choice.activated.connect(partial(self._on_duty, kind))
            self.choices[kind] = choice
            name = label(kind, fonts.sans(fonts.BASE, fonts.MEDIUM))
            name.setMinimumWidth(84)
            pencil = self.pencils[("obligations", kind)] = Pencil(theme)
            glyph = Glyph(theme, kind_icon(kind), 16, "2")
            cells: tuple[QWidget, ...] = (glyph, name, choice, pencil, self._dues[kind])
            for column, cell in enumerate(cells):
                grid.addWidget(cell, row, column)
        self.column.addLayout(grid)
        rule = QFrame()
        rule.setObjectName("HorizontalRule")
        self.column.addWidget(rule)
        self.column.addLayout(self._hours(theme))
        self.wrong = ChangeLabel(theme)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 0, 16, 8)
        foot.addWidget(self.wrong)
        foot.addStretch(1)
        self.column.addLayout(foot)

    def _hours(self, theme: Theme) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(16, 8, 16, 8)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, 80)
        grid.setColumnStretch(8, 1)
        head = label("Overdue after", fonts.sans(fonts.SECONDARY), "2")
        grid.addWidget(head, 0, 0, 1, 4)
        for place, owed in enumerate(HOURS):
            said = f"Hours until a {owed} is overdue, 0 to 87,600"
            box = self.boxes[owed] = NumberBox(theme, said, _MOST_HOURS, decimals=2)
            box.setFixedWidth(76)
            box.valueChanged.connect(partial(self._on_hours, owed))
            pencil = self.pencils[("overdue_hours", owed)] = Pencil(theme)
            row, column = 1 + place // 2, 4 * (place % 2)
            cells: tuple[QWidget, ...] = (
                label(owed, fonts.sans()), box, label("h", fonts.sans(fonts.SECONDARY), "2"), pencil,
            )  # fmt: skip
            for offset, cell in enumerate(cells):
                grid.addWidget(cell, row, column + offset)
        return grid

    def show_draft(self, draft: RulesDraft, changes: frozenset[Place], problems: tuple[str, ...]) -> None:
        """Show what is owed, and for how long."""
        for kind, choice in self.choices.items():
            owed = draft.value("obligations", kind)
            choice.choose(str(owed) if owed else NOTHING)
            choice.changed_mark = ("obligations", kind) in changes
            choice.update()
            hours = draft.value("overdue_hours", str(owed)) if owed else None
            self._dues[kind].setText(age(timedelta(hours=float(hours))) if hours is not None else "no debt")
        wrong: list[tuple[str, str, bool]] = []
        for owed, box in self.boxes.items():
            problem = problem_of(problems, ("overdue_hours", owed))
            box.show_number(float(draft.value("overdue_hours", owed)))
            box.show_state(changed=("overdue_hours", owed) in changes, wrong=bool(problem))
            if problem:
                wrong.append((WARNING, f"{owed}: {must_be(problem)}", True))
        for place, pencil in self.pencils.items():
            pencil.show_changed(changed=place in changes)
        self.wrong.show_parts(wrong[:1])
        mine = sum(place[0] in ("obligations", "overdue_hours") for place in changes)
        self.mark.show_counts(mine, len(wrong))

    def _on_duty(self, kind: str, _place: int) -> None:
        value = self.choices[kind].value
        self.duty_asked.emit(kind, None if value == NOTHING else value)

    def _on_hours(self, owed: str, _hours: float) -> None:
        self.hours_asked.emit(owed, self.boxes[owed].number)
