"""The head of an opened message: topic, who to whom, signature, id, and the seven checks."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.draw.verdicts import HELD, MARKS
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.moments import age
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.avatar import Avatar
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.check_trail import CheckTrail
from mailbox_gui.window.widgets.chips import Chip, Pill, VerdictLabel
from mailbox_gui.window.widgets.labels import ElidedLabel, label, set_tone
from mailbox_gui.window.widgets.pair_label import PairLabel
from mailbox_gui.window.widgets.signature_icon import SignatureIcon

_LEAST_ID = 160
_REQUIRES_ICONS = {"owner": "user", "reply": "arrow-bend-up-left", "report": "file-text"}


class MessageHead(QFrame):
    """Four lines, three in a small window. `menu_asked` carries the place for the message's menu."""

    menu_asked = Signal(QPoint)
    copied = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ReaderHeader")
        self._view: MessageView | None = None
        self._now = datetime.now(UTC)
        self._compact = False
        self._trail_open = False
        self._topic = ElidedLabel("", fonts.sans(fonts.TOPIC, fonts.SEMIBOLD))
        self._topic.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._topic.setFixedHeight(28)
        self._pill = Pill(theme, height=24)
        self._menu = Button(theme, "More", icon="dots-three-bold", look=Look.FLAT, small=True, words=False)
        self._avatar = Avatar(theme)
        self._pair = PairLabel(theme)
        self._kind = Chip(theme)
        self._requires = Chip(theme)
        self._stamp = label("", fonts.sans(fonts.SECONDARY), "2")
        self._seal = SignatureIcon(theme)
        self._signature = ElidedLabel("", fonts.sans())
        # Who signed, and until when that holds, is read before the id, which has a button and a tooltip.
        self._id = ElidedLabel("", fonts.mono(), "2", middle=True)
        self._id.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._id.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._id.setMinimumWidth(_LEAST_ID)
        self._id.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._copy = Button(theme, "Copy the id", icon="copy", key="Y", look=Look.FLAT, small=True, words=False)
        self._copy.setFixedSize(24, 20)
        self._trail = CheckTrail(theme)
        self._reason = VerdictLabel(theme)
        self._lay_out()
        self._menu.clicked.connect(self._on_menu)
        self._copy.clicked.connect(self.copy_id)
        self._trail.toggled.connect(self._on_trail)

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setSpacing(8)
        first, second = QHBoxLayout(), QHBoxLayout()
        self._third, self._fourth = QHBoxLayout(), QHBoxLayout()
        for row in (first, second, self._third, self._fourth):
            row.setSpacing(8)
            self._column.addLayout(row)
        self._fourth.setContentsMargins(0, 2, 0, 0)
        first.addWidget(self._topic, 1)
        first.addWidget(self._pill)
        first.addWidget(self._menu)
        for widget in (self._avatar, self._pair, self._kind, self._requires):
            second.addWidget(widget)
        second.addStretch(1)
        second.addWidget(self._stamp)
        self._third.addWidget(self._seal)
        self._third.addWidget(self._signature)
        self._third.addWidget(self._id, 1)
        self._third.addWidget(self._copy)
        self._third.setContentsMargins(0, 0, -4, 0)
        self._fourth.addWidget(self._trail, 1, Qt.AlignmentFlag.AlignTop)
        self._fourth.addWidget(self._reason, 0, Qt.AlignmentFlag.AlignTop)
        self._column.setContentsMargins(24, 16, 24, 12)

    def set_compact(self, compact: bool) -> None:
        """The small window's form: id goes, the checks are one summary."""
        self._compact = compact
        self._topic.setFont(fonts.sans(fonts.TITLE if compact else fonts.TOPIC, fonts.SEMIBOLD))
        self._topic.setFixedHeight(24 if compact else 28)
        self._column.setContentsMargins(*((16, 12, 16, 8) if compact else (24, 16, 24, 12)))
        self._column.setSpacing(6 if compact else 8)
        self._avatar.set_side(20 if compact else 24)
        self._menu.setVisible(not compact)
        self._id.setVisible(not compact)
        self._copy.setVisible(not compact)
        self._place_trail()
        if self._view is not None:
            self._show_signature(self._view)
            self._show_pill(self._view)

    def show_view(self, view: MessageView, now: datetime) -> None:
        """Show another message."""
        self._view = view
        row = view.row
        self._topic.setText(row.topic)
        self._avatar.set_name(row.sender, by_owner=row.by_owner)
        self._pair.show_pair(row.sender, row.recipient, by_owner=row.by_owner)
        self._kind.show_words(row.kind, kind_icon(row.kind))
        wants = f"requires: {view.requires}" if view.requires not in ("", "none") else ""
        self._requires.show_words(wants, _REQUIRES_ICONS.get(view.requires, "user"))
        self._stamp.setText(view.long_stamp)
        self._stamp.setToolTip(plain_tooltip(row.exact))
        self._id.setText(view.id)
        self._id.setToolTip(plain_tooltip(view.id))
        self._copy.setEnabled(bool(view.id))
        self._show_signature(view)
        self._trail_open = False
        self._trail.show_results(view.trail)
        self._place_trail()
        self.tick(now)

    def tick(self, now: datetime) -> None:
        """Say the age anew."""
        self._now = now
        if self._view is not None:
            self._show_pill(self._view)

    def _show_pill(self, view: MessageView) -> None:
        row = view.row
        mark = MARKS.get(row.verdict)
        if mark is None:
            self._pill.show_words("", "", "quiet")
        elif row.verdict == HELD.word:
            waiting = age(self._now - row.at)
            self._pill.show_words(waiting if self._compact else f"waiting {waiting}", mark.icon, mark.tone)
        else:
            self._pill.show_words(mark.word, mark.icon, mark.tone)

    @Slot()
    def copy_id(self) -> None:
        """Put the id on the clipboard."""
        if self._view is not None and self._view.id:
            QGuiApplication.clipboard().setText(self._view.id)
            self.copied.emit(self._view.id)

    def _show_signature(self, view: MessageView) -> None:
        line = view.signature
        self._seal.show_signature(proved=line.proved, tone=line.tone)
        self._signature.setText(line.short if self._compact else line.words)
        for widget in (self._seal, self._signature):
            widget.setToolTip(plain_tooltip("\n".join(filter(None, (line.words, line.tip)))))
        self._signature.setAccessibleName(line.words)
        set_tone(self._signature, "bad" if line.tone == "bad" else "1" if line.proved else "2")

    def _place_trail(self) -> None:
        view = self._view
        compact = self._compact and not self._trail_open
        self._trail.set_compact(compact)
        home = self._third if compact else self._fourth
        home.insertWidget(2 if compact else 0, self._trail, 0 if compact else 1)
        mark = MARKS.get(view.row.verdict) if view is not None else None
        shown = view is not None and bool(view.trail_note) and not self._compact
        self._reason.show_mark(mark if shown else None, view.trail_note if view is not None else None)
        self._trail.setVisible(view is not None and bool(view.trail))

    @Slot()
    def _on_trail(self) -> None:
        self._trail_open = True
        self._place_trail()

    @Slot()
    def _on_menu(self) -> None:
        self.menu_asked.emit(self._menu.mapToGlobal(QPoint(0, self._menu.height() + 4)))
