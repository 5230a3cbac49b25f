"""The cards of the rules and what lies above them, laid out; what they do is the pane's."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QScrollArea, QVBoxLayout, QWidget

from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.rules.agents_card import AgentsCard
from mailbox_gui.window.rules.card import Card
from mailbox_gui.window.rules.dry_run_card import DryRunCard
from mailbox_gui.window.rules.duties_card import DutiesCard
from mailbox_gui.window.rules.limits_card import LimitsCard
from mailbox_gui.window.rules.routes_card import RoutesCard
from mailbox_gui.window.rules.rules_head import RulesHead
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import wrapping_label
from mailbox_gui.window.widgets.unlock_row import UnlockRow


class RulesForm(Pane):
    """The widgets of the rules, in two columns or one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = RulesHead(theme)
        self.banner = Banner(theme, "hold")
        self.reload = Button(theme, "Reload", icon="arrow-clockwise")
        self.keep = Button(theme, "Keep mine", look=Look.PRIMARY)
        self.trouble = wrapping_label("", fonts.sans(), "bad")
        self.unlock = UnlockRow(theme, "it signs the rules")
        self.lines = Card(theme, "Changes", "what your signature puts in force")
        self.line_words = wrapping_label("", fonts.sans())
        self.routes, self.limits = RoutesCard(theme), LimitsCard(theme)
        self.duties, self.agents = DutiesCard(theme), AgentsCard(theme)
        self.dry_run = DryRunCard(theme)
        self._lay_out()

    def _lay_out(self) -> None:
        self.banner.add_button(self.reload)
        self.banner.add_button(self.keep)
        self.line_words.setContentsMargins(16, 8, 16, 12)
        self.lines.column.addWidget(self.line_words)
        self.form = QWidget()
        self.form.setObjectName("Surface")
        self._grid = QGridLayout(self.form)
        self._grid.setContentsMargins(16, 16, 16, 16)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(16)
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for column, cards in ((self._left, (self.routes, self.limits)), (self._right, (self.duties, self.agents))):
            column.setSpacing(16)
            for card in cards:
                column.addWidget(card)
            column.addStretch(1)
        self.place(two=True)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self.form)
        above = QVBoxLayout()
        above.setContentsMargins(16, 0, 16, 0)
        above.setSpacing(8)
        parts: tuple[QWidget, ...] = (self.banner, self.trouble, self.unlock)
        for widget in parts:
            above.addWidget(widget)
            widget.hide()
        self.lines.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(8)
        outer.addWidget(self.head)
        outer.addLayout(above)
        outer.addWidget(self._scroll, 1)
        outer.setSpacing(0)

    def place(self, *, two: bool) -> None:
        """The cards in two columns or in one."""
        while self._grid.takeAt(0) is not None:
            pass
        self._grid.addWidget(self.lines, 0, 0, 1, 2 if two else 1)
        self._grid.addLayout(self._left, 1, 0)
        self._grid.addLayout(self._right, 1 if two else 2, 1 if two else 0)
        self._grid.addWidget(self.dry_run, 3, 0, 1, 2 if two else 1)
        self._grid.setColumnStretch(0, 9)
        self._grid.setColumnStretch(1, 8 if two else 0)
        self._grid.setRowStretch(4, 1)
