"""Every type of line has its words."""

from __future__ import annotations

from typing import get_args

from mailbox_gui.command_line.output.journal_lines import _WORDS
from mailbox_gui.core.journal.records import RECORD_TYPES, Record, Unknown


def test_every_record_type_has_its_words() -> None:
    assert set(_WORDS) == set(RECORD_TYPES.values()) == set(get_args(Record)) - {Unknown}
