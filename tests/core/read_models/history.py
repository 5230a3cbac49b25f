"""Histories for tests: records in a few words, numbered and chained into entries, and as a journal on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode, encode
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Also, Decided, Held, Record, Rejected
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.ids import derive_id
from mailbox_gui.core.message.verdict import Signer

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
OWNER_KEY = "0b" * 32


@dataclass
class History:
    """Records appended at a clock that the test sets; the entries are those a journal would give back."""

    now: datetime = START
    entries: list[Entry] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    _offset: int = 0

    @property
    def height(self) -> int:
        return len(self.entries)

    def add(self, record: Record, after: timedelta = timedelta(seconds=1)) -> Entry:
        self.now += after
        prev = self.entries[-1].hash if self.entries else NO_PREVIOUS
        line = encode(self.height + 1, self.now, record, prev)
        entry = decode(line, 1, self._offset)
        self._offset += len(line)
        self.entries.append(entry)
        self.lines.append(line)
        return entry

    def write(self, folder: Path) -> Path:
        """A journal folder with these lines, in one segment."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "000000000001.jsonl").write_bytes(b"".join(self.lines))
        return folder


def content(sender: str, to: str, *, body: str = "All is well.\n", extra: str = "", **fields: str) -> bytes:
    """The bytes of a message; `kind`, `topic`, `requires`, `created`, `ref` … as keywords."""
    header = {
        "from": sender, "to": to, "kind": "report", "topic": "nightly build", "requires": "none",
        "created": "2026-11-30T09:00:00Z",
    } | fields  # fmt: skip
    return ("---\n" + "".join(f"{key}: {value}\n" for key, value in header.items()) + extra + "---\n" + body).encode()


def accepted(sender: str, to: str, *, signer: Signer | None = None, file: str = "note.md", **parts: str) -> Accepted:
    return Accepted(*_parts(content(sender, to, **parts), sender, file), signer)


def held(sender: str, to: str, *, signer: Signer | None = None, file: str = "ask.md", **parts: str) -> Held:
    raw = content(sender, to, **{"kind": "request", "requires": "owner", **parts})
    return Held(*_parts(raw, sender, file), signer)


def rejected(
    sender: str, to: str, check: str = "route", reason: str = "not in the routes table", *,
    also: Sequence[tuple[str, str]] = (), file: str = "note.md", hint: str | None = None, known: bool = True,
    **parts: str,
) -> Rejected:  # fmt: skip
    message_id, header, _, body, size, digest, _, _ = _parts(content(sender, to, **parts), sender, file)
    return Rejected(
        message_id if known else None, sender, file, header, size, digest if known else None, check, reason, hint,
        tuple(Also(*each) for each in also), body,
    )  # fmt: skip


def decided(on: Held | Accepted, verdict: str, note: str = "", **parts: str) -> Decided:
    """The owner's decision on a held message."""
    raw = content(
        "owner", on.folder, kind="decision", topic=on.header["topic"], ref=on.id, verdict=verdict, sha256=on.sha256,
        body=note, **parts,
    )  # fmt: skip
    message_id, header, head, body, size, _, file, folder = _parts(raw, "owner", "decision.md")
    return Decided(
        message_id, on.id, verdict, note, on.sha256, header, head, body, size, file, folder, Signer(OWNER_KEY)
    )


def _parts(raw: bytes, folder: str, file: str) -> tuple[str, dict[str, str], str | None, str, int, str, str, str]:
    draft = read_draft(folder, file, raw, len(raw), len(raw))
    assert draft.created is not None
    assert draft.body is not None
    digest = hashlib.sha256(raw).hexdigest()
    message_id = derive_id(draft.created, folder, raw)
    return message_id, draft.header.as_dict(), None, draft.body, len(raw), digest, file, folder


def lived_in(history: History, messages: int = 9) -> History:
    """Adds messages of one sender, each third accepted, held, refused."""
    for number in range(messages):
        make = (accepted, held, rejected)[number % 3]
        history.add(make("builder", "hub", topic=f"number {number}"))
    return history
