"""What the view of the rules shows: the file as it lies there, what is in force, and the outcome of a dry run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mailbox_gui.core.message.rules_draft import RulesDraft
from mailbox_gui.core.relay.dry_run import DryVerdict
from mailbox_gui.window.models.list_row import ListRow


@dataclass(frozen=True, slots=True)
class RulesPage:
    """`raw` and `sha256` are of rules.json now; `problems` what is wrong with it; `in_force` the text in force.

    `start` is what the form begins with: the file, or what is in force where the file has problems. `base` is what is
    in force. None where there is neither.
    """

    raw: bytes
    sha256: str
    in_force: bytes
    acts: tuple[Mapping[str, object], ...] = ()
    problems: tuple[str, ...] = ()
    start: RulesDraft | None = None
    base: RulesDraft | None = None

    def same_as(self, other: RulesPage) -> bool:
        """Whether nothing is another than there."""
        return (self.sha256, self.in_force, self.acts) == (other.sha256, other.in_force, other.acts)


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A message whose verdict would be another one; `why` is the first reason where it would be refused."""

    row: ListRow
    was: str
    verdict: DryVerdict
    stamp: str
    query: str
    """What finds it in the journal."""
    why: str = ""

    def spoken(self) -> str:
        """For a screen reader."""
        row = self.row
        words = f"{row.sender} to {row.recipient}, {row.kind}, {row.topic}, {self.stamp}"
        return f"{words}: {self.was} would be {self.verdict}{f', {self.why}' if self.why else ''}"


@dataclass(frozen=True, slots=True)
class DryRunView:
    """`count` messages were judged of `total`; `changed` how many verdicts would change, the newest of them in rows."""

    count: int
    total: int
    changed: int
    rows: tuple[ChangedRow, ...] = ()
    left_out: int = 0
    partly: bool = False
    """Fields in error were left as they are in force."""
