"""Judges what the rules found: a candidate by its value and by the words around it."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from mailbox_gui.core.checks.secret_scan import values
from mailbox_gui.core.checks.secret_scan.assignments import is_assigned_password, is_assigned_secret
from mailbox_gui.core.checks.secret_scan.candidate import PUBLIC, Candidate, is_named_hash, whole_value

_HASH_SIGN = re.compile(r"(?i)(?:sha-?\d{1,3}|md5|digest|checksum|integrity)[\"']?\s{0,2}[=:-]\s{0,2}[\"']?$")
_AWS_ID: Final = "mailbox.shape.aws-id"
_HASH_LINE = re.compile(r"^[\s>`\"'*-]*[0-9a-fA-F]{32,128}\b")
_GENERIC_USERS: Final = frozenset(
    ("", "user", "username", "foo", "example", "test", "usr", "login", "name", "me", "someone")
)
_GENERIC_PASSWORDS: Final = frozenset(
    ("pass", "password", "passwd", "pwd", "pw", "secret", "bar", "token", "test", "example", "changeme", "placeholder")
)
_WHOLE_PLACEHOLDER = re.compile(
    r"^(?:[\$%]\{?[A-Za-z_][\w.]*\}?%?|\{\{?.*\}?\}|\$\(.*|<.*>?|\[.*\]|[*.•x_X-]+|\(?redacted\)?|%[sdvr]|:?[a-z_]*\})$",
    re.IGNORECASE,
)


def is_confirmed(candidate: Candidate) -> bool:  # noqa: PLR0911 - one answer for each sort of rule
    """Whether a candidate of a rule is taken for a secret; rules without `check` are their own proof."""
    rule = candidate.rule
    if not rule.startswith("mailbox."):
        value = candidate.value.strip("\"'")
        return not (_HASH_SIGN.search(candidate.before) or (values.is_hash(value) and is_named_hash(candidate)))
    kind = rule.split(".", 2)[1]
    match kind:
        case "check-assignment":
            return is_assigned_secret(candidate)
        case "check-password":
            return is_assigned_password(candidate)
        case "check-dense":
            value = values.trimmed(whole_value(candidate))
            return values.is_secret_value(value) and not (values.is_hash(value) and is_named_hash(candidate))
        case "check-sk":
            return _is_api_key(candidate.value)
        case "check-basic":
            return _holds_colon(candidate.value)
        case "check-url":
            return _is_user_and_password(candidate.value)
        case "check-url-token":
            return values.is_secret_value(candidate.value)
        case "check-hex-line":
            return _is_lone_key(candidate)
        case "check-hex-key":
            return PUBLIC.search(candidate.before[-60:]) is None
        case _:
            return not _is_drawn(candidate) and not (rule == _AWS_ID and _is_word_list(candidate))


def _is_word_list(candidate: Candidate) -> bool:
    """Whether what looks like an id of Amazon's is capitals only that lines (`ASIA`, …) or a longer word made."""
    if any(map(str.isdigit, candidate.value)):
        return False
    return len(candidate.pieces) > 1 or not candidate.value.startswith("AKIA")


def _is_drawn(candidate: Candidate) -> bool:
    """Whether a token of a known shape is only drawn: a blank that stands for a character, repeated."""
    first = next((piece for piece in candidate.pieces if piece), "")
    drawn = first if len(first) >= values.SHORTEST else candidate.value
    return len(set(drawn[-12:].casefold())) == 1 and drawn[-1] in "xX0*.#?_-"


def _is_api_key(value: str) -> bool:
    """Whether `sk-…` is a key: style sheets and words with dashes have no digit, or no capital beside it."""
    made = any(map(str.isdigit, value)) and any(map(str.isupper, value))
    return not values.is_placeholder(value) and (made or values.is_mixed(value))


def _holds_colon(value: str) -> bool:
    """Whether base64 says `user:password`."""
    padded = value.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return False
    user, colon, password = text.partition(":")
    return bool(colon) and bool(user or password) and text.isprintable()


def _is_user_and_password(value: str) -> bool:
    user, _, password = value.partition(":")
    password = password.rstrip("'\"")
    if len(password) < 3 or _WHOLE_PLACEHOLDER.match(password):
        return False
    if user.casefold() in _GENERIC_USERS and password.casefold() in _GENERIC_PASSWORDS:
        return False
    return not any(word in re.split(r"[^a-z]+", password.casefold()) for word in ("your", "changeme", "placeholder"))


def _is_lone_key(candidate: Candidate) -> bool:
    """Whether 64 hex digits on a line of their own are a key: nothing above them says that they are a hash.

    The line that says so may stand above a list of such lines; three such lines without a word are a dump of something.
    """
    above = [line for line in candidate.before.split("\n") if line.strip(" \t>`\"'")]
    below = [line for line in candidate.after.split("\n")[1:] if line.strip(" \t>`\"'")]
    run = 1 + _leading_hashes(above[::-1]) + _leading_hashes(below)
    words = [line for line in above if not _HASH_LINE.match(line)]
    explained = any(PUBLIC.search(line) for line in words[-2:])
    return run < 3 and not explained and len(set(candidate.value)) > 4


def _leading_hashes(lines: list[str]) -> int:
    count = 0
    for line in lines:
        if not _HASH_LINE.match(line):
            break
        count += 1
    return count
