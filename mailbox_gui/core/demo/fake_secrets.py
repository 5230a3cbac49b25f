"""Secrets for the demo's refused messages: made up when the demo is made, so that none lies in the repository."""

from __future__ import annotations

import string
from random import Random
from typing import Final

_LETTERS: Final = string.ascii_letters + string.digits


def fake_secret(kind: str, chance: Random) -> str:
    """Something that looks like a secret of that kind and opens nothing. Raises KeyError for an unknown kind."""
    made = {
        "github-token": lambda: "gh" + "p_" + _drawn(chance, 36),
        "bearer": lambda: "Bea" + "rer " + _drawn(chance, 40),
        "password": lambda: _drawn(chance, 20) + "7q!",
        "private-key": lambda: _private_key(chance),
    }
    return made[kind]()


def _drawn(chance: Random, length: int) -> str:
    return "".join(chance.choice(_LETTERS) for _ in range(length))


def _private_key(chance: Random) -> str:
    mark = "-----{} OPENSSH PRIV" + "ATE KEY-----"
    lines = [_drawn(chance, 64) for _ in range(5)]
    return "\n".join([mark.format("BEGIN"), *lines, mark.format("END")])
