"""Making an archive: survey the journal, sign the manifest, write everything into one zip file."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.manifest import Listed, Manifest, sign_manifest
from mailbox_gui.core.export.members import MANIFEST, README, RELAY_SIGNATURE, segment_member
from mailbox_gui.core.export.new_file import NewFile
from mailbox_gui.core.export.progress import Meter, Progress, silent
from mailbox_gui.core.export.readme import README_TEXT
from mailbox_gui.core.export.survey import Survey, survey
from mailbox_gui.core.export.walking import journal_bytes
from mailbox_gui.core.export.zip_writing import ZipWriter
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.segments import segment_path
from mailbox_gui.core.journal.writer import Clock
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import read_key_file
from mailbox_gui.core.keys.relay_endorsement import ENDORSEMENT_FILE, require_endorsed
from mailbox_gui.core.keys.relay_key import relay_public

_LONGEST_NAME = 255


@dataclass(frozen=True, slots=True)
class Exported:
    """What was made: the archive's manifest, the key (hex) that signed it, the size of the file in bytes."""

    manifest: Manifest
    owner_key: str
    size: int


def export_archive(
    office: PostOffice, target: Path, key: SigningKey, *, clock: Clock, disk: Disk, progress: Progress = silent
) -> Exported:
    """Write the signed archive of a post office to `target`, whole or not at all, in bounded memory.

    `key` is the owner's. The relay may go on meanwhile. The journal is read twice: what is signed is first proved, and
    what is written is compared with what was signed. Raises TargetTaken, NothingToExport, ChainBroken (ForgedLine),
    KeyMissing, KeyDamaged, OSError.
    """
    meter = Meter(progress, 2 * journal_bytes(office.journal))
    with NewFile(disk, target) as file:
        relay_key = relay_public(office.keys)
        require_endorsed(office.keys, relay_key, public_hex(key))
        endorsement = read_key_file(office.keys / ENDORSEMENT_FILE)
        found = survey(office.journal, public_hex(key), relay_key, disk, meter)
        small = {README: README_TEXT.encode(), RELAY_SIGNATURE: endorsement} | found.papers
        manifest = _manifest(office, found, small, clock)
        writer = ZipWriter(file)
        try:
            writer.add(MANIFEST, sign_manifest(manifest, key))
            for name, content in small.items():
                writer.add(name, content)
            for part in found.parts:
                listed = Listed(segment_member(part.segment), part.size, part.sha256)
                for size in writer.add_beginning(listed, segment_path(office.journal, part.segment)):
                    meter.add(size)
            writer.close()
        finally:
            writer.abandon()
        file.finish()
    meter.end()
    return Exported(manifest, found.owner_key, target.stat().st_size)


def _manifest(office: PostOffice, found: Survey, small: Mapping[str, bytes], clock: Clock) -> Manifest:
    listed = [Listed(name, len(content), hashlib.sha256(content).hexdigest()) for name, content in small.items()]
    listed += [Listed(segment_member(part.segment), part.size, part.sha256) for part in found.parts]
    return Manifest(_name(office.root), found.height, found.hash, clock(), tuple(listed))


def _name(root: Path) -> str:
    """The folder's own name: where it lies is nobody's business. Bytes that are no text cannot be signed."""
    return os.fsencode(root.name).decode("utf-8", "replace")[:_LONGEST_NAME]
