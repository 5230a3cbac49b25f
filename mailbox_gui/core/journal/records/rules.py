"""Rules that took effect: the owner's signed document, and the text it was signed for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in force from here on. `text` is rules.json to the letter, so that the rules can be rebuilt."""

    document: Mapping[str, object]
    key: str
    signature: str
    text: str | None = None
