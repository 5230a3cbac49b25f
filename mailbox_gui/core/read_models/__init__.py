"""Read models: what lists, counts, search and checks ask, projected from the journal into one index, rebuilt at will.

Each model is a module with its TABLES and `project(entry, cursor)`; adding one is a file and a name in READ_MODELS.
"""

from __future__ import annotations

from types import ModuleType
from typing import Final

from mailbox_gui.core.read_models import (
    acts,
    channels,
    debts,
    delegations,
    lines,
    loops,
    messages,
    posts,
    searchable,
    signed_parts,
    tallies,
)

# In the order in which a line of the journal is projected.
READ_MODELS: Final[tuple[ModuleType, ...]] = (
    lines,
    messages,
    tallies,
    searchable,
    signed_parts,
    loops,
    acts,
    delegations,
    debts,
    channels,
    posts,
)
