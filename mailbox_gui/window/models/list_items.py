"""What can stand in a list of messages: a message, a group's head, a placeholder while loading, a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from mailbox_gui.window.models.list_row import ListRow


@dataclass(frozen=True, slots=True)
class WaitingItem:
    """A message that wants the owner (queue) or is not handled (the owner's inbox)."""

    row: ListRow


@dataclass(frozen=True, slots=True)
class PaneItem:
    """A message in a pane of an agent's page."""

    row: ListRow


@dataclass(frozen=True, slots=True)
class DecidedItem:
    """A decision of today. `when` is its time, or how long it can still be undone."""

    row: ListRow
    when: str
    pending: bool = False


@dataclass(frozen=True, slots=True)
class GroupItem:
    """The head of a group that can be folded."""

    title: str
    count: int
    open: bool


@dataclass(frozen=True, slots=True)
class LoadingItem:
    """A grey row in place of one that is being read."""

    place: int


@dataclass(frozen=True, slots=True)
class SentenceItem:
    """A state in words: nothing here, or what went wrong."""

    headline: str
    sentence: str = ""
    icon: str = ""


ListItem = WaitingItem | PaneItem | DecidedItem | GroupItem | LoadingItem | SentenceItem


def row_of(item: ListItem | None) -> ListRow | None:
    """The message of an item, where it is one."""
    match item:
        case WaitingItem(row) | PaneItem(row) | DecidedItem(row):
            return row
        case GroupItem() | LoadingItem() | SentenceItem() | None:
            return None
