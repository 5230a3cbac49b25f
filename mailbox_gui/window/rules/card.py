"""A part of the rules: a head with title, words and what is changed in it, and a body."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.rules.change_label import ChangeLabel
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import ElidedLabel, label


class Card(QFrame):
    """Put widgets into `column`."""

    def __init__(self, theme: Theme, title: str, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Card")
        self.setAccessibleName(title)
        head = QFrame()
        head.setObjectName("CardHead")
        head.setFixedHeight(40)
        self.words = ElidedLabel(words, fonts.sans(fonts.SECONDARY), "2")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.mark = ChangeLabel(theme)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 0, 8, 0)
        row.setSpacing(12)
        row.addWidget(label(title, fonts.sans(fonts.BASE, fonts.SEMIBOLD)))
        row.addWidget(self.words, 1)
        row.addWidget(self.mark)
        self.column = QVBoxLayout()
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.setSpacing(0)
        outer.addWidget(head)
        outer.addLayout(self.column)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
