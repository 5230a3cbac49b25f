"""Over the body: marks of Markdown at a click, and the switch between writing and how it will be read."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.compose.body_editor import BodyEditor
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.segments import Segments

WRITE, PREVIEW = "Write", "Preview"


class WritingBar(QFrame):
    """`switched` says that the other of the two is wanted."""

    switched = Signal()

    def __init__(self, theme: Theme, editor: BodyEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("WritingBar")
        self.setFixedHeight(40)
        self._editor = editor
        self._buttons = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 0, 20, 0)
        row.setSpacing(2)
        for name, icon in (
            ("Bold (Ctrl+B)", "text-bolder"),
            ("Italic (Ctrl+I)", "text-italic"),
            ("Heading", "text-h"),
            ("List", "list-bullets"),
            ("Numbered list", "list-numbers"),
            ("Code", "code"),
            ("Link", "link-simple"),
        ):
            button = Button(theme, name, icon=icon, look=Look.FLAT, small=True, words=False)
            button.clicked.connect(self._on_button)
            self._buttons[button] = icon
            row.addWidget(button)
        row.addStretch(1)
        self.mode = Segments(theme, "Body", (WRITE, PREVIEW), small=True)
        row.addWidget(self.mode)
        self.mode.chosen.connect(self.switched)

    @property
    def previews(self) -> bool:
        """Whether the body is to be shown as it will be read."""
        return self.mode.value == PREVIEW

    def show_write(self) -> None:
        """Back to writing."""
        self.mode.choose(WRITE)

    def set_writing(self, *, writing: bool) -> None:
        """Marks are put only while writing."""
        for button in self._buttons:
            button.setEnabled(writing)

    @Slot()
    def _on_button(self) -> None:
        editor = self._editor
        match next((icon for button, icon in self._buttons.items() if button is self.sender()), ""):
            case "text-bolder":
                editor.surround("**", "**")
            case "text-italic":
                editor.surround("*", "*")
            case "text-h":
                editor.begin_lines("## ")
            case "list-bullets":
                editor.begin_lines("- ")
            case "list-numbers":
                editor.begin_lines("1. ")
            case "code":
                block = "\u2029" in editor.textCursor().selectedText()
                editor.surround(*(("```\n", "\n```") if block else ("`", "`")))
            case _:
                editor.surround("[", "](https://)")
