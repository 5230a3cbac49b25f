"""Judges what is assigned to a word that may name a secret, by the word, the value and what stands between them."""

from __future__ import annotations

import re

from mailbox_gui.core.checks.secret_scan import values
from mailbox_gui.core.checks.secret_scan.candidate import Candidate, is_named_hash, whole_value
from mailbox_gui.core.checks.secret_scan.passwords import is_no_password, is_short_password

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
# Words that mean a password only where something is assigned to them, and the names that they end for one.
_SHORT_WORD = re.compile(r"(?i)^(.*?)[_.-]?(?:pass|pw)[_-]?\d{0,2}$")
_OWNER_OF_PASS = re.compile(
    r"^[A-Z0-9_]+$|(?i:^|[_.-]|(?<=[a-z])(?=[A-Z]))(?i:db|database|users?|usr|admin|root|my|mysql|pg|postgres\w*|sql"
    r"|mongo|redis|rabbit\w*|ftp|smtp|imap|mail|http|basic|auth|login|api|app|web|ldap|wifi|wlan|vpn|proxy|ssh|ssl"
    r"|sudo|master|owner|account|acct|svc|service|client|server|key|store|cert|p12|pfx|jks|test)$"
)
# What a value is that has such a word between the word for a password and itself, as in `password file: …`.
_OTHER_WORD = re.compile(
    r"(?i)(?:^|[\s_-])(?:hash|digest|file|path|ids?|length|policy|url|uri|link|type|fields?|columns?|(?:user)?names?"
    r"|login|managers?|selectors?|entry|vault|keyring|hint|salt|version|commit|revision|build|run|ref|env|variable"
    r"|algorithm|scheme|encoding|format|regex|pattern|strength|хеш|хэш|файл|путь|длина|логин|文件|路径|用户名)"
    r"\W{0,6}(?:is\W{1,6})?$"
)
_PUBLIC_KEY = re.compile(r"(?i)pub(?:lic)?[ _-]?key")
_HARMLESS_TOKEN = re.compile(
    r"(?i)(?:(?:page|next|prev|pagination|continuation|cursor|sync|idempotency|correlation|trace|lexer|parser)"
    r"[ _-]?tokens?"
    r"|(?:cache|primary|foreign|partition|sort|range|group|object|row|map|dict|lock|dedup\w*|idempotency|routing"
    r"|index|json|event|natural|composite)[ _-]?keys?)$"
)
_ASSIGNING = re.compile(r"[:=|>→—–：＝]|\b(?:is|was|ist|lautet|es|est)\b|это|是|为|為")
# What stands behind a word without any sign between them and means itself: a version, another assignment.
_OTHER_THING = re.compile(r"v?\d+(?:[.:]\d+)+|[A-Za-z_]\w*=")


def is_assigned_secret(candidate: Candidate) -> bool:
    """Whether the word names a secret and what is assigned to it is one of 16 or more characters."""
    word = candidate.word.rstrip("_-")
    if _NAMES_A_SECRET.search(word) is None or _HARMLESS_WORD.search(word) or _PUBLIC_KEY.search(word):
        return False
    value = values.trimmed(whole_value(candidate))
    strict = _NAMES_A_PASSWORD.search(word) is not None and word.casefold() != "pass"
    return _stands_as_secret(candidate, word, value, strict=strict)


def _stands_as_secret(candidate: Candidate, word: str, value: str, *, strict: bool) -> bool:
    """Whether a value behind a word that may name a secret is one, by the value and by what is between them."""
    lowered = word.casefold()
    if not values.is_secret_value(value, strict=strict and not is_no_password(value)):
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
        return _means_secret(lowered) and _ASSIGNING.search(gap) is not None and not is_named_hash(candidate)
    if "seed" in lowered:
        return len(value) >= 32
    return True


def is_assigned_password(candidate: Candidate) -> bool:
    """Whether a word for a password is followed by one; from 16 characters on as behind any other word."""
    word = candidate.word
    left, _, gap = candidate.before.rpartition(word)
    signed = _ASSIGNING.search(gap) is not None
    wordless = not any(map(str.isalnum, gap))
    short_word = _SHORT_WORD.match(word)
    if short_word is not None and not (signed and wordless and _may_name_a_password(left[-1:], short_word[1])):
        return False  # the verb, a compass, a pass of a compiler
    if word.casefold() == "1password":
        return False  # the program
    bare = short_word is not None and not short_word[1]
    whole = whole_value(candidate)
    value = values.trimmed(whole)
    if len(value) >= values.SHORTEST:
        return _stands_as_secret(candidate, word, value, strict=not bare)
    if _OTHER_WORD.search(gap) is not None:
        return False
    direct = signed and (wordless or gap.strip(" \t\"'`").isalpha())
    # In quotes and right behind a sign the punctuation at the end is no sentence's.
    exact = whole if gap[-1:] in ("=", '"', "'", "`") else value
    if not any(is_short_password(one, signed=signed and not bare, direct=direct) for one in (value, exact)):
        return False
    return not values.is_hex(value) or (direct and value[:2] != "0x" and not is_named_hash(candidate))


def _may_name_a_password(before: str, owner: str) -> bool:
    """Whether `pass` behind `owner` stands for a password: alone, in capitals, or of something that has one."""
    return not before.isalpha() and (not owner or _OWNER_OF_PASS.search(owner) is not None)


def _means_secret(word: str) -> bool:
    """Whether a word alone makes even a hash or a UUID behind it a secret."""
    return any(
        part in word
        for part in (
            "pass", "pwd", "secret", "token", "api", "access", "private", "auth", "credential", "sign", "encrypt",
            "парол", "токен", "секрет", "密码", "口令", "令牌", "密钥", "seed",
        )
    )  # fmt: skip
