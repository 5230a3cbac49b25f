"""Tells a secret from what only stands where one could: placeholders, names, paths, hashes, moments, code."""

from __future__ import annotations

import re
from typing import Final

SHORTEST: Final = 16

_PLACEHOLDER_WORDS: Final = frozenset(
    (
        "your", "yours", "changeme", "placeholder", "redacted", "example", "insert", "replace", "replaceme", "removed",
        "masked", "omitted", "hidden", "todo", "dummy", "sample",
    )
)  # fmt: skip
_REFERENCE = re.compile(
    r"\$\{|\{\{|#\{|\$\(|%\(|%[\d.]+[a-z]|^\$[A-Za-z_]\w*$|^\$[A-Za-z_]\w*[/.:\[]|^%[A-Za-z_]\w*%$|^(?:\.{1,2}|~|/)/|^[A-Za-z]:\\"
    r"|^[a-z][a-z0-9+.-]*://|^(?i:vault|op|env|file|secret|ssm|arn|keyring|pass|bws|sha(?:1|224|256|384|512)|md5)[:-]"
    r"|^@@|^%%|^__|^[A-Za-z_][\w.]*[(\[]|^[A-Za-z_]+\d{0,2}(?:\.[A-Za-z_]+\d{0,2})+$|^--"
)
# Moments, message ids and UUIDs hold digits and letters and are no secrets.
_MOMENT = re.compile(
    r"(?<![0-9A-Za-z])(?:19|20)\d\d-?[01]\d-?[0-3]\d(?:[T_ ]?\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"(?![0-9A-Za-z])"
)
_MESSAGE_ID = re.compile(r"\d{8}T\d{6}Z-[a-z0-9-]{1,32}-[0-9a-f]{12}(?![0-9a-f])")
_UUID = re.compile(r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_HEX = re.compile(r"(?i)(?:0x)?[0-9a-f]+")
_HASH_LENGTHS: Final = frozenset({32, 40, 56, 64, 96, 128})
_CHUNK = re.compile(r"[A-Za-z0-9]+")
_WORDLIKE = re.compile(r"[A-Za-z]+\d{0,6}|\d+[A-Za-z]{0,3}|[A-Za-z]+\d{1,3}[A-Za-z]{1,8}")
# Names in which digits belong; they are read as one letter.
_TERMS = re.compile(
    r"(?i)argon2(?:id|i|d)?|pbkdf2|blake2[bs]?|ed25519|x25519|secp256k1|sha(?:1|224|256|384|512)|md5|b(?:ase)?(?:16|32|58|64|85)|utf-?(?:8|16)|pkcs\d{1,2}|x509"
    r"|aes(?:128|192|256)|rsa(?:2048|4096)|oauth2|ipv[46]|http[23]|py3\d{0,2}|x86_64|amd64|arm64|win32|mlkem\d{3,4}|i18n|l10n|k8s|x?chacha20|poly1305|x?salsa20\d{0,2}"
)
_LONGEST_WORDLIKE: Final = 12
# Groups of capitals and digits, as licence keys and recovery codes are written.
_GROUPS = re.compile(r"[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,}")
_PUNCTUATION = re.compile(r"[!#$%^&*?+=@]")
_CAMEL_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_REST = re.compile(r"&[A-Za-z_][\w.-]*=|\]\(")
_TRAILING: Final = ".,;:!?)]}|*_\\>\"'`"


def trimmed(value: str) -> str:
    """The value without the punctuation of the sentence or code around it, the rest of a query string or a link."""
    rest = _REST.search(value)
    if rest is not None:
        value = value[: rest.start()]
    return value.strip("|*_").rstrip(_TRAILING).lstrip("([{")


def is_placeholder(value: str) -> bool:
    """Whether a value says only that something belongs here: `xxxx`, `changeme`, `${TOKEN}`, `your-token-here`."""
    if _REFERENCE.search(value) or len(set(value.casefold()) - set("-_.")) <= 2:
        return True
    return any(chunk.casefold() in _PLACEHOLDER_WORDS for chunk in re.findall(r"[A-Za-z]+", value))


def is_hash(value: str) -> bool:
    """Whether a value is hexadecimal of the length of a common hash."""
    return len(value) in _HASH_LENGTHS and _HEX.fullmatch(value) is not None


def is_hex(value: str) -> bool:
    """Whether a value is hexadecimal, with or without `0x`."""
    return _HEX.fullmatch(value) is not None


def is_uuid(value: str) -> bool:
    """Whether a value is a UUID."""
    return _UUID.fullmatch(value) is not None


def without_terms(value: str) -> str:
    """The value with moments and message ids read as a dash, names in which digits belong as a letter."""
    return _TERMS.sub("a", _MOMENT.sub("-", _MESSAGE_ID.sub("-", value)))


def is_mixed(value: str, *, strict: bool = False) -> bool:
    """Whether letters and digits (or cases) are mixed as nobody writes words, names, versions or moments.

    `strict` is for values that stand behind a word for a password: there a word with digits at its end counts too.
    """
    rest = without_terms(value)
    if strict and (len(set(_PUNCTUATION.findall(rest))) >= 2 or _is_of_three_kinds(rest)):
        return True
    if _GROUPS.fullmatch(rest) is not None and sum(map(str.isdigit, rest)) >= 3 and sum(map(str.isalpha, rest)) >= 3:
        return True
    short = pairs = 0
    for chunk in _CHUNK.findall(rest):
        if strict and len(chunk) >= 8 and sum(map(str.isdigit, chunk)) >= 2 and not chunk.isdigit():
            return True
        if chunk.isalpha():
            if len(chunk) >= 12 and len(_CAMEL_WORD.findall(chunk)) * 2.6 > len(chunk):
                return True
            continue
        if chunk.isdigit() or (_WORDLIKE.fullmatch(chunk) is not None and len(chunk) <= _LONGEST_WORDLIKE):
            pairs += len(chunk) >= 6 and not chunk.isdigit()
            continue
        if len(chunk) > 4:
            return True
        short += len(chunk)
    return short >= 8 or (pairs >= 3 and "." not in value)


def _is_of_three_kinds(value: str) -> bool:
    """Letters, digits, and signs that no identifier or path has."""
    return (
        any(map(str.isdigit, value))
        and any(map(str.isalpha, value))
        and any(not (sign.isalnum() or sign in "_./:") for sign in value.strip("-"))
    )


def is_secret_value(value: str, *, strict: bool = False) -> bool:
    """Whether a trimmed value is long enough, mixed and no placeholder."""
    return len(value) >= SHORTEST and not is_placeholder(value) and is_mixed(value, strict=strict)
