"""What the owner's inbox shows, from one reading."""

from __future__ import annotations

from dataclasses import dataclass

from mailbox_gui.window.models.list_row import ListRow


@dataclass(frozen=True, slots=True)
class InboxContents:
    """The files of the inbox, newest first; `unknown` are names of files that the journal does not know."""

    rows: tuple[ListRow, ...] = ()
    unknown: tuple[str, ...] = ()
