"""The three ways in which a text is looked at, so that encodings, marks and line breaks hide nothing.

1. as it is; 2. entities, percent signs and escapes decoded, NFKC, without invisible characters and Markdown; 3. that
with the body's line breaks and all quote marks removed. The second keeps every line break, the third a table of them.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from urllib.parse import unquote

# What shows nothing and can stand inside a word: soft hyphen, joiners, marks, fillers, selectors, tags (Unicode's
# default ignorables), and combining marks that NFKC leaves apart.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u0300-\u036f\u20d0-\u20f0]"
)
_WIDE_PUNCTUATION = re.compile("[。、「」『』“”„‟«»‹›‘’‚…·•【】《》〈〉]")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\})")
_MARKDOWN_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
# Tags that only dress text; `<password>` names it.
_TAG = re.compile(
    r"(?i)<(?:!--[^\n]{0,200}?--|/?(?:a|abbr|b|big|br|code|del|div|em|font|h[1-6]|hr|i|ins|kbd|li|mark|ol|p|pre|q|s|samp"
    r"|small|span|strike|strong|sub|sup|t[dhrt]|u|ul|var|wbr)(?:\s[^<>\n]{0,120})?/?)>"
)
_CONCATENATION = re.compile(rb"[\"'][ \t]{0,3}[+.&]?[ \t]{0,3}[\"']")

# Punctuation that ends a word in prose but not in the rules of the scanner. Opening brackets stay: they tell a call.
_ENDING = b",)]}<>|\r"
_SOFT = bytes.maketrans(_ENDING, b" " * len(_ENDING))
_MARKS = b"*`\x7f" + bytes(code for code in range(0x20) if code not in b"\t\n\r")
_QUOTES = b"\"'"
_EDGE = b" \t\r\\+\"'>|"
# More rounds of decoding than anybody nests by accident.
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class View:
    """Bytes to scan. `starts` are the offsets at which lines begin and `lines` their numbers, where they differ from
    the text's own; empty for a view that has the text's own line breaks.
    """

    content: bytes
    starts: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    def joined(self) -> bool:
        """Whether line breaks were removed."""
        return bool(self.starts)

    def line_at(self, offset: int) -> int:
        """The number of the line of the text that holds the byte at `offset`; only for a joined view."""
        return self.lines[max(bisect_right(self.starts, offset) - 1, 0)]

    def breaks(self, start: int, end: int) -> tuple[int, ...]:
        """The offsets inside `start`..`end` at which a line break was removed."""
        return tuple(self.starts[bisect_right(self.starts, start) : bisect_right(self.starts, end - 1)])


def views_of(text: str, head_lines: int) -> tuple[View, View, View]:
    """The three views of a text whose first `head_lines` lines are the header. Linear in the length of the text."""
    plain = text.encode("utf-8", "surrogatepass")
    decoded = decoded_text(text).encode("utf-8", "surrogatepass")
    return View(plain), View(_softened(decoded)), _joined(_concatenated(decoded), head_lines)


def decoded_text(text: str) -> str:
    """The text with entities, percent signs and escapes decoded, NFKC, without invisible characters and tags.

    Has the same number of lines: a decoded line break becomes a blank.
    """
    for _ in range(_ROUNDS):
        before = text
        if "&" in text:
            text = _ENTITY.sub(lambda match: _one_line(html.unescape(match.group())), text)
        if "%" in text:
            text = _PERCENT.sub(lambda match: _one_line(unquote(match.group(), errors="replace")), text)
        if "\\" in text:
            text = _ESCAPE.sub(_unescaped, text)
        if text == before:
            break
    if not text.isascii():
        text = _INVISIBLE.sub("", _one_text(unicodedata.normalize("NFKC", text), text))
        text = _WIDE_PUNCTUATION.sub(" ", text)
    if "\\" in text:
        text = _MARKDOWN_ESCAPE.sub(r"\1", text)
    if "<" in text and ">" in text:
        text = _TAG.sub("", text)
    return text


def _one_line(decoded: str) -> str:
    return decoded.replace("\n", " ").replace("\r", " ") if "\n" in decoded or "\r" in decoded else decoded


def _one_text(normal: str, text: str) -> str:
    # NFKC makes no line breaks; should a version of Unicode ever do so, the lines of the text count.
    return normal if normal.count("\n") == text.count("\n") else text


def _unescaped(match: re.Match[str]) -> str:
    digits = match.group(1) or match.group(2) or match.group(3)
    code = int(digits, 16)
    return chr(code) if 0x20 <= code < 0xD800 or 0xE000 <= code < 0x110000 else " "


def _concatenated(content: bytes) -> bytes:
    return _CONCATENATION.sub(b"", content) if b'"' in content or b"'" in content else content


def _softened(content: bytes) -> bytes:
    content = content.translate(_SOFT, _MARKS)
    if b"~~" in content:
        content = content.replace(b"~~", b"")
    for mark in (b".", b"!", b"?"):
        if mark in content:
            content = content.replace(mark + b" ", b"  ").replace(mark + b"\n", b" \n")
    return content


def _joined(content: bytes, head_lines: int) -> View:
    """The body's lines run together up to a blank one and behind a comma; the header's lines stay apart."""
    parts: list[bytes] = []
    starts: list[int] = []
    numbers: list[int] = []
    at = 0
    hard_lines = content.split(b"\n")
    for number, line in enumerate(_softened(content).split(b"\n"), 1):
        piece = line.strip(_EDGE)
        if number <= head_lines or hard_lines[number - 1].endswith((b",", b";", b",\r", b";\r")):
            piece += b"\n"
        if b'"' in piece or b"'" in piece:
            piece = piece.translate(None, _QUOTES)
        if not piece:
            piece = b"\n"
        starts.append(at)
        numbers.append(number)
        parts.append(piece)
        at += len(piece)
    return View(b"".join(parts), tuple(starts), tuple(numbers))
