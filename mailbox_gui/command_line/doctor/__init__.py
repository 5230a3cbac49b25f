"""`mailbox doctor`: the checks it makes, one file each, in the order in which they are told.

Adding one is its file, with `NAME` and `examine(patient)`, and its line here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mailbox_gui.command_line.doctor import (
    chain,
    clock,
    delegations,
    disk_space,
    folders,
    index_in_step,
    keys,
    lock,
    oldest_draft,
    permissions,
    relay_alive,
    rules_signed,
    scanner,
    session_keys,
    watcher,
)
from mailbox_gui.command_line.doctor.patient import Patient, Result

Examination = Callable[[Patient], Result]

CHECKS: Final[tuple[tuple[str, Examination], ...]] = (
    (relay_alive.NAME, relay_alive.examine),
    (lock.NAME, lock.examine),
    (watcher.NAME, watcher.examine),
    (chain.NAME, chain.examine),
    (index_in_step.NAME, index_in_step.examine),
    (folders.NAME, folders.examine),
    (permissions.NAME, permissions.examine),
    (keys.NAME, keys.examine),
    (session_keys.NAME, session_keys.examine),
    (delegations.NAME, delegations.examine),
    (rules_signed.NAME, rules_signed.examine),
    (scanner.NAME, scanner.examine),
    (clock.NAME, clock.examine),
    (disk_space.NAME, disk_space.examine),
    (oldest_draft.NAME, oldest_draft.examine),
)
