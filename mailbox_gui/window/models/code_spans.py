"""The parts of code that have a colour: keywords, strings and numbers of the languages that agents write most.

One pass over the text in linear time, whatever an agent puts there: the grammars of highlighting libraries backtrack,
and a text that is made for it would stop the window. Comments are not dimmed: they may hold what matters most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Part = Literal["keyword", "string", "number"]

LONGEST: Final = 20_000
MOST: Final = 2_000

# Each alternative takes at least one character and none can match the same text in two ways; strings and comments end
# at their line's or the text's end where nothing closes them.
_COMMENT: Final = {
    "#": r"(?P<comment>(?<![^\s;&|(])\#[^\n]*)",
    "//": r"(?P<comment>//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)",
    "--": r"(?P<comment>--[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)",
    "": r"(?P<comment>(?!))",
}
_STRING: Final = r"""(?P<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\\n]|\\.)*`?)"""
_STRING_SHELL: Final = r"""(?P<string>"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?)"""
_STRING_LONG: Final = (
    r"""(?P<string>\"{3}(?:[^"\\]|\\[\s\S]|"(?!""))*(?:\"{3})?|'{3}(?:[^'\\]|\\[\s\S]|'(?!''))*(?:'{3})?"""
    r"""|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)"""
)
_NUMBER: Final = r"(?P<number>(?<![\w.])[0-9][\w.]*)"
_WORD: Final = r"(?P<word>[^\W\d][\w-]*)"
_WORD_PLAIN: Final = r"(?P<word>[^\W\d]\w*)"


@dataclass(frozen=True, slots=True)
class _Language:
    pattern: re.Pattern[str]
    keywords: frozenset[str]
    fold: bool = False


def _language(comment: str, string: str, keywords: str, *, word: str = _WORD_PLAIN, fold: bool = False) -> _Language:
    pattern = "|".join((_COMMENT[comment], string, _NUMBER, word))
    return _Language(re.compile(pattern), frozenset(keywords.split()), fold)


_SHELL: Final = _language(
    "#", _STRING_SHELL,
    "if then elif else fi for while until do done case esac in function return exit local export readonly declare set "
    "unset source eval exec trap sudo rm dd mkfs chmod chown curl wget ssh scp kill",
    word=_WORD,
)  # fmt: skip
_PYTHON: Final = _language(
    "#", _STRING_LONG,
    "False None True and as assert async await break class continue def del elif else except finally for from global "
    "if import in is lambda match case nonlocal not or pass raise return try while with yield",
)  # fmt: skip
_C_LIKE: Final = _language(
    "//", _STRING,
    "abstract as async await bool boolean break case catch char class const continue crate default defer delete do "
    "double else enum export extends extern false final finally float fn for func function go if impl implements "
    "import in int interface let long loop match mod move mut new nil null package private protected pub public "
    "return self static string struct super switch this throw trait true try type typeof undefined unsafe use var void "
    "where while yield",
)  # fmt: skip
_SQL: Final = _language(
    "--", _STRING,
    "add all alter and as asc begin between by case check column commit constraint create cross database default "
    "delete desc distinct drop else end exists foreign from grant group having if in index inner insert into is join "
    "key left like limit not null offset on or order outer primary references revoke right rollback select set table "
    "then truncate union unique update values view when where with",
    fold=True,
)  # fmt: skip
_DATA: Final = _language("#", _STRING, "true false null yes no on off", fold=True)
_JSON: Final = _language("", _STRING, "true false null")
_NAMED: Final = {
    **dict.fromkeys(("sh", "bash", "shell", "zsh", "console", "dockerfile", "make", "makefile"), _SHELL),
    **dict.fromkeys(("py", "python", "python3"), _PYTHON),
    **dict.fromkeys(
        ("js", "javascript", "ts", "typescript", "jsx", "tsx", "c", "h", "cpp", "c++", "cs", "csharp", "java", "kotlin",
         "go", "rust", "rs", "swift", "php", "scala", "dart"),
        _C_LIKE,
    ),
    **dict.fromkeys(("sql", "sqlite", "postgresql", "mysql"), _SQL),
    **dict.fromkeys(("yaml", "yml", "toml", "ini", "conf"), _DATA),
    **dict.fromkeys(("json", "jsonl", "json5"), _JSON),
}  # fmt: skip


def code_spans(language: str, text: str) -> Iterator[tuple[int, int, Part]]:
    """Start, length and part of what has a colour, in order; nothing of an unknown language or a very long text."""
    known = _NAMED.get(language.strip().lower())
    if known is None or len(text) > LONGEST:
        return
    count = 0
    for match in known.pattern.finditer(text):
        part: Part
        match match.lastgroup:
            case "string":
                part = "string"
            case "number":
                part = "number"
            case "word":
                word = match.group()
                if (word.lower() if known.fold else word) not in known.keywords:
                    continue
                part = "keyword"
            case _:
                continue
        yield match.start(), match.end() - match.start(), part
        count += 1
        if count == MOST:
            return
