"""An edit of rules.json that is not in force, as the owner is told of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulesEditView:
    """`changes` are the lines to agree to, `problems` what is wrong with a file that cannot take effect.

    `sha256` is of exactly these bytes: nothing else is signed.
    """

    headline: str
    sha256: str = ""
    changes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def signable(self) -> bool:
        """Whether a signature would put it in force."""
        return bool(self.sha256) and not self.problems
