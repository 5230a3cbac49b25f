"""The upper part of an agent's page: who it is, whom it may write to, how much of its day is used, its week."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.parts import ARROW, status_dot
from mailbox_gui.window.draw.verdicts import REJECTED
from mailbox_gui.window.models.agent_page import AgentHead
from mailbox_gui.window.moments import age
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.avatar import Avatar
from mailbox_gui.window.widgets.chips import VerdictLabel
from mailbox_gui.window.widgets.labels import ElidedLabel, label
from mailbox_gui.window.widgets.painted import Painted
from mailbox_gui.window.widgets.quota_bar import QuotaBar
from mailbox_gui.window.widgets.signature_icon import SignatureIcon
from mailbox_gui.window.widgets.week_bars import WeekBars
from mailbox_gui.window.width_class import WidthClass

_BOTH = "\N{LEFT RIGHT ARROW}"
_MOST_ROUTES = 3


class _Dot(Painted):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._state = "quiet"
        self.setFixedSize(10, 16)

    def show_state(self, state: str) -> None:
        """Show another state."""
        self._state = state
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        status_dot(canvas, QPointF(5, rect.center().y()), self._state)


class _Section(QWidget):
    """A captioned part of the head with a line at its right."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(16, 14, 16, 12)
        self.column.setSpacing(6)
        self.caption = label(caption, fonts.sans(fonts.CAPTION), "2")
        self.column.addWidget(self.caption)


class AgentHeadView(QFrame):
    """Shows one agent's head."""

    resume_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PaneHeader")
        self._head: AgentHead | None = None
        self._avatar = Avatar(theme, side=48)
        self._name = ElidedLabel("", fonts.sans(fonts.TOPIC, fonts.SEMIBOLD))
        self._dot = _Dot(theme)
        self._said = ElidedLabel("", fonts.sans(), "2")
        self._folder = ElidedLabel("", fonts.mono(fonts.CAPTION), "2")
        self._routes = [ElidedLabel("", fonts.sans(fonts.BASE, fonts.MEDIUM)) for _ in range(_MOST_ROUTES)]
        self._used = label("", fonts.sans(fonts.TITLE, fonts.SEMIBOLD))
        self._limit = label("", fonts.sans(), "2")
        self._left = label("", fonts.sans(fonts.SECONDARY), "2")
        self._bar = QuotaBar(theme)
        self._week = WeekBars(theme)
        self._refused = VerdictLabel(theme)
        self._author = ElidedLabel("", fonts.mono(), middle=True)
        self._seal = SignatureIcon(theme)
        self._session = ElidedLabel("", fonts.sans(fonts.SECONDARY))
        self._lay_out()

    def _lay_out(self) -> None:
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self._identity(), 3)
        self._route_section = _Section("Routes allowed")
        for line in self._routes:
            self._route_section.column.addWidget(line)
        self._route_section.column.addStretch(1)
        quota = _Section("Messages in the last 24 h")
        numbers = QHBoxLayout()
        numbers.setSpacing(4)
        numbers.addWidget(self._used)
        numbers.addWidget(self._limit)
        numbers.addStretch(1)
        numbers.addWidget(self._left)
        quota.column.addLayout(numbers)
        quota.column.addWidget(self._bar)
        quota.column.addStretch(1)
        self._key_section = _Section("Author key")
        self._key_section.column.addWidget(self._author)
        self._key_section.column.addWidget(label("Session key", fonts.sans(fonts.CAPTION), "2"))
        session = QHBoxLayout()
        session.setSpacing(6)
        session.addWidget(self._seal)
        session.addWidget(self._session, 1)
        self._key_section.column.addLayout(session)
        self._key_section.column.setSpacing(3)
        self._week_section = _Section("Last 7 days")
        top = QHBoxLayout()
        top.addWidget(self._week_section.caption)
        top.addStretch(1)
        top.addWidget(self._refused)
        self._week_section.column.insertLayout(0, top)
        self._week_section.column.addWidget(self._week)
        self._week_section.column.addStretch(1)
        sections = ((self._key_section, 3), (self._route_section, 2), (quota, 2), (self._week_section, 0))
        for section, stretch in sections:
            rule = QFrame()
            rule.setObjectName("VerticalRule")
            self._row.addWidget(rule)
            self._row.addWidget(section, stretch)
            section.rule = rule  # type: ignore[attr-defined]
        self.setFixedHeight(112)

    def _identity(self) -> QWidget:
        said = QHBoxLayout()
        said.setSpacing(6)
        said.addWidget(self._dot)
        said.addWidget(self._said, 1)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(self._name)
        words.addLayout(said)
        words.addWidget(self._folder)
        words.addStretch(1)
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(16, 0, 12, 0)
        row.setSpacing(12)
        row.addWidget(self._avatar)
        row.addLayout(words, 1)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        return made

    def minimumSizeHint(self) -> QSize:
        return QSize(400, 112)

    def show_head(self, head: AgentHead, now: datetime) -> None:
        """Show another agent, or the same one as it is now."""
        self._head = head
        self._avatar.set_name(head.name)
        self._name.setText(head.name)
        self._dot.show_state(head.state)
        self._folder.setText(head.folder)
        for line, words in zip(self._routes, _route_lines(head), strict=True):
            line.setText(words)
            line.setVisible(bool(words))
        self._used.setText(str(head.sent))
        self._limit.setText(f"of {head.limit}" if head.limit is not None else "no limit")
        left = max(0, (head.limit or 0) - head.sent)
        self._left.setText("" if head.limit is None else f"{left} left" if left else "none left")
        self._bar.setVisible(head.limit is not None)
        self._bar.show_use(head.sent, head.limit or 0)
        self._week.show_days(head.days)
        refused = sum(day.refused for day in head.days)
        self._refused.show_mark(REJECTED if refused else None, f"{refused}")
        self._refused.setAccessibleName(f"{refused} rejected in 7 days")
        self._refused.setToolTip(f"{refused} rejected in 7 days")
        self._author.setText(head.author or "cannot be read")
        self._seal.show_signature(proved=head.session_holds, tone="ok" if head.session_holds else "quiet")
        self._session.setText(head.session)
        self.tick(now)

    def tick(self, now: datetime) -> None:
        """Say the age anew."""
        if self._head is not None:
            seen = f", seen {age(now - self._head.seen)} ago" if self._head.seen is not None else ""
            self._said.setText(f"{self._head.said}{seen}")

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window the week goes and the head is lower."""
        self.setFixedHeight(88 if width is WidthClass.NARROW else 112)
        for section, shown in (
            (self._key_section, width is WidthClass.WIDE),
            (self._week_section, width is not WidthClass.NARROW),
            (self._route_section, True),
        ):
            section.setVisible(shown)
            section.rule.setVisible(shown)  # type: ignore[attr-defined]


def _route_lines(head: AgentHead) -> list[str]:
    """At most three lines: both ways first, then one way."""
    both = [name for name in head.writes_to if name in head.hears_from]
    out = [name for name in head.writes_to if name not in both]
    back = [name for name in head.hears_from if name not in both]
    lines = [f"{head.name} {_BOTH} {', '.join(both)}"] if both else []
    lines += [f"{head.name} {ARROW} {', '.join(out)}"] if out else []
    lines += [f"{', '.join(back)} {ARROW} {head.name}"] if back else []
    if not lines:
        lines = ["none: it can write to nobody"]
    return [*lines, "", "", ""][:_MOST_ROUTES]
