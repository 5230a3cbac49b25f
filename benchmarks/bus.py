"""The bus against the bare disk: posts, each verified and journalled, and what a poller's question costs."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from nacl.signing import SigningKey

from benchmarks.post_office import engine_of, found
from benchmarks.rounds import Goal, report, say
from benchmarks.throughput import work_off
from mailbox_gui.core.bus.entry import BusEntry, entry_wire
from mailbox_gui.core.bus.post import make_post
from mailbox_gui.core.bus.ring import RING_BYTES, RingWriter, read_ring
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.state import utc_now

ROUNDS = 5
POSTS = 192
READS = 500
MANY = 100_000
_BODY = "the build passed on the second runner and the index was written " * 8


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print posts a second over the bare disk's, the time of `since` for 64 entries, and the file's size."""
    office = found(folder)
    key = OwnerKey.load(office.keys).unlock()
    ratios, references = [], []
    with ThreadPoolExecutor(2) as executor:
        engine = engine_of(office, scanner, executor)
        work_off(engine, rescan=True)
        for turn in range(ROUNDS):
            bare = _bare_rate(folder / f"raw-{turn}")
            ratios.append(_post_rate(engine, office, key, turn) / bare)
            references.append(bare)
        engine.close("the benchmark is done")
    report("posts verified and journalled / pwrite + fsync", ratios, Goal(at_least=0.5), references)
    seen = read_ring(office.ring).seen
    if seen != ROUNDS * POSTS:
        raise SystemExit(f"{ROUNDS * POSTS - seen} posts are missing")
    began = time.perf_counter()
    for _ in range(READS):
        read_ring(office.ring).since(seen - 64)
    spent = (time.perf_counter() - began) / READS * 1000
    say("since, for 64 entries", f"{spent:6.3f} ms  {Goal(at_most=1.0).verdict(spent)}")
    _size(office)


def _bare_rate(path: Path) -> float:
    """Writes a second of the bytes of an entry, each durable before the next."""
    content = entry_wire(BusEntry(1, 1, "builder", "build.status", "", "", _BODY, "a" * 64))
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT)
    os.pwrite(descriptor, bytes(len(content) * 65), 0)
    os.fsync(descriptor)
    began = time.perf_counter()
    for number in range(POSTS):
        os.pwrite(descriptor, content, number % 65 * len(content))
        os.fsync(descriptor)
    spent = time.perf_counter() - began
    os.close(descriptor)
    return POSTS / spent


def _post_rate(engine: Engine, office: PostOffice, key: SigningKey, turn: int) -> float:
    """Posts a second of a backlog that lies there; signing is the poster's and free."""
    for number in range(POSTS):
        post = make_post(key, utc_now(), label="builder", topic="build.status", body=f"{turn}-{number} {_BODY}")
        (office.bus_drop / f"{turn}-{number:04}.post").write_bytes(post.raw)
    began = time.perf_counter()
    work_off(engine)
    return POSTS / (time.perf_counter() - began)


def _size(office: PostOffice) -> None:
    writer = RingWriter(office.ring, Disk())
    for seq in range(1, MANY + 1):
        writer.write(BusEntry(seq, seq, "builder", "build.status", "", "", f"post {seq}", "a" * 64))
    writer.close()
    size = office.ring.stat().st_size
    say(f"the ring after {MANY:,} posts", f"{size:,} bytes  {'met' if size == RING_BYTES else 'MISSED'} (unchanged)")
