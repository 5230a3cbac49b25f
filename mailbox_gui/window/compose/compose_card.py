"""The card over the window in which a message is written: fields, body and preview, checks, buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mailbox_gui.window.compose.body_editor import BodyEditor
from mailbox_gui.window.compose.check_list import CheckList, CheckStrip
from mailbox_gui.window.compose.letter_fields import LetterFields
from mailbox_gui.window.compose.writing_bar import WritingBar
from mailbox_gui.window.models.letter_view import CheckLine
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label, wrapping_label
from mailbox_gui.window.widgets.reader import Reader
from mailbox_gui.window.widgets.unlock_row import UnlockRow

CHECKS_WIDTH = 264


class ComposeCard(QFrame):
    """Lays out what the overlay works with."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Dialog")
        self.title = label("New message", fonts.sans(fonts.TITLE, fonts.SEMIBOLD))
        self.saved = label("", fonts.sans(fonts.SECONDARY), "2")
        self.drafts = Button(theme, "Drafts", icon="caret-down-bold", look=Look.FLAT, small=True)
        self.close_button = Button(theme, "Close, the draft is kept", icon="x", look=Look.FLAT, words=False)
        self.fields = LetterFields(theme)
        self.editor = BodyEditor(theme)
        self.preview = Reader(theme)
        self.preview.setAccessibleName("Preview of the message")
        self.preview.set_margins(24, 12)
        self.bar = WritingBar(theme, self.editor)
        self.body = QStackedWidget()
        self.body.addWidget(self.editor)
        self.body.addWidget(self.preview)
        self.checks = CheckList(theme)
        self.checks.setFixedWidth(CHECKS_WIDTH)
        self.strip = CheckStrip(theme)
        self.said = wrapping_label("", fonts.sans(), "bad")
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.unlock = UnlockRow(theme, "it signs the message", cancel=True)
        self.send = Button(theme, "Send", icon="paper-plane-tilt-fill", key="Ctrl Enter", look=Look.PRIMARY)
        self.save = Button(theme, "Save draft")
        self.signer = label("signed by your owner key", fonts.sans(fonts.SECONDARY), "2")
        self.discard = Button(theme, "Discard\N{HORIZONTAL ELLIPSIS}", icon="trash", look=Look.FLAT_DANGER)
        self.sure = label("Throw this draft away?", fonts.sans())
        self.keep = Button(theme, "Keep it", key="Esc", look=Look.FLAT)
        self.throw = Button(theme, "Throw away", icon="trash", look=Look.DANGER)
        self._compact = False
        self._lay_out()
        self.strip.toggled.connect(self._on_strip)
        for widget in (self.said, self.unlock, self.strip, self.sure, self.keep, self.throw):
            widget.hide()

    def _lay_out(self) -> None:
        head = QFrame()
        head.setObjectName("DialogHead")
        head.setFixedHeight(48)
        row = QHBoxLayout(head)
        row.setContentsMargins(24, 0, 10, 0)
        row.setSpacing(12)
        row.addWidget(self.title)
        row.addWidget(self.saved)
        row.addStretch(1)
        row.addWidget(self.drafts)
        row.addWidget(self.close_button)
        writing = QVBoxLayout()
        writing.setContentsMargins(0, 0, 0, 0)
        writing.setSpacing(0)
        writing.addWidget(self.fields)
        writing.addWidget(self.bar)
        writing.addWidget(self.body, 1)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addLayout(writing, 1)
        middle.addWidget(self.checks)
        foot = QFrame()
        foot.setObjectName("DialogFoot")
        self._foot = QVBoxLayout(foot)
        self._foot.setContentsMargins(24, 15, 24, 16)
        self._foot.setSpacing(10)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        left: tuple[QWidget, ...] = (self.send, self.save)
        right: tuple[QWidget, ...] = (self.signer, self.discard, self.sure, self.throw, self.keep)
        for widget in left:
            self._buttons.addWidget(widget)
        self._buttons.addStretch(1)
        for widget in right:
            self._buttons.addWidget(widget)
        above: tuple[QWidget, ...] = (self.strip, self.said, self.unlock)
        for widget in above:
            self._foot.addWidget(widget)
        self._foot.addLayout(self._buttons)
        column = QVBoxLayout(self)
        # One pixel, so that what lies inside does not paint over the border.
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(head)
        column.addLayout(middle, 1)
        column.addWidget(foot)

    def set_compact(self, compact: bool) -> None:
        """The small window's form: the checks are one line above the buttons."""
        self._compact = compact
        self.checks.setVisible(not compact)
        self.strip.setVisible(compact)
        self.fields.set_compact(compact)
        self._foot.setContentsMargins(*((16, 8, 16, 10) if compact else (24, 15, 24, 16)))
        self._foot.setSpacing(6 if compact else 10)

    @Slot()
    def _on_strip(self) -> None:
        self.checks.setVisible(not self._compact or not self.checks.isVisible())

    def ask_sure(self, *, ask: bool) -> None:
        """Throwing a draft away is asked about in place."""
        for widget in (self.signer, self.discard, self.send, self.save):
            widget.setVisible(not ask)
        for widget in (self.sure, self.keep, self.throw):
            widget.setVisible(ask)

    def set_locked(self, *, locked: bool) -> None:
        """While a message is on its way nothing in it can be changed."""
        self.fields.setEnabled(not locked)
        self.editor.setReadOnly(locked)
        self.drafts.setEnabled(not locked)
        self.discard.setEnabled(not locked)

    def show_checks(self, checks: Sequence[CheckLine], share: float) -> None:
        """What the checks say, and how much of the size limit is used."""
        self.checks.show_checks(checks, share)
        self.strip.show_checks(checks)

    @Slot(str)
    def say(self, words: str) -> None:
        """Say what went wrong."""
        self.said.setText(words)
        self.said.show()

    @Slot()
    def show_writing(self) -> None:
        """The text, or how it will look, as the bar says."""
        previews = self.bar.previews
        if previews:
            self.preview.show_body(self.editor.toPlainText())
        self.body.setCurrentWidget(self.preview if previews else self.editor)
        self.bar.set_writing(writing=not previews)
