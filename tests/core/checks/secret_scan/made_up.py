"""Makes values that look like secrets at run time, so that no scanner trips over the repository. All are made up."""

from __future__ import annotations

import base64
import random
import string

UPPER_DIGITS = string.ascii_uppercase + "234567"
LOWER_DIGITS = string.ascii_lowercase + string.digits
ALNUM = string.ascii_letters + string.digits
URL_SAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"
HEX = "0123456789abcdef"
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def drawn(alphabet: str, length: int, seed: int = 1) -> str:
    """The same `length` characters of `alphabet` for the same seed; with a digit where the alphabet has any."""
    source = random.Random(f"{alphabet}{length}{seed}")
    text = "".join(source.choice(alphabet) for _ in range(length))
    while any(digit in alphabet for digit in string.digits) and not any(map(str.isdigit, text)):
        text = "".join(source.choice(alphabet) for _ in range(length))
    return text


def b64(text: str) -> str:
    """Base64 of a text."""
    return base64.b64encode(text.encode()).decode()


def github() -> str:
    """A token of the shape of GitHub's."""
    return "gh" + "p_" + drawn(ALNUM, 36)


def aws_id() -> str:
    """An access key id of the shape of Amazon's."""
    return "AK" + "IA" + drawn(UPPER_DIGITS, 16)


def pem(label: str = "PRIVATE KEY", lines: int = 5) -> str:
    """A private key block of random lines."""
    body = "\n".join(drawn(BASE64, 64, line) for line in range(lines))
    return f"-----BEGIN {label}" + f"-----\n{body}\n-----" + f"END {label}-----"


def password() -> str:
    """A password of 20 mixed characters."""
    return "Vq7" + drawn(ALNUM, 17)
