"""The ways in which a secret may be written so that a plain search misses it, each a function of text to body."""

from __future__ import annotations

import base64
from collections.abc import Callable


def _halves(secret: str) -> tuple[str, str]:
    return secret[: len(secret) // 2], secret[len(secret) // 2 :]


def _inside(mark: str) -> Callable[[str], str]:
    def put(secret: str) -> str:
        first, second = _halves(secret)
        return first + mark + second

    return put


def _each(form: Callable[[str], str]) -> Callable[[str], str]:
    return lambda secret: "".join(map(form, secret))


def _wrapped(start: str, width: int = 12) -> Callable[[str], str]:
    def wrap(secret: str) -> str:
        return "\n".join(start + secret[at : at + width] for at in range(0, len(secret), width))

    return wrap


def _fullwidth(character: str) -> str:
    return chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else character


EVASIONS: dict[str, Callable[[str], str]] = {
    "split over two lines": _inside("\n"),
    "split, CRLF": _inside("\r\n"),
    "split and indented": _inside("\n    "),
    "split with a backslash": _inside("\\\n"),
    "many lines": _wrapped(""),
    "quoted lines": _wrapped("> "),
    "deeply quoted lines": _wrapped("> > "),
    "zero-width space": _inside("\u200b"),
    "zero-width between all": "\u200b".join,
    "word joiner": _inside("\u2060"),
    "soft hyphen": _inside("\u00ad"),
    "byte order mark": _inside("\ufeff"),
    "bidi mark": _inside("\u200e"),
    "combining joiner": _inside("\u034f"),
    "variation selector": _inside("\ufe0f"),
    "fullwidth": _each(_fullwidth),
    "mathematical letters": _each(lambda c: chr(0x1D5BA + ord(c) - 97) if "a" <= c <= "z" else c),
    "percent, all": _each(lambda c: f"%{ord(c):02X}"),
    "percent, twice": _each(lambda c: f"%25{ord(c):02x}"),
    "percent, letters": _each(lambda c: f"%{ord(c):02x}" if c in "aeiou_-" else c),
    "decimal entities": _each(lambda c: f"&#{ord(c)};"),
    "hexadecimal entities": _each(lambda c: f"&#x{ord(c):x};"),
    "entity and percent": _each(lambda c: f"&#37;{ord(c):02x}" if c.isupper() else c),
    "bold inside": lambda secret: _halves(secret)[0] + "**" + _halves(secret)[1] + "**",
    "italic inside": _inside("*"),
    "code inside": _inside("`"),
    "struck out inside": _inside("~~"),
    "tag inside": _inside("<b></b>"),
    "comment inside": _inside("<!-- x -->"),
    "markdown escapes": _each(lambda c: "\\" + c if c in "_-.+/:@" else c),
    "unicode escapes": _each(lambda c: f"\\u{ord(c):04x}"),
    "hex escapes": _each(lambda c: f"\\x{ord(c):02x}" if c.isdigit() else c),
    "concatenated": lambda secret: f'"{_halves(secret)[0]}" + "{_halves(secret)[1]}"',
    "concatenated over lines": lambda secret: f'"{_halves(secret)[0]}" +\n    "{_halves(secret)[1]}"',
    "strings side by side": lambda secret: f"'{_halves(secret)[0]}' '{_halves(secret)[1]}'",
    "quote marks inside": _inside('"'),
    "quoted": lambda secret: f"“{secret}”",
    "zero-width and split": lambda secret: _inside("\n")("\u200b".join(secret)),
    "base64": lambda secret: base64.b64encode(secret.encode()).decode(),
}
