"""Where the body is written: plain text in one type, Markdown coloured, marks put around what is selected."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPalette, QTextBlockFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget

from mailbox_gui.window.compose.markdown_colours import MarkdownColours
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

_LINE = 20
# A message holds a sixteenth of it by default; more would hold up the window while it is laid out.
LARGEST_PASTE = 262_144
TOO_LARGE = "That is too much to paste: a text this long belongs into a file, and its path into the message"


class BodyEditor(QTextEdit):
    """`sent` is Ctrl+Return, `left` Esc; `refused` carries why something was not pasted."""

    sent = Signal()
    left = Signal()
    refused = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("BodyEditor")
        self.setAcceptRichText(False)
        self.setFont(fonts.mono(fonts.SECONDARY))
        self.document().setDefaultFont(fonts.mono(fonts.SECONDARY))
        self.document().setDocumentMargin(0)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setViewportMargins(24, 12, 24, 0)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Text of the message, Markdown")
        self.setPlaceholderText("What do you have to say?")
        self._colours = MarkdownColours(self.document(), theme.tokens)
        theme.changed.connect(self._redress)
        self._redress()
        self.show_text("")

    def show_text(self, text: str) -> None:
        """Begin with another text; the way back begins anew."""
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        form = QTextBlockFormat()
        form.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setBlockFormat(form)
        self.document().clearUndoRedoStacks()
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.blockSignals(blocked)

    def surround(self, before: str, after: str) -> None:
        """Put marks around what is selected, or around the place where it goes on."""
        cursor = self.textCursor()
        chosen = cursor.selectedText().replace("\u2029", "\n")
        cursor.insertText(f"{before}{chosen}{after}")
        if not chosen:
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.MoveAnchor, len(after))
        self.setTextCursor(cursor)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def begin_lines(self, marks: str) -> None:
        """Put marks at the beginning of every selected line; `1. ` counts."""
        cursor = self.textCursor()
        document = self.document()
        block, last = document.findBlock(cursor.selectionStart()), document.findBlock(cursor.selectionEnd())
        cursor.beginEditBlock()
        number = 1
        while block.isValid():
            place = QTextCursor(block)
            place.insertText(f"{number}. " if marks == "1. " else marks)
            number += 1
            if block == last:
                break
            block = block.next()
        cursor.endEditBlock()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and len(source.text()) > LARGEST_PASTE:
            self.refused.emit(TOO_LARGE)
            return
        super().insertFromMimeData(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif control and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.sent.emit()
        elif control and event.key() == Qt.Key.Key_B:
            self.surround("**", "**")
        elif control and event.key() == Qt.Key.Key_I:
            self.surround("*", "*")
        else:
            super().keyPressEvent(event)

    @Slot()
    def _redress(self) -> None:
        tokens = self._theme.tokens
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.Text, QColor(tokens.text))
        colours.setColor(QPalette.ColorRole.PlaceholderText, QColor(tokens.text_3))
        self.setPalette(colours)
        self._colours.take(tokens)
