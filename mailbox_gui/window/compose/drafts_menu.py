"""The menu of kept drafts: which one to go on with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from itertools import islice

from PySide6.QtWidgets import QMenu, QWidget

from mailbox_gui.core.folders.kept_drafts import KeptDraft
from mailbox_gui.window.moments import long_stamp

_LONGEST_NAME = 48
_MOST = 20


def drafts_menu(
    parent: QWidget, kept: Iterable[KeptDraft], open_now: str, now: datetime, switch_to: Callable[[str], None]
) -> QMenu:
    """The newest drafts but the one that is open; `switch_to` gets a draft's name, or nothing for a new message."""
    menu = QMenu(parent)
    for draft in islice(kept, _MOST):
        if draft.name != open_now:
            menu.addAction(_name_of(draft, now), partial(switch_to, draft.name))
    if not menu.isEmpty():
        menu.addSeparator()
    menu.addAction("New message", partial(switch_to, ""))
    return menu


def _name_of(draft: KeptDraft, now: datetime) -> str:
    """How a draft is called in the menu."""
    topic = draft.fields["topic"].strip() or draft.fields["body"].strip().partition("\n")[0] or "without a topic"
    short = topic if len(topic) <= _LONGEST_NAME else f"{topic[: _LONGEST_NAME - 1]}…"
    # An ampersand would be read as the mark of a key.
    to = f" to {draft.fields['to']}" if draft.fields["to"] else ""
    return f"{short}{to}, {long_stamp(draft.saved_at, now)}".replace("&", "&&")
