"""What is wrong with the machine or the post office, over every pane; it goes away when its cause does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.relay.state import Problem
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner

_MOST = 3


class ProblemBar(QWidget):
    """One banner per problem, three at most; the last says how many more there are."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self._shown: tuple[Problem, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(8)
        self._banners = [Banner(theme, "hold") for _ in range(_MOST)]
        for banner in self._banners:
            column.addWidget(banner)
            banner.hide()
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems and no others."""
        if tuple(problems) == self._shown:
            return
        self._shown = tuple(problems)
        self.setVisible(bool(problems))
        more = len(problems) - _MOST
        for place, banner in enumerate(self._banners):
            banner.setVisible(place < len(problems))
            if place < len(problems):
                problem = problems[place]
                last = place == _MOST - 1 and more > 0
                advice = f"What to do: {visible(problem.advice)}" if problem.advice else ""
                text = visible(problem.text)
                others = f"and {more} more" if last else ""
                banner.say(text[:1].upper() + text[1:], advice, others, "hold")
