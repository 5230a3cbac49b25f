"""The relay broken on purpose, each as durability.md names it: a crash test is worth what it catches of these.

Most are broken where every side effect passes, the disk; so they stay broken whatever the code above looks
like. They are mixed into the disk of whichever method is to catch them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.relay.judging import Judge
from mailbox_gui.core.relay.mending import Mender


class PublishBeforeJournal(Disk):
    """The journal is written only when the folders have followed."""

    _late: tuple[int, bytes] | None = None

    def append(self, descriptor: int, content: bytes) -> None:
        self._catch_up()
        self._late = (descriptor, content)
        if b'"type":"stopped"' in content:
            # The journal's file is closed next.
            self._catch_up()

    def sync_data(self, descriptor: int) -> None:
        """Nothing to sync yet."""

    def overwrite(self, descriptor: int, content: bytes, offset: int = 0) -> None:
        # The mark comes last of all.
        self._catch_up()
        super().overwrite(descriptor, content, offset)

    def _catch_up(self) -> None:
        late, self._late = self._late, None
        if late is not None:
            super().append(*late)
            super().sync_data(late[0])


class NoJournalSync(Disk):
    """The append is not waited for."""

    def sync_data(self, descriptor: int) -> None:
        """Left out."""


class NoContentSettling(Disk):
    """Only names settle: the copies' bytes are not made durable before the mark moves."""

    def sync_filesystem(self, path: str | Path) -> None:
        """Left out."""

    def sync_file(self, path: str | Path) -> None:
        """Left out."""


class NoNameSettling(Disk):
    """Only bytes settle: the names of what was moved are not made durable before the mark moves."""

    def sync_filesystem(self, path: str | Path) -> None:
        """Left out."""

    def sync_folder(self, path: str | Path) -> None:
        """Left out."""


class NoSettling(NoContentSettling, NoNameSettling):
    """Neither settles. Journalling file systems make names durable with any file's bytes: there only both show."""


class NoTornTailCut(Disk):
    """A line cut short stays at the journal's end."""

    def truncate(self, path: str | Path, size: int) -> None:
        """Left out."""


def without_mending(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut took is not written anew."""
    monkeypatch.setattr(Mender, "mend_copies", lambda *_: None)
    monkeypatch.setattr(Mender, "mend_reason", lambda *_: None)


def without_id_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes are taken a second time."""
    monkeypatch.setattr(Judge, "_duplicate", lambda *_: None)


def mixed(mutant: type[Disk], disk: type[Any]) -> type[Any]:
    """`disk` with the fault of `mutant`: what the mutant leaves out never reaches it. `Disk` itself has no fault."""
    return disk if mutant is Disk else type(f"{mutant.__name__}{disk.__name__}", (mutant, disk), {})
