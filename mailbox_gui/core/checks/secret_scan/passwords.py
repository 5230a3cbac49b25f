"""Tells a password from what else stands behind a word for one: names, versions, paths, code, rules for passwords."""

from __future__ import annotations

import re
from typing import Final

from mailbox_gui.core.checks.secret_scan import values
from mailbox_gui.core.checks.secret_scan.spelling import runs, strangeness, turns

SHORTEST_PASSWORD: Final = 10

# How strange a value must be where nothing else tells, and where it could be code or nothing is assigned.
_STRANGE: Final = 3.0
_STRANGEST: Final = 4.5
# Letters in a run, on the average, below which letters alone are no words.
_SHORTEST_RUN: Final = 2.6
_CHUNK = re.compile(r"[A-Za-z0-9]+")
_WORD_AND_NUMBER = re.compile(r"([A-Za-z]+)(\d{2,})")
# Signs that no name, path, version or list has inside; at the beginning they mark a tag, an anchor or a reference.
_SIGN = re.compile(r"(?<=.)[!#$@^&]")
# These stand in calculations and patterns, too.
_WEAK_SIGN = re.compile(r"(?<=.)[%+~*?;]")
_ANY_SIGN = re.compile(r"(?<=.)[!#$@^&%+~*?;=]")
_CODE = re.compile(
    r"^[A-Za-z_.-]+\d{0,4}[=:]|^\d+[,;]|\{[a-z-]+:|[!=<>:+*/-]=|=>|->|::|\(\)|\(\?|\\[dswSDWnrtb]|[aA]-[zZ]|\{\d|%[sdr]|&&"
    r"|[a-z]\|[a-z]|^[a-z]+\d?(?:,[a-z]+\d?)+$|^[a-z]*#[a-z_-]+\d{0,2}$|^[\w.-]*\.[a-z]{2,4}[#?!]|/[\w.-]*[#?]|^![A-Za-z]"
)
_DRAWN = re.compile(r"(?i)^example|x{4}|[*]{3}|[.]{3}|&#?\w{1,8};")
_ADDRESS = re.compile(r"^[\w.+-]+@[A-Za-z][A-Za-z-]*\d{0,3}[.:][\w.:-]+$|^[a-z0-9._+-]+@[a-z][a-z-]*\d{0,3}$|@v?\d+\.")
# Names joined by slashes; a number only ends a name, where digits stand inside it is none.
_NAME: Final = r"[A-Za-z][A-Za-z_.-]*\d*(?:\.\w{1,5}){0,3}"
_PATH = re.compile(rf"(?:\.{{0,2}}|~)/?{_NAME}(?:/{_NAME})+/?|/[a-z._-]+\d*")
_SIZE = re.compile(r"\d+x\d+(?:[a-z]{1,2}|@\d+)?")
_VERSIONED = re.compile(
    r"(?i)[-_]?v?\d+(?:\.\d+)+|[-_]v\d+$|[234]d(?![a-z])|zxcvbn|v\d+(?:alpha|beta|rc)\d*|utf8mb4|log4j2?|(?<![a-z0-9])(?:[a-z]2[a-z](?![a-z0-9])|[hx]26[45])"
)
# Values of examples and names of fields and variables, with or without a number.
_SAMPLE = re.compile(
    r"(?i)(?:my|new|old|the|a|your|our|some|any|test(?:ing|er)?|demo|fake|mock|foo|bar|baz|pass(?:word|wd|phrase|code)?"
    r"|pwd?|secret|user(?:name)?|admin|root|default|temp|wrong|correct|invalid|valid|bad|good|plain(?:text)?|super"
    r"|strong|weak|random|long|short|abc|xyz|key|token|value|string|text|field|db|is|in|for|with|and|not)+"
)


def is_no_password(value: str) -> bool:
    """Whether a value is written as code, an address, a path or a rule for passwords."""
    return _is_name_or_place(value) or _CODE.search(value) is not None


def is_short_password(value: str, *, signed: bool = True, direct: bool = True) -> bool:
    """Whether a value of 10 to 15 characters mixes letters with digits or punctuation as only passwords do.

    `signed` tells that it is assigned to a word, `direct` that nothing else stands between: then a word and two
    digits are enough.
    """
    if not SHORTEST_PASSWORD <= len(value) < values.SHORTEST:
        return False
    if values.is_placeholder(value) or _DRAWN.search(value) or _is_name_or_place(value):
        return False
    rest = _VERSIONED.sub("a", values.without_terms(value))
    if value.isalpha():
        return len(runs(value)) * _SHORTEST_RUN > len(value)
    if not any(map(str.isalpha, value)) or not (any(map(str.isdigit, value)) or _ANY_SIGN.search(value)):
        return False
    is_code = _CODE.search(value) is not None
    if strangeness(rest) >= (_STRANGE if signed and not is_code else _STRANGEST):
        return True
    if is_code:
        return False
    named = signed and _is_word_and_number(value, 2 if direct else 4)
    return named or _has_digits_inside(rest) or _has_signs(rest)


def _is_name_or_place(value: str) -> bool:
    found = _ADDRESS.search(value) or _SIZE.fullmatch(value) or _PATH.fullmatch(value)
    return found is not None


def _has_digits_inside(value: str) -> bool:
    """Whether digits stand between letters again and again; a chunk of letters and a number is a name, however many."""
    counts = [turns(chunk) for chunk in _CHUNK.findall(value)]
    return max(counts, default=0) >= 3 or sum(count for count in counts if count > 1) >= 4


def _has_signs(value: str) -> bool:
    """Whether letters and digits have a sign among them, or letters two different ones, that names and paths lack."""
    signs = set(_SIGN.findall(value))
    if len(signs) >= 2 or (signs and any(map(str.isdigit, value))):
        return True
    of_all_sorts = any(map(str.isdigit, value)) and any(map(str.isupper, value)) and any(map(str.islower, value))
    return of_all_sorts and _WEAK_SIGN.search(value) is not None


def _is_word_and_number(value: str, digits: int) -> bool:
    """Whether a word and a number are all there is, and the word is none of samples and field names."""
    match = _WORD_AND_NUMBER.fullmatch(value)
    return match is not None and len(match[2]) >= digits and _SAMPLE.fullmatch(match[1]) is None
