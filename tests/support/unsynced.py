"""A disk that remembers what was done and what was made durable, so that every state after a power cut can be made.

The model: a file is a node; names point to nodes. Names made, moved or removed, and bytes written, are durable or
not. A name is durable once its folder was synced (a rename: either folder), its file was synced (as ext4, xfs and
btrfs have it), or the whole file system was. Bytes are durable once their file or the file system was synced. All else
may or may not be there after a cut, but never an operation without those before it on the same node or name.
"""

from __future__ import annotations

import os
import random
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.disks import WatchedDisk

# SQLite writes past the seam; after a cut the index is made what the test wants. The lock is of no interest.
_UNSEEN = ("index.sqlite3", "lock")


@dataclass(eq=False, slots=True)
class Node:
    """A file or folder, whatever its names. `link` is a symbolic link's target."""

    ino: int
    folder: bool = False
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Naming:
    """A node got a name, lost one, or changed it in one step."""

    node: Node
    old: str | None
    new: str | None

    def slots(self) -> Iterator[str]:
        return (name for name in (self.old, self.new) if name is not None)

    def folders(self) -> set[str]:
        return {name.rpartition("/")[0] for name in self.slots()}


@dataclass(frozen=True, slots=True)
class Writing:
    """Bytes came into a node at an offset; with `cut` it ends there first."""

    node: Node
    offset: int
    content: bytes
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Syncing:
    """Something became durable: a node's bytes (and names), a folder's names, or everything."""

    data_of: Node | None = None
    names_of: Node | None = None
    folder: str | None = None
    everything: bool = False


Event = Naming | Writing | Syncing


@dataclass(slots=True)
class Story:
    """All events in order, after a durable beginning. `calls` are the relay's side effects, and where each began."""

    events: list[Event] = field(default_factory=list)
    calls: list[tuple[int, str]] = field(default_factory=list)


class RecordingDisk(WatchedDisk):
    """Does everything, waits for nothing, and writes the story. `roots` hold all that counts."""

    def __init__(self, roots: Sequence[Path]) -> None:
        super().__init__()
        self.story = Story()
        self._roots = roots
        self._names: dict[str, Node] = {}
        self._nodes: dict[int, Node] = {}
        self._gone: Node | None = None
        self.look_around()

    def look_around(self) -> None:
        """Take in what others put there, as durable: agents and the owner sync what they drop."""
        for root in self._roots:
            for path in [root, *sorted(root.rglob("*"))]:
                if not _is_unseen(path):
                    self._take_in(os.fspath(path))
        self.story.events.append(Syncing(everything=True))

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        if call in ("unlink", "rename_new", "rename_over") and not _is_unseen(arguments[0]):
            self._take_in(os.fspath(arguments[0]))
        self.story.calls.append((len(self.story.events), call))

    def after(self, call: str, arguments: tuple[Any, ...]) -> None:
        if isinstance(arguments[0], int):
            self._by_descriptor(call, *arguments)
        elif not _is_unseen(arguments[0]):
            self._by_path(call, *map(_text, arguments))

    def _by_descriptor(self, call: str, descriptor: int, content: bytes = b"", offset: int = 0) -> None:
        node = self._nodes[os.fstat(descriptor).st_ino]
        if call == "append":
            self._say(Writing(node, os.fstat(descriptor).st_size - len(content), content))
        elif call == "overwrite":
            self._say(Writing(node, offset, content))
        else:
            self._say(Syncing(data_of=node))

    def _by_path(self, call: str, path: str, *more: Any) -> None:
        match call:
            case "write_new" | "make_folder":
                node = self._new_node(path)
                self._say(Naming(node, None, path))
                if more:
                    self._say(Writing(node, 0, more[0]))
            case "write_again":
                # The very bytes that lie there: until the next sync they are as durable as they were, and no hole can
                # come where the same bytes are written over themselves.
                pass
            case "truncate":
                self._say(Writing(self._names[path], more[0], b"", cut=True))
            case "sync_file":
                self._say(Syncing(data_of=self._names[path], names_of=self._names[path]))
            case "sync_folder":
                self._say(Syncing(folder=path))
            case "sync_filesystem":
                self._say(Syncing(everything=True))
            case "rename_new" | "rename_over":
                node = self._names.pop(path)
                self._names[more[0]] = node
                self._say(Naming(node, path, more[0]))
            case _:
                self._say(Naming(self._names.pop(path), path, None))

    def _say(self, event: Event) -> None:
        self.story.events.append(event)

    def _new_node(self, path: str) -> Node:
        status = os.lstat(path)
        link = os.fspath(Path(path).readlink()) if stat.S_ISLNK(status.st_mode) else None
        node = Node(status.st_ino, stat.S_ISDIR(status.st_mode), link)
        self._names[path] = self._nodes[status.st_ino] = node
        return node

    def _take_in(self, path: str) -> None:
        """Something that lies there without our doing: a draft, an act, an edit."""
        if not os.path.lexists(path):
            return
        status = os.lstat(path)
        known = self._names.get(path)
        if known is None or known.ino != status.st_ino:
            node = self._new_node(path)
            self._say(Naming(node, None, path))
        elif stat.S_ISREG(status.st_mode) and not _is_ours(path):
            node = known
        else:
            return
        if stat.S_ISREG(status.st_mode):
            content = Path(path).read_bytes()
            self._say(Writing(node, 0, content, cut=True))
        self._say(Syncing(data_of=node, names_of=node))


@dataclass(frozen=True, slots=True)
class Choice:
    """What of all that was not durable at the cut is there afterwards: of names the part `names`, by chance; of the
    bytes of each write what `data` leaves of them (None: as if it had never been). `ordered`: names stay in order.
    """

    name: str
    names: float
    data: Callable[[bytes, random.Random], bytes | None]
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    ordered: bool = False

    def keeps_name(self) -> bool:
        return self.chance.random() < self.names


def state_at(events: Sequence[Event], choice: Choice) -> dict[str, tuple[Node, bytes]]:
    """The names and contents that a power cut after these events leaves, by `choice`."""
    kept = _kept_namings(events, choice)
    contents = _contents(events, choice)
    names: dict[str, Node] = {}
    for number, event in enumerate(events):
        if isinstance(event, Naming) and number in kept:
            if event.old is not None:
                names.pop(event.old, None)
            if event.new is not None:
                names[event.new] = event.node
    return {name: (node, contents.get(id(node), b"")) for name, node in names.items()}


def put(state: dict[str, tuple[Node, bytes]]) -> None:
    """Make the files what the state says; their folders were emptied before."""
    for name, (node, content) in sorted(state.items()):
        if node.folder:
            Path(name).mkdir(0o700, parents=True, exist_ok=True)
        elif node.link is not None:
            Path(name).symlink_to(node.link)
        else:
            Path(name).write_bytes(content)
            # Drafts are judged in the order in which they were written: here by name, as they were dropped.
            os.utime(name, ns=(0, 0))


def _kept_namings(events: Sequence[Event], choice: Choice) -> set[int]:
    namings = [(number, event) for number, event in enumerate(events) if isinstance(event, Naming)]
    durable = _durable_namings(events, ordered=choice.ordered)
    wanted = [number for number, _ in namings if number in durable or choice.keeps_name()]
    if choice.ordered:
        last = max(wanted, default=-1)
        return {number for number, _ in namings if number <= last}
    return _with_what_they_need(dict(namings), wanted)


def _durable_namings(events: Sequence[Event], *, ordered: bool) -> set[int]:
    durable: set[int] = set()
    pending: dict[int, Naming] = {}
    for number, event in enumerate(events):
        if isinstance(event, Naming):
            pending[number] = event
        elif isinstance(event, Syncing):
            done = [at for at, naming in pending.items() if _makes_durable(event, naming, ordered=ordered)]
            durable.update(done)
            for at in done:
                del pending[at]
    return durable


def _makes_durable(event: Syncing, naming: Naming, *, ordered: bool) -> bool:
    if event.everything or event.names_of is naming.node:
        return True
    if ordered:
        # One log for all names: whatever forces a part of it forces all that came before.
        return event.folder is not None or event.names_of is not None
    return event.folder in naming.folders()


def _with_what_they_need(namings: dict[int, Naming], wanted: Iterable[int]) -> set[int]:
    """No operation without the ones before it on the same node, the same name, or the folder it happens in."""
    needs: dict[int, set[int]] = {}
    by_node: dict[int, int] = {}
    by_slot: dict[str, int] = {}
    for number, naming in namings.items():
        found = {by_node.get(id(naming.node)), *(by_slot.get(slot) for slot in naming.slots())}
        found |= {by_slot.get(folder) for folder in naming.folders()}
        needs[number] = {need for need in found if need is not None}
        by_node[id(naming.node)] = number
        for slot in naming.slots():
            by_slot[slot] = number
    kept: set[int] = set()
    stack = list(wanted)
    while stack:
        number = stack.pop()
        if number not in kept:
            kept.add(number)
            stack.extend(needs[number])
    return kept


def _contents(events: Sequence[Event], choice: Choice) -> dict[int, bytes]:
    synced: dict[int, int] = {}
    everything = 0
    for number, event in enumerate(events):
        if isinstance(event, Syncing):
            if event.everything:
                everything = number
            elif event.data_of is not None:
                synced[id(event.data_of)] = number
    contents: dict[int, bytearray] = {}
    for number, event in enumerate(events):
        if isinstance(event, Writing):
            content = contents.setdefault(id(event.node), bytearray())
            durable = number < max(synced.get(id(event.node), 0), everything)
            _write(content, event, event.content if durable else choice.data(event.content, choice.chance))
    return {key: bytes(content) for key, content in contents.items()}


def _write(content: bytearray, event: Writing, written: bytes | None) -> None:
    if written is None:
        return
    if event.cut:
        del content[event.offset :]
    if len(content) < event.offset:
        content.extend(bytes(event.offset - len(content)))
    content[event.offset : event.offset + len(written)] = written


def _is_unseen(path: str | Path) -> bool:
    return Path(path).name.startswith(_UNSEEN)


def _is_ours(path: str) -> bool:
    """Whether only the relay writes there."""
    return "/journal/" in path or "/.relay/" in path


def _text(argument: Any) -> Any:
    return os.fspath(argument) if isinstance(argument, Path) else argument
