"""The seven checks of a message in order: passed, failed or not run; compact in a small window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.core.read_models.detail import CheckResult
from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import CHIP_SIZE
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted

_LINE = 20
_GAP = 12
_WORD = "Checks"


class CheckTrail(Painted):
    """Paints one mark and name per check; `toggled` asks to open or close the compact form."""

    toggled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._results: tuple[CheckResult, ...] = ()
        self._compact = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_results(self, results: Sequence[CheckResult]) -> None:
        """Show another message's checks."""
        self._results = tuple(results)
        self.setAccessibleName(trail_sentence(self._results))
        self.setToolTip("" if not self._compact else trail_sentence(self._results))
        self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool) -> None:
        """One summary ("7 checks pass") instead of the names."""
        if compact != self._compact:
            self._compact = compact
            across = QSizePolicy.Policy.Maximum if compact else QSizePolicy.Policy.Expanding
            self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if compact else Qt.FocusPolicy.NoFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor if compact else Qt.CursorShape.ArrowCursor)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        if self._compact:
            return QSize(round(CHIP_SIZE + 5 + text_width(self._summary(), self._font(False)) + 22), _LINE)
        return QSize(round(self._offset() + sum(self._width(result) + _GAP for result in self._results)), _LINE)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint() if self._compact else QSize(120, self.heightForWidth(self.width()))

    def hasHeightForWidth(self) -> bool:
        return not self._compact

    def heightForWidth(self, width: int) -> int:
        return _LINE * (1 + (self._places(width)[-1][1] if self._results else 0))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._compact:
            self.toggled.emit()
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._compact and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.toggled.emit()
            return
        super().keyPressEvent(event)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self._compact:
            self._draw_summary(canvas, rect)
            return
        tokens = canvas.tokens
        if self._results:
            canvas.text(QRectF(0, 0, rect.width(), _LINE), _WORD, self._font(False), tokens.text_3)
        for result, (x, line) in zip(self._results, self._places(round(rect.width())), strict=True):
            y = line * _LINE
            icon, ink = _mark(result, canvas)
            failed = result.result == "failed"
            canvas.icon(QRectF(x, y, CHIP_SIZE, _LINE), icon, ink, CHIP_SIZE if failed else 12)
            words = tokens.bad if failed else tokens.text_2 if result.result == "passed" else tokens.text_3
            room = QRectF(x + CHIP_SIZE + 4, y, rect.width(), _LINE)
            canvas.text(room, result.name, self._font(failed), words)
        if self.hasFocus():
            canvas.ring(rect, 4)

    def _draw_summary(self, canvas: Canvas, rect: QRectF) -> None:
        failed = any(result.result == "failed" for result in self._results)
        ink = canvas.tokens.bad if failed else canvas.tokens.ok
        icon = "x-circle-fill" if failed else "check-circle-fill"
        canvas.icon(QRectF(0, 0, CHIP_SIZE, rect.height()), icon, ink, CHIP_SIZE)
        x = CHIP_SIZE + 5.0
        x += canvas.text(QRectF(x, 0, rect.width() - x, rect.height()), self._summary(), self._font(False), ink)
        canvas.icon(QRectF(x + 4, 0, 14, rect.height()), "caret-down", canvas.tokens.text_2, 12)
        if self.hasFocus():
            canvas.ring(rect, 4)

    def _summary(self) -> str:
        failed = [result.name for result in self._results if result.result == "failed"]
        if failed:
            return f"{', '.join(failed)} failed"
        passed = sum(result.result == "passed" for result in self._results)
        return f"{passed} checks pass"

    def _font(self, failed: bool) -> QFont:
        return fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD if failed else fonts.NORMAL)

    def _offset(self) -> float:
        return text_width(_WORD, fonts.sans(fonts.SECONDARY)) + 12

    def _width(self, result: CheckResult) -> float:
        return CHIP_SIZE + 4 + text_width(result.name, self._font(result.result == "failed"))

    def _places(self, width: int) -> list[tuple[float, int]]:
        """Left edge and line of each check when they flow in the width given."""
        places: list[tuple[float, int]] = []
        start = self._offset()
        x, line = start, 0
        for result in self._results:
            wide = self._width(result)
            if x + wide > width and x > start:
                x, line = start, line + 1
            places.append((x, line))
            x += wide + _GAP
        return places


def trail_sentence(results: Sequence[CheckResult]) -> str:
    """The trail in words, for a screen reader."""
    return ", ".join(f"{result.name} {result.result}" for result in results)


def _mark(result: CheckResult, canvas: Canvas) -> tuple[str, str]:
    match result.result:
        case "passed":
            return "check-bold", canvas.tokens.ok
        case "failed":
            return "x-circle-fill", canvas.tokens.bad
        case "not run":
            return "minus-bold", canvas.tokens.text_3
