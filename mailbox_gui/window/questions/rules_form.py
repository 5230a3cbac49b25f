"""What the view of the rules asks: the file and what is in force, and what changed rules would have done in a week."""

from __future__ import annotations

import hashlib
from datetime import datetime

from mailbox_gui.core.journal.records import Rules as RulesRecord
from mailbox_gui.core.message.effective_rules import with_acts
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules_draft import RulesDraft, without_faults
from mailbox_gui.core.message.rules_file import LARGEST_RULES, RulesError, parse_rules
from mailbox_gui.core.read_models.facts import agent_acts, last_rules
from mailbox_gui.core.read_models.judged import Judged, judged_since
from mailbox_gui.core.relay.dry_run import DAY, PERIOD, Change, dry_run
from mailbox_gui.window.models.rules_page import ChangedRow, DryRunView, RulesPage
from mailbox_gui.window.moments import table_stamp
from mailbox_gui.window.questions.rows import list_row
from mailbox_gui.window.questions.source import Source

# More are judged neither quickly nor with more to be learnt from them.
MOST_JUDGED = 20_000
MOST_SHOWN = 100


def rules_page(source: Source) -> RulesPage:
    """The file as it lies there. Raises OSError when it cannot be read."""
    with source.office.rules_file.open("rb") as stream:
        raw = stream.read(LARGEST_RULES + 1)
    problems: tuple[str, ...] = ()
    try:
        parse_rules(raw)
    except RulesError as error:
        problems = tuple(visible(problem) for problem in error.problems)
    entry = last_rules(source.connection, source.journal)
    record = entry.record if entry is not None else None
    in_force = record.text if isinstance(record, RulesRecord) else None
    acts = tuple(agent_acts(source.connection))
    valid = raw if in_force is None and not problems else (in_force or "").encode()
    base = RulesDraft.of(valid, acts) if valid else None
    start = base if problems else RulesDraft.of(raw, acts)
    return RulesPage(raw, hashlib.sha256(raw).hexdigest(), valid, acts, problems, start, base or start)


class DryRuns:
    """Keeps the week that was read last; for one thread."""

    def __init__(self) -> None:
        self._height = -1
        self._history: list[Judged] = []
        self._total = 0

    def view(self, source: Source, draft: RulesDraft, base: RulesDraft, now: datetime) -> DryRunView:
        """What a draft of the rules would have done since a week ago, wrong fields as in `base`. Raises OSError."""
        content, partly = without_faults(draft, base)
        rules = with_acts(parse_rules(content), agent_acts(source.connection))
        since = now - PERIOD
        if source.height != self._height:
            # A day more: what was sent then counts against the limit of the first day.
            height = source.height
            self._history, self._total = judged_since(
                source.connection, source.journal, since - DAY, MOST_JUDGED
            )
            self._height = height
        found = dry_run(self._history, rules, since)
        newest = found.changes[: -MOST_SHOWN - 1 : -1]
        total = found.count if self._total <= MOST_JUDGED else self._total
        rows = tuple(_row(source, change, now) for change in newest)
        return DryRunView(found.count, total, len(found.changes), rows, found.left_out, partly)


def _row(source: Source, change: Change, now: datetime) -> ChangedRow:
    row = change.judged.row
    why = visible(change.faults[0].reason) if change.faults else ""
    query = f"id:{row.id}" if row.id else f"from:{row.sender} verdict:{change.judged.verdict}"
    stamp = table_stamp(row.at, now)
    return ChangedRow(list_row(source, row, now), change.judged.verdict, change.verdict, stamp, query, why)
