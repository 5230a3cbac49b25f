"""Over the panes while rules.json on the disk is not what is in force: what it is about, and the way to review it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.window.models.rules_edit import RulesEditView
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.buttons import Button

HOLDS = "The last rules that you signed stay in force."


class RulesNotice(QWidget):
    """`review_asked` opens the overlay. Hidden while there is nothing to review."""

    review_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self.banner = Banner(theme, "hold")
        self.review = Button(theme, "Review…", icon="scales", small=True)
        self.review.clicked.connect(self.review_asked)
        self.banner.add_button(self.review)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.addWidget(self.banner)
        self.hide()

    def show_edit(self, view: RulesEditView | None) -> None:
        """Come and go with the edit."""
        self.setVisible(view is not None)
        if view is None:
            return
        count = len(view.changes)
        lines = f"{count} change{'' if count == 1 else 's'} not signed by you. " if view.signable else ""
        self.banner.say(view.headline, f"{lines}{HOLDS}", tone="hold" if view.signable else "bad")
