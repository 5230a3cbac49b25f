"""The limits that hold for every agent without its own."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.core.message.rules_draft import Place, RulesDraft, problem_of
from mailbox_gui.window.rules.card import Card
from mailbox_gui.window.rules.number_field import NumberField
from mailbox_gui.window.theme.theme import Theme

# Name in rules.json, words, unit, what is allowed, the largest, decimals.
_FIELDS = (
    ("messages_per_day", "Messages per agent", "in 24 h", "1 to 1,000,000,000", 1e9, 0),
    ("message_bytes", "Message size", "bytes", "1 to 1,048,576", 1_048_576, 0),
    ("settle_seconds", "A draft rests for", "seconds", "0 to 3,600", 3600, 3),
    ("rescan_seconds", "Full look every", "seconds", "0.01 to 86,400", 86_400, 3),
)


class LimitsCard(Card):
    """`asked` carries the name of a limit and its number."""

    asked = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Limits", "per agent unless an agent has its own", parent)
        body = QVBoxLayout()
        body.setContentsMargins(16, 16, 16, 16)
        body.setSpacing(8)
        self.fields: dict[str, NumberField] = {}
        for name, words, unit, allowed, largest, decimals in _FIELDS:
            field = NumberField(theme, words, unit, allowed, largest, decimals=decimals)
            field.edited.connect(partial(self._on_edited, name))
            self.fields[name] = field
            body.addWidget(field)
        self.column.addLayout(body)

    def show_draft(self, draft: RulesDraft, changes: frozenset[Place], problems: tuple[str, ...]) -> None:
        """Show the limits."""
        errors = 0
        for name, field in self.fields.items():
            problem = problem_of(problems, ("limits", name))
            errors += bool(problem)
            number = draft.value("limits", name)
            field.show_number(float(number), changed=("limits", name) in changes, problem=problem)
        self.mark.show_counts(sum(place[0] == "limits" for place in changes), errors)

    def _on_edited(self, name: str) -> None:
        self.asked.emit(name, self.fields[name].box.number)
