"""The header of the draft as fields: to whom, which kind, the topic, what is required, what it refers to, when due."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from mailbox_gui.core.acts.outgoing import Outgoing
from mailbox_gui.core.message.kinds import KINDS, NOTE_REQUIRES, REQUIRES
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.window.compose.due_text import due_field, due_shown
from mailbox_gui.window.compose.ref_field import RefField
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.choice_box import ChoiceBox
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.segments import Segments

# A decision is made on a message that waits; it has buttons of its own.
OWN_KINDS = tuple(kind for kind in KINDS if kind != "decision")
_BY_RULES = "by the rules"
_NO_OWNER = "You do not wait for your own decision"


class _Line(QLineEdit):
    """A field of one line."""

    def __init__(self, name: str, hint: str = "") -> None:
        super().__init__()
        self.setFixedHeight(32)
        self.setFont(fonts.sans())
        self.setTextMargins(6, 0, 6, 0)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            # Ctrl+Return sends and Esc closes: both are the overlay's.
            event.ignore()
            return
        super().keyPressEvent(event)


class LetterFields(QWidget):
    """`edited` follows every change by the owner."""

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.to = ChoiceBox(theme, "To", "choose an agent", people=True)
        self.to.setFixedWidth(184)
        self.kind = ChoiceBox(theme, "Kind")
        self.kind.offer(OWN_KINDS, [kind_icon(kind) for kind in OWN_KINDS])
        self.kind.setFixedWidth(140)
        self.topic = _Line("Topic")
        self.requires = Segments(theme, "Requires", REQUIRES, off=(OWNER,))
        self.requires.set_enabled(OWNER, enabled=False, why=_NO_OWNER)
        self.ref = RefField(theme)
        self.due = _Line("Due: when the answer becomes overdue; empty: by the rules", _BY_RULES)
        self.due.setToolTip("When the answer becomes overdue, as 2026-12-02 18:00; empty: what the rules say")
        self.due.setMinimumWidth(100)
        self._lay_out()
        self.to.activated.connect(self._on_edited)
        self.kind.activated.connect(self._on_kind)
        self.topic.textEdited.connect(self._on_edited)
        self.requires.chosen.connect(self._on_edited)
        self.ref.changed.connect(self._on_edited)
        self.due.textEdited.connect(self._on_edited)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(24, 16, 24, 12)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, 60)
        grid.setColumnStretch(1, 1)
        first = _row(self.to, 8, _word("Kind"), self.kind, 8, _word("Due"))
        first.addWidget(self.due, 1)
        third = _row(self.requires, 12, _word("Ref"), 0)
        third.addWidget(self.ref, 1)
        for place, (word, row) in enumerate((("To", first), ("Topic", None), ("Requires", third))):
            grid.addWidget(_word(word), place, 0)
            if row is not None:
                grid.addLayout(row, place, 1)
        grid.addWidget(self.topic, 1, 1)

    def set_people(self, names: Sequence[str]) -> None:
        """To whom the owner can write."""
        self.to.offer([name for name in names if name != OWNER])

    def set_compact(self, compact: bool) -> None:
        """Less room around and between in a small window."""
        grid = self.layout()
        assert isinstance(grid, QGridLayout)
        grid.setContentsMargins(*((16, 10, 16, 8) if compact else (24, 16, 24, 12)))
        grid.setVerticalSpacing(6 if compact else 8)

    def show_mail(self, mail: Outgoing) -> None:
        """Show a draft."""
        self.to.choose(mail.to)
        self.kind.choose(mail.kind)
        self.topic.setText(mail.topic)
        self.requires.choose(mail.requires)
        self.ref.show_ref(mail.ref)
        self.due.setText(due_shown(mail.due))
        self._follow_kind()

    def mail(self, body: str) -> Outgoing:
        """The draft as it stands."""
        return Outgoing(
            to=self.to.value,
            kind=self.kind.value,
            topic=self.topic.text(),
            requires=self.requires.value,
            ref=self.ref.value.strip(),
            due=due_field(self.due.text()),
            body=body,
        )

    def show_due(self, words: str) -> None:
        """Say when the answer is due if nothing else is said."""
        self.due.setPlaceholderText(words or _BY_RULES)

    @Slot()
    def _on_edited(self) -> None:
        self.edited.emit()

    @Slot()
    def _on_kind(self) -> None:
        self._follow_kind()
        self.edited.emit()

    def _follow_kind(self) -> None:
        note = self.kind.value == "note"
        for value in REQUIRES:
            if value != OWNER:
                allowed = not note or value in NOTE_REQUIRES
                self.requires.set_enabled(value, enabled=allowed, why="" if allowed else "A note asks for no answer")
        if note and self.requires.value not in NOTE_REQUIRES:
            self.requires.choose("none")


def _word(text: str) -> QLabel:
    return label(text, fonts.sans(), "2")


def _row(*parts: QWidget | int) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(12)
    for part in parts:
        if isinstance(part, int):
            if part:
                row.addSpacing(part)
        else:
            row.addWidget(part)
    return row
