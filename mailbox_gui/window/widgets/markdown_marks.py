"""What lies behind and beside the text of a dressed document: code boxes, grounds of inline code, dots, quote bars."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextDocument, QTextFormat, QTextLine, QTextList

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.widgets.markdown import (
    CODE_LINE,
    CODE_PADDING,
    CODE_PADDING_DOWN,
    DOTTED,
    INDENT,
    LINE,
    blocks,
    fragments,
    is_code,
    is_inline_code,
)


@dataclass(frozen=True, slots=True)
class Marks:
    """All places are in the document's coordinates."""

    boxes: tuple[QRectF, ...] = ()
    grounds: tuple[QRectF, ...] = ()
    dots: tuple[QPointF, ...] = ()
    bars: tuple[QRectF, ...] = ()

    def paint(self, canvas: Canvas, shift: float, visible: QRectF) -> None:
        """Paint what is visible; `shift` is how far the document is scrolled."""
        tokens = canvas.tokens
        for box in self.boxes:
            here = box.translated(0, -shift)
            if here.intersects(visible):
                canvas.box(here, 6, fill=tokens.code_bg, line=tokens.border)
        for ground in self.grounds:
            here = ground.translated(0, -shift)
            if here.intersects(visible):
                canvas.box(here, 3, fill=tokens.code_bg)
        for bar in self.bars:
            canvas.fill(bar.translated(0, -shift), tokens.border_strong)
        for dot in self.dots:
            canvas.dot(QPointF(dot.x(), dot.y() - shift), 2.5, tokens.text)


def marks_of(document: QTextDocument) -> Marks:
    """Where the marks of a laid-out document lie."""
    layout = document.documentLayout()
    width = document.size().width()
    boxes: list[QRectF] = []
    grounds: list[QRectF] = []
    dots: list[QPointF] = []
    bars: list[QRectF] = []
    open_box: QRectF | None = None
    for block in blocks(document):
        rect = layout.blockBoundingRect(block)
        if is_code(block):
            height = max(rect.height(), block.layout().lineCount() * CODE_LINE)
            left = max(0.0, rect.x() - CODE_PADDING)
            here = QRectF(left, rect.y(), width - left, height)
            open_box = here if open_box is None else open_box.united(here)
            continue
        if open_box is not None:
            boxes.append(open_box)
            open_box = None
        grounds += _inline(block, rect)
        listed: QTextList | None = block.textList()
        if listed is not None and listed.format().hasProperty(DOTTED) and _first_of_item(block):
            text = rect.x() + block.layout().lineAt(0).x() if block.layout().lineCount() else rect.x()
            dots.append(QPointF(max(INDENT - 16.0, text - 15.0), rect.y() + LINE / 2 + 1.5))
        if block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel):
            bars.append(QRectF(8, rect.y(), 3, rect.height()))
    if open_box is not None:
        boxes.append(open_box)
    padded = tuple(box.adjusted(0, -CODE_PADDING_DOWN, 0, CODE_PADDING_DOWN) for box in boxes)
    return Marks(padded, tuple(grounds), tuple(dots), tuple(bars))


def _first_of_item(block: QTextBlock) -> bool:
    return block.blockFormat().marker() == QTextBlockFormat.MarkerType.NoMarker


def _inline(block: QTextBlock, rect: QRectF) -> list[QRectF]:
    """The grounds of inline code, one for each line that it stands on."""
    found: list[QRectF] = []
    layout = block.layout()
    for start, length, form in fragments(block):
        if not is_inline_code(form):
            continue
        at, end = start - block.position(), start - block.position() + length
        while at < end:
            line = layout.lineForTextPosition(at)
            if not line.isValid():
                break
            stop = min(end, line.textStart() + line.textLength())
            x, x_end = _x_of(line, at), _x_of(line, stop)
            top = rect.y() + line.y() + (LINE - 20) / 2
            found.append(QRectF(rect.x() + min(x, x_end) - 4, top, abs(x_end - x) + 8, 20))
            if stop <= at:
                break
            at = stop
    return found


def _x_of(line: QTextLine, position: int) -> float:
    # PySide answers a pair where C++ has an in-out argument.
    answer: object = line.cursorToX(position)
    return float(answer[0] if isinstance(answer, tuple) else answer)  # type: ignore[arg-type]
