"""An opened message below a list: head, reason, checks, header fields beside the body."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.draw.canvas import text_width
from mailbox_gui.window.draw.verdicts import MARKS, REJECTED
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.panes.message_reason import MessageReason
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import CHIP_SIZE, kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.avatar import Avatar
from mailbox_gui.window.widgets.check_trail import CheckTrail
from mailbox_gui.window.widgets.chips import Chip, Pill
from mailbox_gui.window.widgets.exact_note import ExactNote
from mailbox_gui.window.widgets.glyph import Glyph
from mailbox_gui.window.widgets.labels import ElidedLabel, label, set_tone, wrapping_label
from mailbox_gui.window.widgets.link_question import LinkQuestion
from mailbox_gui.window.widgets.pair_label import PairLabel
from mailbox_gui.window.widgets.reader import Reader
from mailbox_gui.window.widgets.signature_icon import SignatureIcon
from mailbox_gui.window.width_class import WidthClass


class MessageDetail(QWidget):
    """Shows one message; `show_nothing` when none is chosen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self._view: MessageView | None = None
        self._avatar = Avatar(theme)
        self._pair = PairLabel(theme)
        self._topic = ElidedLabel("", fonts.sans(fonts.TITLE, fonts.SEMIBOLD))
        self._kind = Chip(theme)
        self._pill = Pill(theme, height=20)
        self._stamp = label("", fonts.sans(fonts.SECONDARY), "2")
        self._reason = MessageReason(theme)
        self._trail = CheckTrail(theme)
        self._seal = SignatureIcon(theme)
        self._signature = ElidedLabel("", fonts.sans(fonts.SECONDARY), "2")
        self._fields = _Fields(theme)
        self._reader = Reader(theme)
        self._reader.set_margins(24, 0)
        self._withheld = wrapping_label("", fonts.sans(), "2")
        self._withheld.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._withheld.setContentsMargins(24, 0, 24, 0)
        self._withheld.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._withheld.hide()
        self._exact = ExactNote(theme)
        self._exact.left.connect(self.toggle_exact)
        self._links = LinkQuestion(theme)
        self._reader.link_asked.connect(self._links.ask)
        self._nothing = label("", fonts.sans(), "3")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(self._message())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)

    def _message(self) -> QWidget:
        head = QHBoxLayout()
        head.setSpacing(10)
        for widget in (self._avatar, self._pair, self._topic, self._kind):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self._pill)
        head.addWidget(self._stamp)
        checks = QHBoxLayout()
        checks.setSpacing(6)
        checks.addWidget(self._trail, 1)
        checks.addWidget(self._seal)
        checks.addWidget(self._signature)
        rule = QFrame()
        rule.setObjectName("HorizontalRule")
        top = QVBoxLayout()
        top.setContentsMargins(24, 16, 24, 0)
        top.setSpacing(12)
        top.addLayout(head)
        top.addWidget(self._reason)
        top.addLayout(checks)
        top.addWidget(rule)
        between = QFrame()
        between.setObjectName("VerticalRule")
        body = QHBoxLayout()
        body.setContentsMargins(24, 12, 0, 0)
        body.setSpacing(0)
        body.addWidget(self._fields)
        body.addWidget(between)
        body.addWidget(self._reader, 1)
        body.addWidget(self._withheld, 1)
        self._between = between
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._exact)
        column.addLayout(body, 1)
        column.addWidget(self._links)
        return page

    @property
    def view(self) -> MessageView | None:
        """The message that is shown."""
        return self._view

    @property
    def reader(self) -> Reader:
        """Where the body is read."""
        return self._reader

    def show_view(self, view: MessageView) -> None:
        """Show a message; the same one again keeps the place in its text."""
        if view == self._view:
            return
        before, self._view = self._view, view
        row = view.row
        self._avatar.set_name(row.sender, by_owner=row.by_owner)
        self._pair.show_pair(row.sender, row.recipient, by_owner=row.by_owner)
        self._topic.setText(row.topic)
        self._kind.show_words(row.kind, kind_icon(row.kind))
        mark = MARKS.get(row.verdict)
        if mark is not None:
            self._pill.show_words(mark.word, mark.icon, mark.tone)
        self._stamp.setText(view.long_stamp)
        self._stamp.setToolTip(plain_tooltip(row.exact))
        self._reason.show_view(view)
        self._trail.show_results(view.trail)
        self._trail.setVisible(bool(view.trail))
        self._seal.show_signature(proved=view.signature.proved, tone=view.signature.tone)
        self._signature.setText(view.signature.short)
        tip = plain_tooltip("\n".join(filter(None, (view.signature.words, view.signature.tip))))
        for widget in (self._seal, self._signature):
            widget.setToolTip(tip)
        self._signature.setAccessibleName(view.signature.words)
        set_tone(self._signature, "bad" if view.signature.tone == "bad" else "2")
        self._fields.show_fields(view.fields)
        self._reader.setVisible(view.body_kept)
        self._withheld.setVisible(not view.body_kept)
        self._withheld.setText(withheld_words(view))
        if before is None or before.row.key != row.key or before.body != view.body:
            self._exact.hide()
            self._reader.show_body(view.body)
        self._pages.setCurrentIndex(1)

    def toggle_exact(self) -> None:
        """The message to the letter instead of its Markdown, or back."""
        if self._view is not None and self.isVisible() and self._view.body_kept:
            self._exact.toggle(self._view, self._reader)

    def show_nothing(self, sentence: str) -> None:
        """No message is chosen: say so."""
        self._view = None
        self._nothing.setText(sentence)
        self._pages.setCurrentIndex(0)

    def tick(self, _now: datetime) -> None:
        """Nothing here grows old."""

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window the header's fields give their room to the body."""
        narrow = width is WidthClass.NARROW
        self._fields.setVisible(not narrow)
        self._between.setVisible(not narrow)
        self._reader.set_margins(0 if narrow else 24, 0, right=24)


_FIELDS, _MOST_FIELDS = 344, 480
# The names, the gap, the margin and the scroll bar beside a value.
_BESIDE = 64 + 8 + 12 + 8 + 12


class _Fields(QScrollArea):
    """The header as it was sent: name, value to the letter, a red value where a check refused it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedWidth(_FIELDS)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._body = QWidget()
        self._body.setObjectName("Surface")
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 12, 12)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnMinimumWidth(0, 64)
        self._grid.setColumnStretch(1, 1)
        self.setWidget(self._body)
        self.setAccessibleName("Header fields")

    def show_fields(self, fields: tuple[tuple[str, str, bool], ...]) -> None:
        """Show other fields."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        needed = max((text_width(visible(value), fonts.mono()) for name, value, _ in fields if name == "id"), default=0)
        # An id is there to be read and copied whole: the fields are as wide as it needs.
        self.setFixedWidth(min(_MOST_FIELDS, max(_FIELDS, round(needed) + _BESIDE)))
        for line, (name, value, wrong) in enumerate(fields):
            shown = ElidedLabel(visible(value), fonts.mono(), "bad" if wrong else "1")
            shown.setAccessibleName(f"{name}: {value}")
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value_cell = self._crossed(shown, name) if wrong else shown
            for column, widget in enumerate((_name(name), value_cell)):
                widget.setFixedHeight(20)
                self._grid.addWidget(widget, line, column)
        self._grid.setRowStretch(len(fields), 1)

    def _crossed(self, shown: ElidedLabel, name: str) -> QWidget:
        """A refused value with a cross behind it: never by its colour alone."""
        cross = Glyph(self._theme, REJECTED.icon, CHIP_SIZE, "bad")
        cross.setAccessibleName(f"{name} was refused")
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(shown)
        row.addWidget(cross)
        row.addStretch(1)
        return made


def withheld_words(view: MessageView) -> str:
    """Why there is no text to read."""
    if any(fault.check == "secrets" for fault in view.faults):
        return (
            "The text is withheld: something in it looks like a secret, so it was copied nowhere. "
            "It stands only in the draft itself, in the sender's rejected folder."
        )
    return "The text was not kept: it could not be read as a message."


def _name(name: str) -> QLabel:
    return label(visible(name), fonts.sans(fonts.SECONDARY), "3")
