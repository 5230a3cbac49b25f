"""Proving an archive on any machine: nothing but the file is needed, nothing in it is believed before it is proved."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mailbox_gui.core.export.archived_journal import ArchivedJournal
from mailbox_gui.core.export.manifest import MOST_BYTES, BadManifest, Listed, Manifest, read_manifest
from mailbox_gui.core.export.members import MANIFEST, OWNER_KEY, README, RELAY_KEY, RELAY_SIGNATURE, segment_of
from mailbox_gui.core.export.papers import papers_of, same_paper
from mailbox_gui.core.export.progress import Meter, Progress, silent
from mailbox_gui.core.export.refused import ArchiveRefused
from mailbox_gui.core.export.zip_reading import ZipReader, open_archive
from mailbox_gui.core.journal.chain import ChainReport
from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.keys.envelope import RELAY, BadSignature, verify_document
from mailbox_gui.core.keys.key_file import plain_key
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.signatures import SignatureProof

# rules.json has at most 4 MiB; everything else is far smaller.
_LARGEST_PAPER: Final = 8 << 20

Say = Callable[[Wrong], None]


@dataclass(frozen=True, slots=True)
class ArchiveProof:
    """What came of it: what was signed and with which key (hex), the chain, how many signatures in it hold, how many
    things are wrong. Where the chain is broken, that is one of them, and nothing behind it was looked at.
    """

    manifest: Manifest
    owner_key: str
    chain: ChainReport
    signatures: int
    wrong: int


def prove_archive(path: Path, say: Say, *, known_owner: str | None = None, progress: Progress = silent) -> ArchiveProof:
    """Prove everything in the archive, in bounded memory; `say` is told each thing that is wrong as it is found.

    With `known_owner` (hex) only that owner's signature will do. Raises ArchiveRefused where it is not even what such
    an archive is, or not signed; OSError.
    """
    with open_archive(path) as reader:
        manifest, owner_key = _signed_manifest(reader)
        if known_owner is not None and owner_key != known_owner:
            raise ArchiveRefused(f"it is signed with the key {owner_key}, not with the owner's key that was given")
        return _Proving(reader, manifest, owner_key, say, progress).run()


def _signed_manifest(reader: ZipReader) -> tuple[Manifest, str]:
    """The manifest, once its signature is proved and the members are the ones it lists."""
    try:
        manifest, key = read_manifest(reader.read(MANIFEST, MOST_BYTES))
    except BadManifest as bad:
        raise ArchiveRefused(bad.reason, MANIFEST) from None
    listed = {file.name: file.size for file in manifest.files}
    for name, size in listed.items():
        if name not in reader.sizes:
            raise ArchiveRefused("it is missing", name)
        if reader.sizes[name] != size:
            raise ArchiveRefused("its size is not the one that was signed", name)
    for name in reader.sizes:
        if name not in listed and name != MANIFEST:
            raise ArchiveRefused("it is not in the signed manifest", name)
    if _read_key(reader, OWNER_KEY) != key:
        raise ArchiveRefused("it is signed with another key than the owner's in it", MANIFEST)
    return manifest, key


def _read_key(reader: ZipReader, name: str) -> str:
    key = plain_key(reader.read(name, 65))
    if key is None:
        raise ArchiveRefused("it is not a public key", name)
    return key.hex()


class _Proving:
    """One archive while it is proved."""

    def __init__(self, reader: ZipReader, manifest: Manifest, owner_key: str, say: Say, progress: Progress) -> None:
        self._reader = reader
        self._manifest = manifest
        self._owner_key = owner_key
        self._relay_key = _read_key(reader, RELAY_KEY)
        self._say = say
        self._wrong = 0
        self._meter = Meter(progress, sum(file.size for file in manifest.files if segment_of(file.name)))

    def run(self) -> ArchiveProof:
        journal = ArchivedJournal(self._reader, self._manifest, self._relay_key, self._meter)
        proof = SignatureProof(self._owner_key)
        self._tell(self._history(journal, proof))
        walk = journal.walk
        if journal.read_through:
            self._tell(iter(journal.changed))
            self._tell(self._end(walk.height, walk.hash))
            self._tell(self._papers(proof))
        self._meter.end()
        chain = ChainReport(walk.height, walk.broken_at, walk.reason, walk.checkpoints)
        return ArchiveProof(self._manifest, self._owner_key, chain, proof.verified, self._wrong)

    def _tell(self, findings: Iterator[Wrong]) -> None:
        for finding in findings:
            self._wrong += 1
            self._say(finding)

    def _history(self, journal: ArchivedJournal, proof: SignatureProof) -> Iterator[Wrong]:
        try:
            yield from proof.prove(journal.entries())
        except DamagedLine as damage:
            yield Wrong(f"the line cannot be read, though the chain holds it: {damage.reason}", damage.height)
        except UnicodeEncodeError:
            yield Wrong("a line holds text that is not Unicode, which nobody can have signed", journal.walk.height)
        walk = journal.walk
        if walk.broken_at is not None:
            yield Wrong(f"the chain breaks here: {walk.reason}", walk.broken_at)

    def _end(self, height: int, line_hash: str) -> Iterator[Wrong]:
        if (height, line_hash) != (self._manifest.height, self._manifest.hash):
            yield Wrong(f"the journal ends here, but was signed up to height {self._manifest.height}", height)

    def _papers(self, proof: SignatureProof) -> Iterator[Wrong]:
        expected = papers_of(proof.authority, self._owner_key, self._relay_key)
        listed = [file for file in self._manifest.files if segment_of(file.name) is None]
        for name in expected.keys() - {file.name for file in listed}:
            yield Wrong("it is missing: the journal has it", file=name)
        for file in listed:
            yield from self._paper(file, expected.get(file.name))

    def _paper(self, file: Listed, expected: bytes | None) -> Iterator[Wrong]:
        content = self._reader.read(file.name, _LARGEST_PAPER)
        if hashlib.sha256(content).hexdigest() != file.sha256:
            yield Wrong("its bytes are not those that were signed", file=file.name)
        elif file.name == RELAY_SIGNATURE:
            if not self._is_endorsed(content):
                yield Wrong("it is not the owner's signature over the relay's key", file=file.name)
        elif file.name != README and (expected is None or not same_paper(file.name, content, expected)):
            yield Wrong("it does not say what the journal says", file=file.name)

    def _is_endorsed(self, content: bytes) -> bool:
        try:
            value, repeated = load_strictly(content)
            document, key = verify_document(RELAY, value)
        except (NotJsonError, BadSignature):
            return False
        return not repeated and key == self._owner_key and document.get("relay") == self._relay_key
