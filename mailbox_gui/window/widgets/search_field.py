"""The search field of the toolbar: a query, a key cap that says how to get here, and a cross that clears it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.query_notes import noted_terms
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.parts import key_cap, key_cap_width
from mailbox_gui.window.models.query_completion import Offer, accepted, coloured, offers
from mailbox_gui.window.searches import Searches
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.offer_list import OfferList
from mailbox_gui.window.width_class import WidthClass, width_class

_HINT = "Search, e.g. "
_EXAMPLE, _SHORT_EXAMPLE = 'from:builder kind:task "deploy"', 'from:builder "deploy"'


TYPING_MS = 250


class SearchField(QLineEdit):
    """`asked` carries the text after Return, `typed` after a pause in typing; `left` says that Esc was pressed.

    `keep_asked`: the owner wants to keep the search, or to see those that are kept. `noted` says what of it cannot be
    meant as it stands, but for the term that is being typed; empty when there is nothing to say.
    """

    asked = Signal(str)
    typed = Signal(str)
    left = Signal()
    keep_asked = Signal()
    noted = Signal(str)

    def __init__(self, theme: Theme, searches: Searches | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._searches = searches or Searches(parent=self)
        self._dressed = False
        self.note = ""
        self.setFixedHeight(32)
        self.setMaximumWidth(560)
        self.setFont(fonts.mono())
        self.setAccessibleName("Search the journal, key slash")
        self.setTextMargins(32, 0, 34, 0)
        self._clear = Button(theme, "Clear the search", icon="x-circle-fill", look=Look.FLAT, small=True, words=False)
        self._clear.setParent(self)
        self._clear.setFixedSize(24, 24)
        self._clear.hide()
        self._clear.clicked.connect(self._on_clear)
        self.textChanged.connect(self._on_text)
        self.returnPressed.connect(self._on_return)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._on_pause)
        self.textEdited.connect(self._on_edited)
        self._menu = Button(theme, "Kept searches", icon="magnifying-glass", look=Look.FLAT, small=True, words=False)
        self._menu.setParent(self)
        self._menu.setGeometry(5, 4, 28, 24)
        self._menu.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._menu.clicked.connect(self._on_menu)
        self._offers = OfferList(theme, self)
        self._offers.taken.connect(self._take)
        self.textChanged.connect(self._colour)
        self.cursorPositionChanged.connect(self._on_cursor)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self._colour()
        self.update()

    @property
    def offers(self) -> OfferList:
        """The list under the field."""
        return self._offers

    def setText(self, text: str | None, /) -> None:
        # What was offered was for another text.
        self._offers.hide()
        super().setText(text)

    def begin_word(self) -> None:
        """Stand behind what is there, ready for one more word."""
        if self.text() and not self.text().endswith(" "):
            self.setText(f"{self.text()} ")
        self.end(False)

    def event(self, event: QEvent) -> bool:
        # Tab is a key of the list while it is open; elsewhere it leads on.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab:
            found = self._offers.offers if self._offers.isVisible() else ()
            if found and self.text().strip():
                self._take(self._offers.chosen() or found[0])
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = self._offers.chosen()
        match event.key():
            case Qt.Key.Key_Escape if self._offers.isVisible():
                self._offers.hide()
            case Qt.Key.Key_Escape:
                # The first Esc leaves the field, a second one (field focused again, or empty list) clears it.
                self.left.emit()
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                if not self._offers.isVisible():
                    self._offer()
                self._offers.step(1 if event.key() == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if chosen is not None:
                self._take(chosen)
            case _:
                super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._colour()
        self._on_text(self.text())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._offers.hide()
        self._colour()
        self._on_text(self.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_text(self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect = QRectF(self.rect())
        tokens = canvas.tokens
        key = self._key()
        if key:
            key_cap(canvas, rect.right() - 8 - key_cap_width(key), rect.center().y(), key)
        if not self.text() and not self.hasFocus():
            room = rect.adjusted(35, 0, -34, 0)
            used = canvas.text(room, _HINT, fonts.sans(), tokens.text_3)
            example = _EXAMPLE if width_class(self.window().width()) is not WidthClass.NARROW else _SHORT_EXAMPLE
            canvas.text(room.adjusted(used + 1, 0, 0, 0), example, fonts.mono(), tokens.text_3)
        painter.end()

    def _key(self) -> str:
        return "Esc" if self.hasFocus() else "/"

    @Slot(str)
    def _on_text(self, text: str) -> None:
        taken = round(key_cap_width(self._key())) + 14
        self._clear.setVisible(bool(text))
        self._clear.move(self.width() - taken - 26, 4)
        self.setTextMargins(32, 0, taken + (28 if text else 0), 0)
        self.update()

    @Slot()
    def _on_clear(self) -> None:
        self.clear()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.asked.emit("")

    @Slot()
    def _on_return(self) -> None:
        self._typing.stop()
        self._offers.hide()
        self.asked.emit(self.text())

    @Slot()
    def _on_edited(self) -> None:
        self._typing.start()
        self._offer(typed=True)

    # what is offered

    def _offer(self, *, typed: bool = False) -> None:
        # While somebody types an empty field is an empty field; an arrow key asks what there is.
        wanted = bool(self.text().strip()) or not typed
        found = (
            offers(self.text(), self.cursorPosition(), self._searches.names, self._searches.every()) if wanted else ()
        )
        self._offers.show_offers(found)

    @Slot(object)
    def _take(self, offer: Offer) -> None:
        text, cursor = accepted(self.text(), offer)
        self.setText(text)
        self.setCursorPosition(cursor)
        self._offers.hide()
        if offer.whole:
            self._on_return()
        elif offer.text.endswith(":"):
            self._offer()
        else:
            self._typing.start()

    # how it looks

    @Slot()
    def _on_cursor(self) -> None:
        self._colour()

    @Slot()
    def _colour(self) -> None:
        """Values in the colour of links, a wave under what cannot be meant as it stands; not where one still types."""
        if QApplication.inputMethod().isAnimating():
            return
        cursor, tokens, text = self.cursorPosition(), self._theme.tokens, self.text()
        made, said = [], []
        for start, length in coloured(text):
            value = QTextCharFormat()
            value.setForeground(QColor(tokens.accent_text))
            made.append((start, length, value))
        for note in noted_terms(text, (*self._searches.names, "owner")) if self._searches.names else ():
            if not (self.hasFocus() and note.start <= cursor <= note.end):
                wave = QTextCharFormat()
                wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                wave.setUnderlineColor(QColor(tokens.bad))
                made.append((note.start, note.end - note.start, wave))
                said.append(note.sentence)
        sentence = visible("; ".join(dict.fromkeys(said)))
        if sentence != self.note:
            self.note = sentence
            self.noted.emit(sentence)
        kind = QInputMethodEvent.AttributeType.TextFormat
        attributes = [QInputMethodEvent.Attribute(kind, at - cursor, length, form) for at, length, form in made]
        if attributes or self._dressed:
            # A line edit takes formats of its text as an input method sends them, and in no other way.
            self._dressed = bool(attributes)
            self.blockSignals(True)
            QApplication.sendEvent(self, QInputMethodEvent("", attributes))
            self.blockSignals(False)

    # the kept searches

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.addSeparator()
        self._add_kept(menu)
        menu.exec(event.globalPos())
        menu.deleteLater()

    @Slot()
    def _on_menu(self) -> None:
        menu = self.kept_menu()
        menu.exec(self.mapToGlobal(QPoint(0, self.height() + 4)))
        menu.deleteLater()

    def kept_menu(self) -> QMenu:
        """The kept searches, and how to keep this one."""
        menu = QMenu(self)
        self._add_kept(menu)
        return menu

    def _add_kept(self, menu: QMenu) -> None:
        for name, query in self._searches.every().items():
            action = menu.addAction(visible(name).replace("&", "&&"))
            action.setData(query)
            action.triggered.connect(self._on_kept)
        if self._searches.every():
            menu.addSeparator()
        menu.addAction("Keep this search…" if self.text().strip() else "Kept searches…", self.keep_asked.emit)

    @Slot()
    def _on_kept(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.setText(str(action.data()))
            self._on_return()

    @Slot()
    def _on_pause(self) -> None:
        self.typed.emit(self.text())
