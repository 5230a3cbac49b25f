"""The owner's unfinished mail on the disk: one file a draft, replaced whole, for nobody else to read."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.plain_files import read_plain

_SUFFIX: Final = ".draft.json"
_FIELDS: Final = ("to", "kind", "topic", "requires", "ref", "due", "body")
# A draft may be longer than any message: what was written is never cut.
_LARGEST: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """What was written, by its fields; `sent_as` is the id under which it was handed to the relay, if it was."""

    name: str
    saved_at: datetime
    fields: dict[str, str]
    sent_as: str = ""


def new_name() -> str:
    """A name for a draft that has none yet."""
    return secrets.token_hex(8)


class KeptDrafts:
    """A folder of drafts, made 0700 when the first is kept."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder = folder
        self._disk = disk or Disk()

    def keep(self, draft: KeptDraft) -> None:
        """Write the draft, in the place of what was kept under its name. Raises OSError; the old one is there then."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        document = {"version": 1, "saved_at": draft.saved_at.astimezone(UTC).isoformat(), "sent_as": draft.sent_as}
        content = json.dumps(document | {"fields": draft.fields}, ensure_ascii=True, indent=1).encode()
        partial = self.folder / f".{draft.name}.{secrets.token_hex(4)}.tmp"
        try:
            self._disk.write_new(partial, content)
            self._disk.sync_file(partial)
            self._disk.rename_over(partial, self._path(draft.name))
        except BaseException:
            with suppress(OSError):
                self._disk.unlink(partial)
            raise

    def every(self) -> list[KeptDraft]:
        """All that are kept, the newest first; a file that is none is left alone."""
        try:
            names = [name for name in os.listdir(self.folder) if name.endswith(_SUFFIX) and not name.startswith(".")]
        except FileNotFoundError:
            return []
        found = [draft for name in names if (draft := self._read(name.removesuffix(_SUFFIX))) is not None]
        return sorted(found, key=lambda draft: draft.saved_at, reverse=True)

    def forget(self, name: str) -> None:
        """The draft was sent or thrown away."""
        with suppress(FileNotFoundError):
            self._disk.unlink(self._path(name))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{_SUFFIX}"

    def _read(self, name: str) -> KeptDraft | None:
        try:
            document = json.loads(read_plain(self._path(name), _LARGEST))
            fields = document["fields"]
            saved_at = datetime.fromisoformat(document["saved_at"]).astimezone(UTC)
            kept = {key: str(fields.get(key, "")) for key in _FIELDS}
            return KeptDraft(name, saved_at, kept, str(document.get("sent_as", "")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
