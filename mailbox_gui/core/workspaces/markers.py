"""The marker of a workaround in a line of source: behind a comment leader, with a slug or with a text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.debts.slugs import derived_slug, is_slug

LONGEST_TEXT: Final = 300
_MOST_IN_A_FILE: Final = 500

# What a file must hold to be looked at more closely, as bytes.
WORDS: Final = re.compile(rb"WORKAROUND|HACK:|" + "КОСТЫЛЬ:".encode())
_MARKER: Final = re.compile(r"WORKAROUND(?:\(([^()\n]{0,200})\))?:|HACK:|КОСТЫЛЬ:")
# A leader directly before the marker; between them no more than signs that draw a comment.
_LEADER: Final = re.compile(r"(#|//|/\*|<!--|\*|--|;|%)[\s#/*;%!\-]*$")
# Quotes begin a comment in some languages and a text in most: at the beginning of a line, or alone between blanks.
_QUOTE: Final = re.compile(r"^\s*[\"']+\s*$|\s[\"']\s+$")
_BEFORE: Final = 200
_CLOSERS: Final = {"*": "*/", "<!--": "-->"}


@dataclass(frozen=True, slots=True)
class Found:
    """A marker in a file: its slug, its line (from 1), and the text behind it on one line."""

    slug: str
    line: int
    text: str


def markers_in(text: str) -> Iterator[Found]:
    """The markers in the text of a file, in their order; at most 500. Takes time linear in the text."""
    line, counted, found = 1, 0, 0
    for match in _MARKER.finditer(text):
        start = text.rfind("\n", 0, match.start()) + 1
        leader = _leader(text[max(start, match.start() - _BEFORE) : match.start()])
        if leader is None:
            continue
        line += text.count("\n", counted, match.start())
        counted = match.start()
        end = text.find("\n", match.end())
        said = _text(text[match.end() : end if end >= 0 else len(text)], leader)
        slug = match[1].strip() if match[1] else ""
        yield Found(slug if is_slug(slug) else derived_slug(said), line, said[:LONGEST_TEXT])
        found += 1
        if found == _MOST_IN_A_FILE:
            return


def _leader(before: str) -> str | None:
    """The comment leader that `before` ends with, None when it ends with none."""
    match = _LEADER.search(before)
    if match is None:
        return '"' if _QUOTE.search(before) else None
    # What ends it is the end of a block wherever a block was begun on the way.
    return next((leader for leader in ("<!--", "*") if leader in match[0]), match[1])


def _text(rest: str, leader: str) -> str:
    """What stands behind the marker, without the end of the comment, white space folded."""
    closer = _CLOSERS.get(leader)
    if closer is not None:
        rest = rest.partition(closer)[0]
    elif leader == '"':
        rest = rest.rstrip().rstrip("\"',;)")
    return " ".join(rest.split())
