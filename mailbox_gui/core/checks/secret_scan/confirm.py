"""Judges what the rules found: a candidate by its value and by the words around it."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.checks.secret_scan import values

# Words that say that a key is no secret, or that the word before the value means something else.
_PUBLIC = re.compile(
    r"(?i)public|pubkey|\bpub\b|\.pub\b|fingerprint|\bauthor\b|verif|sha-?256|sha-?1\b|sha-?512|md5|digest|hash|checksum"
    r"|\bsums?\b|commit|revision|\bid\b|хеш|хэш|контрольн|сумм|открыт|校验|公钥|摘要|哈希"
)
_HARMLESS_WORD = re.compile(
    r"(?i)(?:[_-]|(?<=[a-z])(?=[A-Z]))?(?:files?|paths?|names?|ids?|type|url|uri|hash|len|length|count|env|var|field"
    r"|policy|ttl|expir\w*|size|version|fingerprint|arn|ref|prefix|bucket|alias|label|hint|store|manager|class"
    r"|provider|scope|index|error|regex|pattern|usage|limit|budget|created|at)$"
)
_NAMES_A_SECRET = re.compile(
    r"(?i)pass(?:word|wd|phrase|code|wort)|pass$|kennwort|contrase|mot de passe|pwd|secret|token|credential|key|seed"
    r"|identified.by|парол|токен|секрет|ключ|密码|密碼|口令|令牌|密钥|密鑰|钥匙|パスワード|비밀번호"
)
_NAMES_A_PASSWORD = re.compile(
    r"(?i)pass(?:word|wd|phrase|code|wort)|(?<![a-z])pass$|kennwort|contrase|mot de passe|pwd|парол|密码|密碼|口令"
)
_PUBLIC_KEY = re.compile(r"(?i)pub(?:lic)?[ _-]?key")
_HARMLESS_TOKEN = re.compile(
    r"(?i)(?:(?:page|next|prev|pagination|continuation|cursor|sync|idempotency|correlation|trace|lexer|parser)"
    r"[ _-]?tokens?"
    r"|(?:cache|primary|foreign|partition|sort|range|group|object|row|map|dict|lock|dedup\w*|idempotency|routing"
    r"|index|json|event|natural|composite)[ _-]?keys?)$"
)
_ASSIGNING = re.compile(r"[:=|>→—–：＝]|\bis\b|это|是|为")
_HASH_SIGN = re.compile(r"(?i)(?:sha-?\d{1,3}|md5|digest|checksum|integrity)[\"']?\s{0,2}[=:-]\s{0,2}[\"']?$")
# What stands behind a word without any sign between them and means itself: a version, another assignment.
_OTHER_THING = re.compile(r"v?\d+(?:[.:]\d+)+|[A-Za-z_]\w*=")
_NUMBER = re.compile(r"0x[0-9A-Fa-f]+|[\d.,]+")
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


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a rule found in one view: its id, the value and the bytes around it.

    `before` and `after` are some characters of the view around the value, `word` what a rule captured as the word that
    something is assigned to, `pieces` the parts of the value that stand on lines of their own in the text, one
    where it is whole.
    """

    rule: str
    value: str
    before: str = ""
    after: str = ""
    word: str = ""
    pieces: tuple[str, ...] = ()


def is_confirmed(candidate: Candidate) -> bool:
    """Whether a candidate of a rule is taken for a secret; rules without `check` are their own proof."""
    rule = candidate.rule
    if not rule.startswith("mailbox."):
        value = candidate.value.strip("\"'")
        return not (_HASH_SIGN.search(candidate.before) or (values.is_hash(value) and _is_named_hash(candidate)))
    kind = rule.split(".", 2)[1]
    match kind:
        case "check-assignment":
            return _is_assigned_secret(candidate)
        case "check-dense":
            value = values.trimmed(_whole_value(candidate))
            return values.is_secret_value(value) and not (values.is_hash(value) and _is_named_hash(candidate))
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
            return _PUBLIC.search(candidate.before[-60:]) is None
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


def _is_named_hash(candidate: Candidate) -> bool:
    """Whether the words before a value say that it is a hash or something public."""
    return _PUBLIC.search(candidate.before[-48:].rpartition("\n")[2]) is not None


def _is_assigned_secret(candidate: Candidate) -> bool:
    word = candidate.word.rstrip("_-")
    if _NAMES_A_SECRET.search(word) is None or _HARMLESS_WORD.search(word) or _PUBLIC_KEY.search(word):
        return False
    value = values.trimmed(_whole_value(candidate))
    lowered = word.casefold()
    strict = _NAMES_A_PASSWORD.search(word) is not None
    if not values.is_secret_value(value, strict=strict):
        return False
    if _HARMLESS_TOKEN.search(word):
        # Such a key or token names something; what is a secret all the same has a shape of its own.
        return False
    gap = candidate.before.rpartition(candidate.word)[2]
    if _ASSIGNING.search(gap) is None and _OTHER_THING.match(value):
        return False
    if lowered.endswith("pass") and any(map(str.isalpha, gap)):
        return False  # the verb
    if values.is_uuid(value) or values.is_hex(value):
        return _means_secret(lowered) and _ASSIGNING.search(gap) is not None and not _is_named_hash(candidate)
    if "seed" in lowered:
        return len(value) >= 32
    return True


def _whole_value(candidate: Candidate) -> str:
    """The value as it was probably meant, where removed line breaks ran the next line into it.

    A line that is long enough for a secret is judged alone, and a word that none would begin with is not continued.
    """
    pieces = [piece for piece in candidate.pieces if piece]
    if len(pieces) < 2:
        return candidate.value
    first = pieces[0]
    ends = len(first) >= values.SHORTEST or _NUMBER.fullmatch(first) or not values.is_mixed(first, strict=True)
    return first if ends else candidate.value


def _means_secret(word: str) -> bool:
    """Whether a word alone makes even a hash or a UUID behind it a secret."""
    return any(
        part in word
        for part in (
            "pass", "pwd", "secret", "token", "api", "access", "private", "auth", "credential", "sign", "encrypt",
            "парол", "токен", "секрет", "密码", "口令", "令牌", "密钥", "seed",
        )
    )  # fmt: skip


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
    explained = any(_PUBLIC.search(line) for line in words[-2:])
    return run < 3 and not explained and len(set(candidate.value)) > 4


def _leading_hashes(lines: list[str]) -> int:
    count = 0
    for line in lines:
        if not _HASH_LINE.match(line):
            break
        count += 1
    return count
