"""Which post office is meant, and whether a folder is one: root lookup and the refusal of what is not."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.plain_files import read_plain

VERSION = 1
_RULES_LIMIT = 4 * 1024 * 1024


class RootError(Exception):
    """The post office cannot be used; the text says what is wrong, where, and what to do."""


class NotAPostOffice(RootError):
    """The folder is missing or is no post office."""


class NewerPostOffice(RootError):
    """The post office was made by a newer version of the program."""


def find_root(explicit: str | None, environment: Mapping[str, str], current: Path, fallback: Path) -> Path:
    """The absolute root to use: `--root`, $MAILBOX_ROOT, the nearest parent of `current`, else `fallback`.

    The folder is not checked here; see `open_post_office`.
    """
    named = explicit or environment.get("MAILBOX_ROOT")
    if named:
        return Path(os.path.abspath(os.path.expanduser(named)))
    for folder in (current, *current.parents):
        if _version_of(folder / "rules.json") is not None:
            return folder
    return fallback


def open_post_office(root: Path) -> PostOffice:
    """The post office at `root`. Raises NotAPostOffice or NewerPostOffice, each saying what to do."""
    if not root.exists():
        raise NotAPostOffice(f"{root}: there is no such folder; make a post office with: mailbox init {root}")
    if not root.is_dir():
        raise NotAPostOffice(f"{root}: this is a file, not a post office's folder; name another with --root DIR")
    office = PostOffice(root)
    version = _version_of(office.rules_file)
    if version is not None and version > VERSION:
        raise NewerPostOffice(
            f"{root}: made by a newer Agent Mailbox (format {version}, this one reads {VERSION}); update the program"
        )
    # A post office whose rules.json is missing or broken still has its journal and keys: the last good rules hold.
    if not (office.journal.is_dir() and office.keys.is_dir()):
        raise NotAPostOffice(
            f"{root}: no post office (it has no journal and keys); name one with --root DIR, or make one with: "
            "mailbox init DIR"
        )
    return office


def _version_of(rules_file: Path) -> int | None:
    """The `version` of a rules.json of this format, or None when the file is none."""
    try:
        # The folders on the way up may belong to anybody.
        document = json.loads(read_plain(rules_file, _RULES_LIMIT, follow=True))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or not isinstance(document.get("agents"), dict):
        return None
    version = document.get("version")
    return version if isinstance(version, int) and not isinstance(version, bool) else None
