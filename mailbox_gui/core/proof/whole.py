"""Proving a whole post office: chain, checkpoints, every signature, the index, the folders; in bounded memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from mailbox_gui.core.bus.entry import BusEntry
from mailbox_gui.core.bus.ring import RingDamaged, read_ring
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.chain import ChainReport, verify_chain
from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.keys.key_file import KeyProblem
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.keys.relay_endorsement import require_endorsed
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.folders import folder_faults
from mailbox_gui.core.proof.fresh_index import DiskIndex, FreshIndex
from mailbox_gui.core.proof.signatures import SignatureProof

Say = Callable[[Wrong], None]


@dataclass(frozen=True, slots=True)
class WholeProof:
    """What came of it: the chain, how many signatures hold, how many things are wrong. Where the chain is broken,
    nothing behind it was looked at."""

    chain: ChainReport
    signatures: int = 0
    wrong: int = 0


def prove_post_office(office: PostOffice, rules: Rules, say: Say) -> WholeProof:
    """Prove everything; `say` is told each thing that is wrong as it is found. Nothing is changed.

    Raises KeyMissing, KeyDamaged, OSError.
    """
    wrong = 0

    def tell(findings: Iterator[Wrong]) -> None:
        nonlocal wrong
        try:
            for finding in findings:
                wrong += 1
                say(finding)
        except DamagedLine as damage:
            wrong += 1
            say(Wrong(f"the line cannot be read, though the chain holds it: {damage.reason}", damage.height))

    owner_key, relay_key = owner_public(office.keys), relay_public(office.keys)
    # The index is looked at as it is before the walk, so that the walk reaches its height.
    with closing(DiskIndex(office.index)) as disk, closing(FreshIndex()) as fresh:
        chain = verify_chain(office.journal, relay_key)
        if chain.broken_at is not None:
            return WholeProof(chain)
        proof = SignatureProof(owner_key)
        entries = fresh.passing(_up_to(JournalReader(office.journal).entries(), chain.height))
        tell(_endorsement(office, owner_key, relay_key))
        tell(proof.prove(_up_to(entries, disk.height)))
        if disk.connection is not None and 0 < disk.height == fresh.height:
            tell(_differences(fresh, disk.connection))
        tell(proof.prove(entries))
        fresh.settle()
        # By what the owner signed, where it can be read; what the caller goes by may come from a forged index.
        tell(_ring_faults(office, proof.posts))
        tell(_in_folders(fresh, office, proof.authority.effective_rules() or rules))
    return WholeProof(chain, proof.verified, wrong)


def _ring_faults(office: PostOffice, posts: Sequence[BusEntry]) -> Iterator[Wrong]:
    """Where the ring differs from the journal. A relay may have gone on meanwhile: what is newer is not looked at."""
    advice = "start the relay, or run mailbox reindex, to build it anew"
    try:
        view = read_ring(office.ring)
    except FileNotFoundError:
        if posts:
            yield Wrong(f"bus/ring is missing: {advice}")
        return
    except (RingDamaged, OSError) as error:
        yield Wrong(f"bus/ring cannot be read ({error}): {advice}")
        return
    held = {entry.seq: entry for entry in view.entries}
    newest = posts[-1].seq if posts else 0
    oldest = view.seen - len(view.entries) + 1
    wanted = [entry for entry in posts if entry.seq >= oldest]
    if view.seen < newest or any(held.get(entry.seq) != entry for entry in wanted):
        yield Wrong(f"bus/ring holds other posts than the journal: {advice}")


def _endorsement(office: PostOffice, owner_key: str, relay_key: str) -> Iterator[Wrong]:
    try:
        require_endorsed(office.keys, relay_key, owner_key)
    except KeyProblem as problem:
        yield Wrong(str(problem))


def _in_folders(fresh: FreshIndex, office: PostOffice, rules: Rules) -> Iterator[Wrong]:
    """What is wrong in the folders, and was not only on its way while a relay ran.

    A line comes before what the folders do for it: what still looks wrong after the lines that came meanwhile is so.
    """
    found = list(folder_faults(fresh.connection, office, rules))
    if found and fresh.catch_up(office.journal):
        still = {(wrong.text, wrong.file) for wrong in folder_faults(fresh.connection, office, rules)}
        found = [wrong for wrong in found if (wrong.text, wrong.file) in still]
    yield from found


def _differences(fresh: FreshIndex, disk: sqlite3.Connection) -> Iterator[Wrong]:
    try:
        yield from fresh.differences(disk)
    except sqlite3.DatabaseError as error:
        yield Wrong(f"the index is damaged ({error}): run mailbox reindex")


def _up_to(entries: Iterator[Entry], height: int) -> Iterator[Entry]:
    """The entries up to that height; the one behind it is not taken."""
    if height < 1:
        return
    for entry in entries:
        yield entry
        if entry.height >= height:
            return
