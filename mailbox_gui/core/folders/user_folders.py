"""Where a user's own post office and the program's own files lie, the same for the window and for commands."""

from __future__ import annotations

import hashlib
from pathlib import Path

from platformdirs import user_cache_path, user_data_path, user_log_path, user_state_path

_NAME = "agent-mailbox"


def default_root() -> Path:
    """The post office of a user who named none."""
    return user_data_path(_NAME, appauthor=False)


def demo_root() -> Path:
    """The demo post office."""
    return user_data_path(f"{_NAME}-demo", appauthor=False)


def scanner_cache() -> Path:
    """Where the compiled rules of the secret scanner are kept, once for all post offices."""
    return user_cache_path(_NAME, appauthor=False) / "scanner"


def log_folder() -> Path:
    """Where the developers' logs lie."""
    return user_log_path(_NAME, appauthor=False)


def drafts_folder(root: Path) -> Path:
    """Where the owner's unfinished mail of one post office is kept: beside it, not in it, where agents may look."""
    office = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return user_state_path(_NAME, appauthor=False) / "drafts" / office
