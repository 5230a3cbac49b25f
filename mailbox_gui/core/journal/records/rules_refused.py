"""An edit of rules.json that did not take effect: broken, unsigned, or an old pair put back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulesRefused:
    """The bytes of `sha256` lay in rules.json and were refused for `reason`; the last good rules went on."""

    sha256: str
    reason: str
