"""The same relay with 200,000 messages of history: the cost of a message must not grow with what was said before."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.post_office import engine_of, found, message
from benchmarks.rounds import Goal, report, say
from benchmarks.throughput import backlog, one_at_a_time, work_off
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.message_bytes import head_to_keep
from mailbox_gui.core.journal.records import Accepted, Record
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.keys.relay_key import RelayKey
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.relay.state import utc_now

HISTORY = 200_000
_BATCH = 2_000
ROUNDS = 5
ONE_AT_A_TIME = 300
BACKLOG = 2_000


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print the rate with history over the rate without, one at a time and for a backlog."""
    empty, full = found(_fresh(folder, "empty")), found(_fresh(folder, "full"))
    began = time.perf_counter()
    _write_history(full)
    with ThreadPoolExecutor(2) as executor:
        engines = [engine_of(office, scanner, executor) for office in (empty, full)]
        for engine in engines:
            work_off(engine, rescan=True)
        say(f"(history of {HISTORY:,} messages written and indexed)", f"in {time.perf_counter() - began:.0f} s")
        outboxes = [office.root / "agents" / "builder" / "outbox" for office in (empty, full)]
        singles, backlogs = [], []
        number = 0
        for _ in range(ROUNDS):
            rates = [one_at_a_time(*pair, number, ONE_AT_A_TIME) for pair in zip(engines, outboxes, strict=True)]
            singles.append(rates[1] / rates[0])
            number += ONE_AT_A_TIME
            rates = [backlog(*pair, number, BACKLOG) for pair in zip(engines, outboxes, strict=True)]
            backlogs.append(rates[1] / rates[0])
            number += BACKLOG
        for engine in engines:
            engine.close("the benchmark is done")
    report(f"one at a time, after {HISTORY:,} / after none", singles, Goal(at_least=0.9))
    report(f"a backlog, after {HISTORY:,} / after none", backlogs, Goal(at_least=0.9))


def _write_history(office: PostOffice) -> None:
    """Lines like the relay's own, in large appends: the folders of long ago are empty, their mail is handled."""
    moment = utc_now() - timedelta(days=60)

    def clock() -> datetime:
        return moment

    journal = Journal.open(office.journal, Disk(), RelayKey.load(office.keys).signing_key, clock)
    records: list[Record] = []
    for number in range(HISTORY):
        raw = message(number, seed=1)
        draft = read_draft("builder", f"{number}.md", raw, len(raw), len(raw))
        header = draft.header.as_dict()
        records.append(
            Accepted(
                id=str(draft.id),
                header=header,
                head=head_to_keep(header, draft.head or ""),
                body=draft.body or "",
                size=draft.size,
                sha256=str(draft.sha256),
                file=draft.file,
                folder="builder",
                signer=None,
            )
        )
        if len(records) == _BATCH:
            journal.append(records)
            records.clear()
            moment += timedelta(minutes=10)
    journal.close()


def _fresh(folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    return path
