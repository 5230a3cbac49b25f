"""A folder at rest is not read again until it changes."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.core.folders.quiet_folder import QuietFolder

LATER = 1e12


def test_it_is_read_until_it_is_put_to_rest_and_again_when_it_changes(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    folder = QuietFolder(str(tmp_path))
    assert folder.names(LATER) == folder.names(LATER) == ["a"]
    folder.rest()
    assert folder.names(LATER) == []
    (tmp_path / "b").touch()
    os.utime(tmp_path, (5, 5))

    assert sorted(folder.names(LATER)) == ["a", "b"]


def test_a_folder_that_changed_a_moment_ago_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    folder = QuietFolder(str(tmp_path))
    now = tmp_path.stat().st_mtime + 1
    assert folder.names(now) == ["a"]
    folder.rest()

    assert folder.names(now) == ["a"]
