"""Shows a message body: Markdown without HTML, no picture or file ever loaded, links asked about and never followed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.models.exact_text import exact_text
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.code_colours import colour_code
from mailbox_gui.window.widgets.markdown import FEATURES, INDENT, dress
from mailbox_gui.window.widgets.markdown_budget import too_intricate
from mailbox_gui.window.widgets.markdown_marks import Marks, marks_of

LONGEST = 262_144  # characters; the relay's limit on a message is far below, this guards against a changed rule
PLAIN = "Shown as plain text: it has too many parts to be laid out at once."
_UNKNOWN = QTextDocument.ResourceType.UnknownResource


class Reader(QTextBrowser):
    """A read-only view of foreign text. `link_asked` carries the address of a link that was clicked."""

    link_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._body = ""
        self._exact = False
        self._marks: Marks | None = None
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Message body")
        self.document().setDefaultFont(fonts.sans(fonts.BODY))
        self.document().setIndentWidth(INDENT)
        self.set_margins(24, 16)
        self.anchorClicked.connect(self._on_link)
        self.highlighted.connect(self._on_highlighted)
        theme.changed.connect(self._redress)

    def set_margins(self, across: int, down: int, right: int | None = None) -> None:
        """The distance between the edge and the text; `right` where that edge is another one."""
        self.setViewportMargins(across, down, across if right is None else right, 0)

    def body(self) -> str:
        """The text that is shown, as it came."""
        return self._body

    def show_body(self, body: str) -> None:
        """Show another message from its first line. Control and bidi characters are made visible first."""
        self._body = body
        self._exact = False
        self._render()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def show_exact(self, text: str) -> None:
        """Show a text to the letter, nothing of it interpreted and everything that is not seen made visible."""
        self._body = text
        self._exact = True
        self._render()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def loadResource(self, _kind: int, _name: QUrl | str) -> QImage:
        """Never file or net: a 1x1 picture for whatever is asked (None would make Qt ask again at each layout)."""
        return QImage(1, 1, QImage.Format.Format_ARGB32)

    def setSource(self, _name: QUrl | str, _kind: QTextDocument.ResourceType = _UNKNOWN) -> None:
        """A document is never opened by its address."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._marks != Marks():
            self._marks = None
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._marks is None:
            self._marks = marks_of(self.document())
        painter = QPainter(self.viewport())
        self._marks.paint(
            Canvas(painter, self._theme), float(self.verticalScrollBar().value()), QRectF(self.viewport().rect())
        )
        painter.end()
        super().paintEvent(event)

    def _render(self) -> None:
        document = self.document()
        document.setDocumentMargin(0)
        if self._exact:
            self._marks = Marks()
            document.setPlainText(exact_text(self._body[:LONGEST]))
            letters = QTextCharFormat()
            letters.setFont(fonts.mono())
            cursor = QTextCursor(document)
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.setCharFormat(letters)
            self.viewport().update()
            return
        text = visible(self._body[:LONGEST], keep_newlines=True)
        if too_intricate(text):
            self._show_plain(text)
        else:
            document.setMarkdown(text, FEATURES)
            dress(document, self._theme.tokens)
            colour_code(document, self._theme.tokens)
            self._marks = None
        self.viewport().update()

    def _show_plain(self, text: str) -> None:
        """The text to the letter, with a line over it that says why it is not laid out."""
        self._marks = Marks()
        self.document().setPlainText(text)
        cursor = QTextCursor(self.document())
        said = QTextCharFormat()
        said.setFont(fonts.sans(fonts.SECONDARY))
        said.setForeground(QColor(self._theme.tokens.text_3))
        cursor.insertText(PLAIN, said)
        cursor.insertBlock()

    @Slot()
    def _redress(self) -> None:
        place = self.verticalScrollBar().value()
        self._render()
        self.verticalScrollBar().setValue(place)

    @Slot(QUrl)
    def _on_link(self, address: QUrl) -> None:
        self.link_asked.emit(address.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    @Slot(QUrl)
    def _on_highlighted(self, address: QUrl) -> None:
        shown = address.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        self.viewport().setToolTip(plain_tooltip(visible(shown)))
