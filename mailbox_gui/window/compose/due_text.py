"""The moment a draft is due: typed by the owner's own clock, carried in the header with its offset."""

from __future__ import annotations

import re
from datetime import datetime

from mailbox_gui.core.message.moments import format_second, parse_moment

_LOCAL = re.compile(r"(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})")


def due_field(text: str) -> str:
    """What goes into `due`: a local date and time becomes a moment; anything else goes as it is, for the checks."""
    text = text.strip()
    found = _LOCAL.fullmatch(text)
    if found is None:
        return text
    try:
        return format_second(datetime(*map(int, found.groups())).astimezone())  # type: ignore[arg-type]
    except (ValueError, OverflowError, OSError):
        return text


def due_shown(field: str) -> str:
    """The field's text for a `due`."""
    try:
        return parse_moment(field).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return field
