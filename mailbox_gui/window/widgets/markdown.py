"""Dresses a parsed Markdown document: headings, code, lists and quotes at the design's sizes and distances."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextListFormat,
    QTextTable,
    QTextTableFormat,
)

from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.tokens import Tokens

FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
CODE_PADDING, CODE_PADDING_DOWN = 12, 8
LINE, CODE_LINE, INDENT = 22, 20, 24
_CODE_PIXELS = 12
_PARAGRAPH_GAP, _HEADING_GAP, _HEADING_LEAD = 12, 6, 16
# A list whose dots are painted by the reader: Qt's own are small and stick to the text.
DOTTED = int(QTextFormat.Property.UserProperty) + 1
_DOTS = (QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListCircle, QTextListFormat.Style.ListSquare)


def is_code(block: QTextBlock) -> bool:
    """Whether the block is a line of a code block, fenced or indented."""
    form = block.blockFormat()
    return form.hasProperty(QTextFormat.Property.BlockCodeFence) or form.hasProperty(
        QTextFormat.Property.BlockCodeLanguage
    )


def is_inline_code(form: QTextCharFormat) -> bool:
    """Whether a fragment outside a code block is `code`."""
    return form.fontFixedPitch()


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """Every block of the document, in order."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """Position, length and format of the pieces of a block."""
    found = []
    parts = block.begin()
    while not parts.atEnd():
        fragment = parts.fragment()
        found.append((fragment.position(), fragment.length(), fragment.charFormat()))
        parts += 1
    return found


def dress(document: QTextDocument, tokens: Tokens) -> None:
    """Give every block and fragment its look. The text is not changed but for pictures, which are named."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for block in blocks(document):
        _dress_block(cursor, block, tokens)
    _name_pictures(document, cursor, tokens)
    _dress_tables(document, tokens)
    cursor.endEditBlock()


def _dress_block(cursor: QTextCursor, block: QTextBlock, tokens: Tokens) -> None:
    form = QTextBlockFormat(block.blockFormat())
    following = block.next()
    listed = block.textList()
    if is_code(block):
        _code_block(form, block)
    elif form.headingLevel():
        _spaced(form, top=_HEADING_LEAD if block.position() else 0, bottom=_HEADING_GAP, line=CODE_LINE)
    elif listed is not None:
        last = not following.isValid() or following.textList() is None
        _spaced(form, top=0, bottom=_PARAGRAPH_GAP if last else 2, line=LINE)
        if listed.format().style() in _DOTS and form.marker() == QTextBlockFormat.MarkerType.NoMarker:
            look = QTextListFormat(listed.format())
            look.setStyle(QTextListFormat.Style.ListStyleUndefined)
            look.setProperty(DOTTED, 1)
            listed.setFormat(look)
    else:
        _spaced(form, top=0, bottom=_PARAGRAPH_GAP, line=LINE)
    cursor.setPosition(block.position())
    if cursor.currentTable() is not None:
        _spaced(form, top=0, bottom=0, line=LINE)
    cursor.setBlockFormat(form)
    heading, code = bool(form.headingLevel()), is_code(block)
    found = fragments(block)
    for start, length, old in found:
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(_char_format(old, tokens, heading=heading, code=code))
    if not code:
        for start, length, old in found:
            if is_inline_code(old):
                _stand_off(cursor, block, start, start + length)


def _stand_off(cursor: QTextCursor, block: QTextBlock, start: int, end: int) -> None:
    """Widen the blanks around inline code, so that its ground does not touch its neighbours."""
    wider = QTextCharFormat()
    wider.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
    wider.setFontLetterSpacing(3)
    text, first = block.text(), block.position()
    for place in (start - 1, end):
        if 0 <= place - first < len(text) and text[place - first] == " ":
            cursor.setPosition(place)
            cursor.setPosition(place + 1, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(wider)


def _code_block(form: QTextBlockFormat, block: QTextBlock) -> None:
    """A line of code. Margins of neighbours collapse, so the box's padding is added to the distance around it."""
    before, after = block.previous(), block.next()
    first = not (before.isValid() and is_code(before))
    last = not (after.isValid() and is_code(after))
    above = 0 if not before.isValid() else _HEADING_GAP if before.blockFormat().headingLevel() else _PARAGRAPH_GAP
    below = _HEADING_LEAD if after.isValid() and after.blockFormat().headingLevel() else _PARAGRAPH_GAP
    _spaced(
        form,
        top=above + CODE_PADDING_DOWN if first else 0,
        bottom=below + CODE_PADDING_DOWN if last else 0,
        line=CODE_LINE,
    )
    form.setLeftMargin(CODE_PADDING)
    form.setRightMargin(CODE_PADDING)
    form.setNonBreakableLines(False)
    form.clearBackground()


def _spaced(form: QTextBlockFormat, *, top: int, bottom: int, line: int) -> None:
    form.setTopMargin(top)
    form.setBottomMargin(bottom)
    form.setLineHeight(line, QTextBlockFormat.LineHeightTypes.FixedHeight.value)


def _char_format(old: QTextCharFormat, tokens: Tokens, *, heading: bool, code: bool) -> QTextCharFormat:
    form = QTextCharFormat(old)
    if code or is_inline_code(old):
        base = QFont(fonts.mono(_CODE_PIXELS))
    else:
        bold = heading or old.fontWeight() > QFont.Weight.Medium
        base = QFont(fonts.sans(fonts.BODY, fonts.SEMIBOLD if bold else fonts.NORMAL))
    base.setFixedPitch(is_inline_code(old) or code)
    base.setItalic(old.fontItalic())
    base.setStrikeOut(old.fontStrikeOut())
    form.setFont(base)
    form.clearProperty(QTextFormat.Property.FontSizeAdjustment)
    form.clearBackground()
    form.setForeground(QColor(tokens.accent_text if old.isAnchor() else tokens.text))
    form.setFontUnderline(old.isAnchor())
    return form


def _name_pictures(document: QTextDocument, cursor: QTextCursor, tokens: Tokens) -> None:
    """A picture is never loaded; in its place stands what it would have been."""
    pictures = [
        (start, length, form)
        for block in blocks(document)
        for start, length, form in fragments(block)
        if form.isImageFormat()
    ]
    for start, length, form in reversed(pictures):
        plain = QTextCharFormat()
        plain.setFont(fonts.sans(fonts.SECONDARY))
        plain.setForeground(QColor(tokens.text_3))
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(f"[picture, not loaded: {form.toImageFormat().name()}]" * max(1, length), plain)


def _dress_tables(document: QTextDocument, tokens: Tokens) -> None:
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            form = QTextTableFormat(frame.format().toTableFormat())
            form.setBorder(1)
            form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            form.setTopMargin(_PARAGRAPH_GAP)
            form.setBottomMargin(0)
            form.setBorderBrush(QColor(tokens.border))
            form.setBorderCollapse(True)
            form.setCellPadding(6)
            form.setCellSpacing(0)
            form.setAlignment(Qt.AlignmentFlag.AlignLeft)
            frame.setFormat(form)
