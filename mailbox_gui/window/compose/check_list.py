"""The seven checks beside the draft, each with its state and a sentence, and what will happen when it is sent."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.verdicts import ACCEPTED, REJECTED, Mark
from mailbox_gui.window.models.letter_view import CheckLine, State
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.chips import VerdictLabel
from mailbox_gui.window.widgets.labels import label, set_tone, wrapping_label
from mailbox_gui.window.widgets.painted import Painted

_ICONS: dict[State, str] = {
    "idle": "minus-bold",
    "not run": "minus-bold",
    "running": "spinner-gap-bold",
    "passed": "check-circle-fill",
    "failed": "x-circle-fill",
}
_TURN_MS = 120
_WORKING = Mark("spinner-gap-bold", "quiet", "checking\N{HORIZONTAL ELLIPSIS}")
_IDLE = Mark("minus-bold", "quiet", "not checked yet")


class _StateIcon(Painted):
    """The state by its icon; one that runs turns."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._state: State = "idle"
        self._turns = 0
        self.setFixedSize(16, 20)
        self._timer = QTimer(self)
        self._timer.setInterval(_TURN_MS)
        self._timer.timeout.connect(self._on_turn)

    def show_state(self, state: State) -> None:
        """Show another state."""
        self._state = state
        # Where motion is reduced the text cursor does not blink, and this does not turn.
        if state == "running" and QGuiApplication.styleHints().cursorFlashTime() > 0:
            self._timer.start()
        else:
            self._timer.stop()
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        ink = {"passed": tokens.ok, "failed": tokens.bad, "running": tokens.accent_text}.get(self._state, tokens.text_3)
        if self._state == "running":
            canvas.painter.translate(rect.center())
            canvas.painter.rotate(45.0 * self._turns)
            canvas.painter.translate(-rect.center())
        canvas.icon(rect, _ICONS[self._state], ink, 16)

    @Slot()
    def _on_turn(self) -> None:
        self._turns = (self._turns + 1) % 8
        self.update()


class _Share(Painted):
    """How much of the size is used."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._share = 0.0
        self.setFixedHeight(4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float) -> None:
        """Show another share, 1 is all of it."""
        self._share = share
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        canvas.box(rect, 2, fill=canvas.tokens.bg_selected_idle)
        if self._share > 0:
            ink = canvas.tokens.bad_mid if self._share > 1 else canvas.tokens.accent
            canvas.box(QRectF(0, 0, max(4.0, rect.width() * min(1.0, self._share)), 4), 2, fill=ink)


class CheckRow(QWidget):
    """One check."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._icon = _StateIcon(theme)
        self._sentence = wrapping_label("", fonts.sans(fonts.SECONDARY), "2")
        self.line = CheckLine(name, "idle", "")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        word = label(name, fonts.sans(fonts.BASE, fonts.MEDIUM))
        word.setFixedHeight(20)
        column.addWidget(word)
        column.addWidget(self._sentence)
        self._share = _Share(theme) if name == "limits" else None
        if self._share is not None:
            column.addSpacing(5)
            column.addWidget(self._share)
        row.addLayout(column, 1)

    def show_line(self, line: CheckLine, share: float | None = None) -> None:
        """Show what the check says."""
        self.line = line
        self._icon.show_state(line.state)
        self._sentence.setText(line.sentence)
        set_tone(self._sentence, "bad" if line.state == "failed" else "2")
        self.setAccessibleName(line.spoken())
        if self._share is not None and share is not None:
            self._share.show_share(share)


class CheckList(QFrame):
    """The column at the right of the draft."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("CheckColumn")
        self._theme = theme
        self.summary = VerdictLabel(theme)
        self.rows = {name: CheckRow(theme, name) for name in CHECK_NAMES}
        inside = QWidget()
        inside.setObjectName("CheckColumnBody")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.addWidget(label("Checks", fonts.sans(fonts.BASE, fonts.SEMIBOLD)))
        head.addStretch(1)
        head.addWidget(self.summary)
        column.addLayout(head)
        for row in self.rows.values():
            column.addWidget(row)
        rule = QFrame()
        rule.setObjectName("HorizontalRule")
        column.addSpacing(5)
        column.addWidget(rule)
        column.addSpacing(2)
        column.addWidget(label("When you send", fonts.sans(fonts.BASE, fonts.SEMIBOLD)))
        self._effects = [_Effect(theme), _Effect(theme), _Effect(theme)]
        for effect in self._effects:
            column.addWidget(effect)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def show_checks(self, checks: Sequence[CheckLine], share: float) -> None:
        """Show all seven."""
        for line in checks:
            self.rows[line.name].show_line(line, share)
        mark, words = summary_of(checks)
        self.summary.show_mark(mark, words)

    def show_effects(self, effects: Sequence[tuple[str, str]]) -> None:
        """What happens on sending: icons and sentences."""
        for place, widget in enumerate(self._effects):
            widget.show_words(*(effects[place] if place < len(effects) else ("", "")))


class _Effect(QWidget):
    """An icon and a sentence; nothing without one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._mark = _EffectIcon(theme)
        self._words = wrapping_label("", fonts.sans(), "1")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)
        self.hide()

    def show_words(self, icon: str, words: str) -> None:
        """Say something else."""
        self._mark.show_icon(icon)
        self._words.setText(words)
        self.setVisible(bool(words))


class _EffectIcon(Painted):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._icon = ""
        self.setFixedSize(16, 20)

    def show_icon(self, icon: str) -> None:
        self._icon = icon
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self._icon:
            canvas.icon(rect, self._icon, canvas.tokens.text_2, 16)


class CheckStrip(Painted):
    """The small window's form: one line over the button that sends; a click shows the whole list."""

    toggled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._mark, self._words, self._sentence = _IDLE, _IDLE.word, ""
        self.setFixedHeight(24)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_checks(self, checks: Sequence[CheckLine]) -> None:
        """Say all of them in a line: the first that fails has the word."""
        self._mark, self._words = summary_of(checks)
        failed = next((line for line in checks if line.state == "failed"), None)
        self._sentence = f"{failed.name}: {failed.sentence}" if failed else ""
        self.setAccessibleName(f"Checks: {self._words}. {self._sentence}")
        self.setToolTip(plain_tooltip("\n".join(f"{line.name}: {line.sentence}" for line in checks)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.toggled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and not event.modifiers():
            self.toggled.emit()
            return
        super().keyPressEvent(event)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens, medium = canvas.tokens, fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        ink = self._mark.ink(tokens)
        canvas.icon(QRectF(0, 0, 16, rect.height()), self._mark.icon, ink, 14)
        x = 22 + canvas.text(rect.adjusted(22, 0, 0, 0), self._words, medium, ink)
        canvas.icon(QRectF(x + 2, 0, 16, rect.height()), "caret-down-bold", tokens.text_3, 10)
        x += 26
        canvas.text(rect.adjusted(x, 0, 0, 0), self._sentence, fonts.sans(fonts.SECONDARY), tokens.bad)
        if self.hasFocus():
            canvas.ring(rect, 4)


def summary_of(checks: Sequence[CheckLine]) -> tuple[Mark, str]:
    """One mark and a few words for all of them."""
    total = len(checks)
    passed = sum(line.state == "passed" for line in checks)
    failed = sum(line.state == "failed" for line in checks)
    if any(line.state == "running" for line in checks):
        return _WORKING, _WORKING.word
    if failed:
        return REJECTED, f"{failed} of {total} {'fails' if failed == 1 else 'fail'}"
    if passed == total:
        return ACCEPTED, f"{passed} of {total} pass"
    return _IDLE, _IDLE.word if not passed else f"{passed} of {total} pass"
