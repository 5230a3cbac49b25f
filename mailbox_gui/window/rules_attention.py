"""What the window says and asks while rules.json is not what is in force: the notice, and the review it leads to."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.models.rules_edit import RulesEditView
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.rules_notice import RulesNotice
from mailbox_gui.window.rules_review import RulesReview
from mailbox_gui.window.theme.theme import Theme


class RulesAttention(QObject):
    """`notice` has its place over the panes, `review` lies over the window. `said` is a sentence to be shown."""

    said = Signal(str)

    def __init__(self, theme: Theme, owner: OwnerActs, window: QWidget) -> None:
        super().__init__(window)
        self._edit: RulesEditView | None = None
        self.notice = RulesNotice(theme)
        self.review = RulesReview(theme, owner, window)
        self.notice.review_asked.connect(self._on_review)
        self.review.signed.connect(self._on_signed)

    def show_edit(self, view: RulesEditView | None) -> None:
        """Say that rules.json is not what is in force, or that it is again."""
        self._edit = view
        self.notice.show_edit(view)
        self.review.show_edit(view)

    @Slot()
    def _on_review(self) -> None:
        if self._edit is not None:
            self.review.open_with(self._edit)

    @Slot(int)
    def _on_signed(self, serial: int) -> None:
        self.notice.show_edit(None)
        self.said.emit(f"Signed: the rules take effect with serial {serial}")
