"""What a rule found, with its surroundings, and what these say of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mailbox_gui.core.checks.secret_scan import values

# Words that say that a key is no secret, or that the word before the value means something else.
PUBLIC = re.compile(
    r"(?i)public|pubkey|\bpub\b|\.pub\b|fingerprint|\bauthor\b|verif|sha-?256|sha-?1\b|sha-?512|md5|digest|hash|checksum"
    r"|\bsums?\b|commit|revision|\bid\b|хеш|хэш|контрольн|сумм|открыт|校验|公钥|摘要|哈希"
)
_NUMBER = re.compile(r"0x[0-9A-Fa-f]+|[\d.,]+")


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


def is_named_hash(candidate: Candidate) -> bool:
    """Whether the words before a value say that it is a hash or something public."""
    return PUBLIC.search(candidate.before[-48:].rpartition("\n")[2]) is not None


def whole_value(candidate: Candidate) -> str:
    """The value as it was probably meant, where removed line breaks ran the next line into it.

    A line that is long enough for a secret is judged alone, and a word that none would begin with is not continued.
    """
    pieces = [piece for piece in candidate.pieces if piece]
    if len(pieces) < 2:
        return candidate.value
    first = pieces[0]
    ends = len(first) >= values.SHORTEST or _NUMBER.fullmatch(first) or not values.is_mixed(first, strict=True)
    return first if ends else candidate.value
