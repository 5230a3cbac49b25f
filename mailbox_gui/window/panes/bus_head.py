"""The head of the bus: whether it is live, how old its newest post is, the filter and the pause."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import LEFT, Canvas, text_width
from mailbox_gui.window.models.bus_view import BusRow, age_of
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.widgets.filter_field import FilterField
from mailbox_gui.window.widgets.labels import ElidedLabel, label
from mailbox_gui.window.widgets.painted import Painted
from mailbox_gui.window.width_class import WidthClass

ABOUT = "the last 64 signed posts, which every agent can read"


class LiveMark(Painted):
    """A filled dot while the view follows, a bar while it is paused, a ring while nothing comes; words beside it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._state, self.words = "live", ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, state: str, words: str) -> None:
        """`live`, `paused` or `still`, and what is said."""
        if (state, words) != (self._state, self.words):
            self._state, self.words = state, words
            self.setAccessibleName(words)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.words, fonts.sans(fonts.SECONDARY))) + 17, 20)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens, middle = canvas.tokens, QPointF(5, rect.center().y())
        if self._state == "live":
            canvas.dot(middle, 4, tokens.ok_mid)
        elif self._state == "paused":
            canvas.box(QRectF(0, middle.y() - 2, 10, 4), 2, fill=tokens.hold_mid)
        else:
            canvas.dot(middle, 3.5, None, tokens.border_control)
        font = fonts.sans(fonts.SECONDARY)
        canvas.text(rect.adjusted(16, 0, 2, 0), self.words, font, tokens.text_2, LEFT)


class BusHead(QFrame):
    """`paused` asks to stop or go on, `topics_changed` carries the topics that are left out."""

    pause_asked = Signal()
    topics_changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PaneHeader")
        self.setFixedHeight(48)
        self._topics: tuple[str, ...] = ()
        self._without: frozenset[str] = frozenset()
        self._about = ElidedLabel(ABOUT, fonts.sans(), "2")
        self.live = LiveMark(theme)
        self.field = FilterField(theme, "Filter posts by words, key /")
        self.field.setFixedWidth(160)
        self.topics = Button(theme, "Topics", icon="funnel-simple", small=True)
        self.pause = Button(theme, "Pause", icon="pause-fill", small=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(12)
        row.addWidget(label("Bus", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
        row.addWidget(self._about, 1)
        for widget in (self.live, self.field, self.topics, self.pause):
            row.addWidget(widget)
        self.pause.clicked.connect(self.pause_asked)
        self.topics.clicked.connect(self._on_topics)

    def set_width_class(self, width: WidthClass) -> None:
        """Where the column of topics has no room a menu has them."""
        narrow = width is WidthClass.NARROW
        self.setFixedHeight(40 if narrow else 48)
        self.topics.setVisible(narrow)
        self.pause.set_compact(narrow)
        self.field.setFixedWidth(120 if narrow else 160)

    def show_topics(self, topics: Sequence[str], without: frozenset[str]) -> None:
        """What the menu offers."""
        self._topics, self._without = tuple(topics), without
        left = len(without.intersection(topics))
        self.topics.set_words(f"Topics, {len(topics) - left} of {len(topics)}" if left else "Topics")

    def show_state(self, newest: BusRow | None, now: datetime, *, new: int | None, trouble: bool, runs: bool) -> None:
        """`new` is how many posts came while it is paused, None while it is live."""
        self.pause.set_words("Pause" if new is None else "Go on")
        self.pause.set_icon("pause-fill" if new is None else "play-fill")
        said = f"newest {age_of(newest, now)}" if newest is not None and newest.at is not None else "nothing yet"
        if trouble:
            self.live.show_state("still", "the ring cannot be read")
        elif new is not None:
            more = f", {new:,} new post{'' if new == 1 else 's'}" if new else ""
            self.live.show_state("paused", f"paused{more}")
        elif runs:
            self.live.show_state("live", f"live, {said}")
        else:
            self.live.show_state("still", f"the relay is stopped, {said}")

    def menu(self) -> QMenu:
        """The topics to tick."""
        menu = QMenu(self)
        for topic in self._topics:
            action = menu.addAction(topic.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(topic not in self._without)
            action.setData(topic)
        menu.addSeparator()
        for words in ("All", "None"):
            menu.addAction(words).setData(words)
        menu.triggered.connect(self._on_chosen)
        return menu

    @Slot()
    def _on_topics(self) -> None:
        menu = self.menu()
        menu.exec(self.topics.mapToGlobal(QPoint(0, self.topics.height() + 4)))
        menu.deleteLater()

    @Slot(object)
    def _on_chosen(self, action: object) -> None:
        # Topics have no capitals, so these two words are none.
        chosen = action.data()  # type: ignore[attr-defined]
        if chosen in ("All", "None"):
            self.topics_changed.emit(frozenset(self._topics if chosen == "None" else ()))
        else:
            self.topics_changed.emit(self._without ^ {chosen})
