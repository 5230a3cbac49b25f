"""Reading what others may have put there: never through a link, never waiting, never more than asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.folders.plain_files import hash_plain, read_plain


def test_a_plain_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"0123456789")

    assert read_plain(tmp_path / "a", 100) == b"0123456789"
    assert read_plain(str(tmp_path / "a"), 4) == b"0123"


def _link(path: Path) -> None:
    path.with_name("target").write_text("x")
    path.symlink_to(path.with_name("target"))


@pytest.mark.parametrize("make", [_link, os.mkfifo, Path.mkdir], ids=["link", "pipe", "folder"])
def test_what_is_no_plain_file_is_an_error_and_not_waited_for(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "a")

    with pytest.raises(OSError, match=r"."):
        read_plain(tmp_path / "a", 100)
    assert hash_plain(tmp_path / "a") is None


def test_a_link_is_followed_where_that_is_wanted(tmp_path: Path) -> None:
    _link(tmp_path / "a")
    assert read_plain(tmp_path / "a", 100, follow=True) == b"x"
    (tmp_path / "target").unlink()
    os.mkfifo(tmp_path / "target")
    with pytest.raises(OSError, match="not a plain file"):
        read_plain(tmp_path / "a", 100, follow=True)


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_plain(tmp_path / "a", 100)
    assert hash_plain(tmp_path / "a") is None


def test_a_hash_is_of_the_whole_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")

    assert hash_plain(tmp_path / "a") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
