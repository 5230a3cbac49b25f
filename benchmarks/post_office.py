"""A post office for a benchmark: real founding, real scanner, 2 KB messages that look like mail."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.founding import found_post_office, sign_rules
from mailbox_gui.core.relay.opening import open_engine
from mailbox_gui.core.relay.parts import Tools
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.state import utc_now

_TEXT = """
the build passed on the second runner and the index was written before the release notes were read by hub
staging shows a latency of forty milliseconds while the crawler waits for its quota and reports every page
тест прошёл отчёт готов 検証 完了 deploy canary rollback checkout migration certificate mirror wheel cache
"""
_WORDS = _TEXT.split()


def found(folder: Path, agents: tuple[str, ...] = ("builder", "site")) -> PostOffice:
    """A post office whose agents may send any number of messages, with a settle time of zero seconds."""
    office = found_post_office(folder / "post-office", hub="hub", agents=agents)
    text = office.rules_file.read_text()
    text = text.replace('"messages_per_day": 20', '"messages_per_day": 100000').replace("0.3", "0")
    office.rules_file.write_text(text)
    sign_rules(Disk(), office, OwnerKey.load(office.keys).unlock(), 2, utc_now)
    return office


def message(number: int, sender: str = "builder", to: str = "hub", size: int = 2048, seed: int = 0) -> bytes:
    """A message of about `size` bytes; each number and seed gives other words."""
    generator = random.Random(f"{seed}-{number}")
    fields = {
        "from": sender,
        "to": to,
        "kind": "note",
        "topic": f"nightly build {seed}-{number}",
        "requires": "none",
        "created": format_second(datetime.now(UTC)),
    }
    lines: list[str] = []
    length = 0
    while length < size - 150:
        line = " ".join(generator.choice(_WORDS) for _ in range(12))
        lines.append(line)
        length += len(line.encode()) + 1
    return compose(fields, "\n".join(lines) + "\n")


def engine_of(office: PostOffice, scanner: SecretScanner, executor: ThreadPoolExecutor | None) -> Engine:
    """One life of the real relay, driven by the benchmark step by step."""
    tools = Tools(Disk(), utc_now, scanner, ProblemBook(), lambda _path: True, executor)
    return open_engine(office, tools, program="benchmark")
