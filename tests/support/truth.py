"""What must be true of a post office whenever the relay has worked everything off, whatever happened before.

Read from the files alone, with as little of the program as can be: the journal's lines as plain JSON, the folders as
they lie there. Every function returns what is wrong, in words; nothing is wrong when the list is empty.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from mailbox_gui.core.bus.ring import read_ring
from mailbox_gui.core.journal.chain import verify_chain
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.relay.finishing import HIDDEN_NAME
from tests.support.life import one_life
from tests.support.post_office import Dropped, TestOffice

Line = Mapping[str, Any]
_HEIGHT = re.compile(rb"\nheight: ([0-9]+)\n\Z")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A draft and the verdict it must get, once: `accepted`, `held`, `decided`, or the name of a check."""

    draft: Dropped
    verdict: str


def faults_of(
    made: TestOffice, wanted: Sequence[Wanted] = (), *, again: bool = True, after_a_cut: bool = False
) -> list[str]:
    """All that is wrong after a pass. With `again`, another start is tried too: it must change nothing."""
    lines = lines_of(made)
    faults = [
        *chain_faults(made), *verdict_faults(lines), *wanted_faults(lines, wanted),
        *placement_faults(made, lines, wanted), *leftover_faults(made), *index_faults(made), *home_faults(made, lines),
        *bus_faults(made, lines, after_a_cut=after_a_cut),
    ]  # fmt: skip
    if again and not faults:
        faults += second_start_faults(made)
    return faults


def lines_of(made: TestOffice) -> list[Line]:
    """Every whole line of the journal, in order."""
    segments = sorted(made.office.journal.glob("*.jsonl"))
    raw = b"".join(segment.read_bytes() for segment in segments)
    return [json.loads(line) for line in raw.splitlines(keepends=True) if line.endswith(b"\n")]


def chain_faults(made: TestOffice) -> list[str]:
    """The chain is whole and nothing is torn."""
    report = verify_chain(made.office.journal, relay_public(made.office.keys))
    if report.broken_at is not None:
        return [f"the chain breaks at {report.broken_at}: {report.reason}"]
    return [f"{report.torn_bytes} torn bytes are left"] if report.torn_bytes else []


def verdict_faults(lines: Iterable[Line]) -> list[str]:
    """No id was taken twice, no held message decided twice."""
    taken = Counter(line["id"] for line in lines if line["type"] in ("accepted", "held", "decided"))
    decided = Counter(line["ref"] for line in lines if line["type"] == "decided")
    return [f"{name} was taken {count} times" for name, count in taken.items() if count > 1] + [
        f"{name} was decided {count} times" for name, count in decided.items() if count > 1
    ]


def wanted_faults(lines: Sequence[Line], wanted: Iterable[Wanted]) -> list[str]:
    """Every draft got the verdict it must get, once."""
    faults = []
    found = Counter((line["folder"], line["file"], _verdict(line)) for line in lines if "folder" in line)
    asked = Counter((item.draft.sender, _named(item), item.verdict) for item in wanted)
    for key, count in asked.items():
        if found[key] != count:
            faults.append(f"{key} stands {found[key]} times in the journal, {count} expected")
    if asked:
        faults += [f"nobody asked for {key}" for key in found if key not in asked]
    return faults


def placement_faults(made: TestOffice, lines: Sequence[Line], wanted: Iterable[Wanted] = ()) -> list[str]:
    """Every message lies in exactly one place, the one its lines say, with the right bytes, and nothing else there."""
    raw = {item.draft.sha256: item.draft.raw for item in wanted}
    homes = made.homes()
    mail, refusals = _mail_by_lines(lines), _refusals_by_lines(lines)
    return [
        *_mail_faults(_mail_in_folders(homes), mail, raw, _journalled(made)),
        *_refusal_faults(homes, refusals),
    ]


def early_faults(made: TestOffice, lines: Sequence[Line]) -> list[str]:
    """What lies in inboxes, queue or rejected right after a kill although no line of the journal asks for it."""
    homes = made.homes()
    known = {name for name, _ in _mail_by_lines(lines, settled=False)}
    heights = {height for height, _ in _refusals_by_lines(lines)}
    faults = [f"{name} lies in {where} uncommitted" for name, where, _ in _mail_in_folders(homes) if name not in known]
    for name, home in homes.items():
        for height, reason in _reasons(home / "rejected"):
            if height is not None and height not in heights:
                faults.append(f"{name}: the reason {reason} is of no line")
    return faults


def leftover_faults(made: TestOffice) -> list[str]:
    """No claim, no staged copy, no draft is left."""
    faults = []
    for folder in (made.office.claimed, made.office.staging):
        faults += [f"left over: {path}" for path in sorted(folder.rglob("*")) if not path.is_dir() or path.is_symlink()]
    for home in made.homes().values():
        for area in (home / ".relay", home / "outbox" / ".relay-claimed"):
            faults += [f"left over: {path}" for path in sorted(area.rglob("*")) if not path.is_dir()]
        faults += [f"left over: {path}" for path in (home / "outbox").glob("*.md")]
    return faults


def home_faults(made: TestOffice, lines: Iterable[Line]) -> list[str]:
    """Whoever was added has its boxes."""
    added = [line["document"]["args"] for line in lines if line["type"] == "agent"]
    homes = [made.root / "agents" / args["name"] for args in added if "folder" not in args]
    boxes = [home / box for home in homes for box in ("outbox", "inbox", "done", "rejected")]
    return [f"{box} is missing" for box in boxes if not box.is_dir()]


def bus_faults(made: TestOffice, lines: Iterable[Line], *, after_a_cut: bool) -> list[str]:
    """The ring holds the newest posts of the journal, each once; every good post has its receipt, no post is left.

    A power cut may take a receipt: whoever misses it posts the same bytes again.
    """
    posted = [line for line in lines if line["type"] == "posted"]
    view = read_ring(made.office.ring)
    faults = [f"left over: {path}" for path in sorted(made.office.bus_drop.glob("*.post"))]
    if [line["seq"] for line in posted] != list(range(1, len(posted) + 1)):
        faults.append("posts are not numbered one after the other")
    if len({line["signature"] for line in posted}) != len(posted):
        faults.append("a post is in the journal twice")
    held = [(entry.seq, entry.height, entry.topic, entry.body) for entry in view.entries]
    if held != [(line["seq"], line["height"], line["topic"], line["body"]) for line in posted[-64:]]:
        faults.append(f"the ring holds {held}")
    receipts = [yaml.safe_load(path.read_bytes()) for path in made.office.bus_drop.glob("*.receipt")]
    answered = {(receipt["seq"], receipt["height"]) for receipt in receipts if receipt}
    expected = {(line["seq"], line["height"]) for line in posted}
    if not answered <= expected or (answered != expected and not after_a_cut) or None in receipts:
        faults.append(f"receipts: {answered}")
    refused = {path.name for path in made.office.bus_rejected.iterdir()}
    bare = {name.removesuffix(".reason").removesuffix(".post") for name in refused}
    if refused != {f"{name}{suffix}" for name in bare for suffix in (".post", ".reason")}:
        faults.append(f"a refused post and its reason are not together: {sorted(refused)}")
    return faults


def index_faults(made: TestOffice) -> list[str]:
    """The index holds what a new one made from the journal holds."""
    with closing(sqlite3.connect(f"file:{made.office.index}?mode=ro", uri=True)) as kept:
        built = Index.in_memory(made.office.journal)
        with closing(built.connection) as fresh:
            return [f"index: {name} differs" for name in _tables(fresh) if _rows(kept, name) != _rows(fresh, name)]


def second_start_faults(made: TestOffice) -> list[str]:
    """Another start changes nothing but its own lines."""
    before, lines = tree_of(made), lines_of(made)
    one_life(made.office)
    faults = [f"a second start changed {path}" for path in _different(before, tree_of(made))]
    added = [line["type"] for line in lines_of(made)[len(lines) :]]
    if added != ["started", "stopped", "checkpoint"]:
        faults.append(f"a second start wrote {added}")
    return faults + chain_faults(made)


def tree_of(made: TestOffice) -> dict[str, str]:
    """Every file that is not the relay's own bookkeeping, with its hash."""
    found = {}
    for home in [made.root, *made.homes().values()]:
        for path in home.rglob("*"):
            own = home == made.root and path.relative_to(home).parts[0] in (".relay", "journal")
            if path.is_symlink() or not path.is_file():
                found[str(path)] = "folder" if path.is_dir() else "special"
            elif not own or path.parent.name in ("claimed", "staging"):
                found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def _different(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def _verdict(line: Line) -> str:
    return str(line["check"] if line["type"] == "rejected" else line["type"])


def _named(item: Wanted) -> str:
    """The file name as the journal has it."""
    return HIDDEN_NAME if item.verdict == "secrets" and "hush-" in item.draft.file else item.draft.file


def _mail_by_lines(lines: Iterable[Line], *, settled: bool = True) -> set[tuple[str, str]]:
    """Where the journal says that messages lie: (id, participant or `queue`); not settled: where they may lie."""
    places: set[tuple[str, str]] = set()
    held: dict[str, Line] = {}
    for line in lines:
        match line["type"]:
            case "accepted":
                places.add((line["id"], line["header"]["to"]))
            case "held":
                held[line["id"]] = line
                places.add((line["id"], "queue"))
            case "decided" if line["verdict"] == "waive":
                places.add((line["id"], line["header"]["to"]))
            case "decided":
                asked = held[line["ref"]]
                if settled:
                    places.discard((line["ref"], "queue"))
                if line["verdict"] == "approve":
                    places.add((line["ref"], asked["header"]["to"]))
                places.add((line["id"], asked["folder"]))
            case _:
                pass
    return places


def _refusals_by_lines(lines: Iterable[Line]) -> dict[tuple[int, str], Line]:
    """What must lie in rejected folders: (height, participant) → its line, of a declined message the decision's."""
    found: dict[tuple[int, str], Line] = {}
    held: dict[str, Line] = {}
    for line in lines:
        if line["type"] == "held":
            held[line["id"]] = line
        elif line["type"] == "rejected":
            found[line["height"], line["folder"]] = line
        elif line["type"] == "decided" and line["verdict"] == "decline":
            asked = held[line["ref"]]
            found[line["height"], asked["folder"]] = {**asked, "check": "owner", "reason": line["note"]}
    return found


def _mail_in_folders(homes: Mapping[str, Path]) -> Iterator[tuple[str, str, Path]]:
    """(id, participant or `queue`, path) of everything that lies in inboxes, done and the queue."""
    for name, home in homes.items():
        for box in ("inbox", "done", *(("queue",) if name == OWNER else ())):
            folder = home / box
            for path in _in(folder):
                yield path.name.removesuffix(".md"), "queue" if box == "queue" else name, path


def _journalled(made: TestOffice) -> dict[str, bytes]:
    """The bytes of every message that was taken, rebuilt from the journal."""
    found: dict[str, bytes] = {}
    for entry in JournalReader(made.office.journal).entries():
        if isinstance(entry.record, Accepted | Held | Decided):
            found[entry.record.id] = message_bytes(entry.record)
    return found


def _mail_faults(
    lying: Iterable[tuple[str, str, Path]], mail: set[tuple[str, str]], raw: Mapping[str, bytes],
    journalled: Mapping[str, bytes],
) -> list[str]:  # fmt: skip
    faults = []
    found: Counter[tuple[str, str]] = Counter()
    for name, where, path in lying:
        found[name, where] += 1
        content = path.read_bytes()
        if (name, where) not in mail:
            faults.append(f"{path} belongs to nothing")
        elif content != journalled[name]:
            faults.append(f"{path} has other bytes than the journal ({len(content)})")
        elif raw and raw.get(hashlib.sha256(content).hexdigest()) != content:
            faults.append(f"{path} has other bytes than were sent")
    wrong = [key for key in sorted(mail) if found[key] != 1]
    return faults + [f"{name} lies {found[name, where]} times with {where}" for name, where in wrong]


def _refusal_faults(homes: Mapping[str, Path], refusals: Mapping[tuple[int, str], Line]) -> list[str]:
    faults = []
    found: Counter[tuple[int, str]] = Counter()
    for name, home in homes.items():
        folder = home / "rejected"
        reasons = dict(_with_names(folder))
        files = [path.name for path in _in(folder) if path.suffix != ".reason"]
        faults += [f"{folder}/{file} has no reason" for file in files if f"{file}.reason" not in reasons]
        for reason, height in reasons.items():
            line = refusals.get((height or 0, name))
            if line is None:
                faults.append(f"{folder}/{reason} is of no line ({height})")
                continue
            found[height or 0, name] += 1
            faults += _one_refusal(folder, reason, line)
    return faults + [f"{key} is refused {found[key]} times in its folder" for key in refusals if found[key] != 1]


def _one_refusal(folder: Path, reason: str, line: Line) -> list[str]:
    refused = folder / reason.removesuffix(".reason")
    if f"check: {line['check']}\n".encode() not in (folder / reason).read_bytes():
        return [f"{folder}/{reason} names another check than {line['check']}"]
    if not os.path.lexists(refused):
        return [f"{refused} is missing beside its reason"]
    digest = line.get("sha256")
    if digest is not None and hashlib.sha256(refused.read_bytes()).hexdigest() != digest:
        return [f"{refused} has other bytes than were refused"]
    return []


def _with_names(folder: Path) -> Iterator[tuple[str, int | None]]:
    for height, name in _reasons(folder):
        yield name, height


def _reasons(folder: Path) -> Iterator[tuple[int | None, str]]:
    for path in _in(folder):
        if path.suffix == ".reason":
            found = _HEIGHT.search(path.read_bytes())
            yield (int(found[1]) if found else None), path.name


def _in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _tables(connection: sqlite3.Connection) -> list[str]:
    """All tables but the search's own, which are filled when nothing else is to do."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in found if not name.startswith(("trigram", "sqlite_"))]


def _rows(connection: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    # The names of tables come from the schema itself.
    return sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
