"""An archive to tamper with: its members in memory, and ways to write them into a zip file as anybody could."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from mailbox_gui.core.export.manifest import Listed, Manifest, read_manifest, sign_manifest
from mailbox_gui.core.export.members import MANIFEST, segment_member, segment_of
from mailbox_gui.core.export.proving import ArchiveProof, prove_archive
from mailbox_gui.core.export.refused import ArchiveRefused
from mailbox_gui.core.journal.checkpoints import make_checkpoint
from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode, encode, line_hash
from mailbox_gui.core.journal.records import Checkpoint, Record
from mailbox_gui.core.proof.finding import Wrong

OTHER_KEY = SigningKey(b"\x07" * 32)


@dataclass
class Forge:
    """The members of an archive, the manifest among them, in the order in which they are written."""

    members: dict[str, bytes]
    key: SigningKey
    # (name, content) pairs that are written behind the members, as they are.
    behind: list[tuple[zipfile.ZipInfo, bytes]] = field(default_factory=list)

    @classmethod
    def of(cls, archive: bytes, key: SigningKey) -> Forge:
        with zipfile.ZipFile(io.BytesIO(archive)) as file:
            return cls({name: file.read(name) for name in file.namelist()}, key)

    @property
    def manifest(self) -> Manifest:
        return read_manifest(self.members[MANIFEST])[0]

    @property
    def segments(self) -> list[str]:
        return [name for name in self.members if segment_of(name) is not None]

    def without(self, name: str) -> Forge:
        del self.members[name]
        return self

    def having(self, name: str, content: bytes) -> Forge:
        self.members[name] = content
        return self

    def sign(self, **changes: Any) -> Forge:
        """Sign the members as they are now, as the thief of the key would; `changes` are of the manifest."""
        files = tuple(
            Listed(name, len(content), hashlib.sha256(content).hexdigest())
            for name, content in self.members.items()
            if name != MANIFEST
        )
        manifest = replace(self.manifest, **({"files": files} | changes))
        self.members[MANIFEST] = sign_manifest(manifest, self.key)
        return self

    def chain_anew(self, relay: SigningKey, change: Callable[[Record], Record]) -> None:
        """Write the whole journal again with changed records, as the thief of every key could, and sign it."""
        lines = b"".join(self.members.pop(name) for name in self.segments).splitlines(keepends=True)
        prev, journal = NO_PREVIOUS, b""
        for entry in map(decode, lines):
            record = change(entry.record)
            if isinstance(record, Checkpoint):
                record = make_checkpoint(entry.height - 1, prev, entry.at, relay)
            line = encode(entry.height, entry.at, record, prev)
            prev, journal = line_hash(line), journal + line
        self.members[segment_member(1)] = journal
        self.sign(hash=prev)

    def edit(self, name: str, old: bytes, new: bytes) -> Forge:
        assert old in self.members[name]
        return self.having(name, self.members[name].replace(old, new, 1))

    def edit_envelope(self, **members: object) -> None:
        """Replace members of the manifest's envelope, leaving its signature as it is."""
        envelope = json.loads(self.members[MANIFEST]) | members
        self.members[MANIFEST] = json.dumps(envelope).encode()

    def edit_document(self, **members: object) -> None:
        self.edit_envelope(document=json.loads(self.members[MANIFEST])["document"] | members)

    def zipped(self, *, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", compression) as file:
            for name, content in self.members.items():
                file.writestr(zipfile.ZipInfo(name), content, compression)
            for info, content in self.behind:
                file.writestr(info, content)
        return buffer.getvalue()


@dataclass(frozen=True, slots=True)
class Judged:
    """What proving an archive came to: a proof with what is wrong, or why it was refused."""

    proof: ArchiveProof | None
    wrong: tuple[Wrong, ...]
    refused: ArchiveRefused | None

    @property
    def sound(self) -> bool:
        return self.proof is not None and not self.wrong

    @property
    def words(self) -> str:
        """Everything that was said, in one text."""
        if self.refused is not None:
            return str(self.refused)
        return "\n".join(f"{finding.height or finding.file}: {finding.text}" for finding in self.wrong)


def judged(path: Path, **options: Any) -> Judged:
    wrong: list[Wrong] = []
    try:
        proof = prove_archive(path, wrong.append, **options)
    except ArchiveRefused as refused:
        return Judged(None, (), refused)
    assert proof.wrong == len(wrong)
    return Judged(proof, tuple(wrong), None)


Judge = Callable[[bytes], Judged]
