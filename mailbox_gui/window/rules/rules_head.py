"""The head of the rules: how much is changed and wrong, and the buttons that show, take back and save it."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.rules.change_label import ChangeLabel
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.width_class import WidthClass


class RulesHead(QFrame):
    """Ask its buttons."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PaneHeader")
        self.setFixedHeight(48)
        self.mark = ChangeLabel(theme)
        self.file = label("rules.json", fonts.mono(), "2")
        self.lines = Button(theme, "Show changes", icon="git-diff", look=Look.FLAT)
        self.revert = Button(theme, "Revert")
        self.save = Button(theme, "Save and sign", icon="floppy-disk", key="Ctrl S", look=Look.PRIMARY)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(12)
        row.addWidget(label("Rules", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
        row.addWidget(self.mark)
        row.addStretch(1)
        for widget in (self.file, self.lines, self.revert, self.save):
            row.addWidget(widget)

    def set_width_class(self, width: WidthClass) -> None:
        """Fewer words where there is little room."""
        narrow = width is WidthClass.NARROW
        self.lines.set_compact(narrow)
        self.file.setVisible(not narrow)

    def show_state(self, changes: int, errors: int, *, dirty: bool, savable: bool, why: str) -> None:
        """`dirty`: something is not in the file yet; `why` it cannot be saved."""
        self.mark.show_counts(changes, errors, after=", not saved" if dirty else ", not signed")
        self.lines.setEnabled(bool(changes))
        self.revert.setEnabled(dirty)
        self.save.setEnabled(savable)
        self.save.setToolTip(why)
        self.save.setAccessibleName("Save and sign, key Ctrl S" + (f"; {why}" if why else ""))
