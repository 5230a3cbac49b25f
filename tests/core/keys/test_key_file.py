"""Key files are small, private, never followed through a link, and replaced in one step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.key_file import (
    KeyDamaged,
    KeyMissing,
    create_key_file,
    exposure,
    plain_key,
    read_key_file,
    read_plain_key,
    render_plain,
    replace_key_file,
)

KEY = bytes(range(32))


class Killed(Exception):
    """Stands for the end of the process."""


class DyingDisk(Disk):
    """Counts its calls and dies before the one of number `at`."""

    def __init__(self, at: int = 1 << 30) -> None:
        super().__init__()
        self.at = at
        self.calls: list[str] = []

    def _step(self, call: str) -> None:
        if len(self.calls) == self.at:
            raise Killed
        self.calls.append(call)

    def write_new(self, path: str | Path, content: bytes) -> None:
        self._step("write_new")
        super().write_new(path, content)

    def sync_file(self, path: str | Path) -> None:
        self._step("sync_file")

    def sync_folder(self, path: str | Path) -> None:
        self._step("sync_folder")

    def rename_new(self, source: str | Path, target: str | Path) -> None:
        self._step("rename_new")
        super().rename_new(source, target)

    def rename_over(self, source: str | Path, target: str | Path) -> None:
        self._step("rename_over")
        super().rename_over(source, target)

    def unlink(self, path: str | Path) -> None:
        self._step("unlink")
        super().unlink(path)


def test_a_plain_key_is_64_digits_and_a_newline(tmp_path: Path) -> None:
    create_key_file(Disk(), tmp_path / "owner.pub", render_plain(KEY))
    assert (tmp_path / "owner.pub").read_bytes() == KEY.hex().encode() + b"\n"
    assert read_plain_key(tmp_path / "owner.pub") == KEY
    assert (tmp_path / "owner.pub").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["owner.pub"]


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", KEY.hex().encode()[:-1], KEY.hex().upper().encode(), KEY.hex().encode() * 2, b"zz" * 32, b"\xff" * 64],
)
def test_anything_else_is_no_plain_key(tmp_path: Path, content: bytes) -> None:
    assert plain_key(content) is None
    (tmp_path / "owner.pub").write_bytes(content)
    with pytest.raises(KeyDamaged, match="is not a key"):
        read_plain_key(tmp_path / "owner.pub")


def test_what_is_no_key_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "owner.secret"
    with pytest.raises(KeyMissing, match=r"owner\.secret is missing"):
        read_key_file(path)
    (tmp_path / "other").write_bytes(render_plain(KEY))
    path.symlink_to(tmp_path / "other")
    with pytest.raises(KeyDamaged, match="symbolic link"):
        read_key_file(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(KeyDamaged, match="is not a file"):
        read_key_file(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(KeyDamaged, match="is not a file"):
        read_key_file(path)
    path.rmdir()
    path.write_bytes(b"0" * 4097)
    with pytest.raises(KeyDamaged, match="too long"):
        read_key_file(path)


def test_no_key_is_ever_written_over_by_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "owner.secret"
    path.write_bytes(b"old")
    with pytest.raises(FileExistsError):
        create_key_file(Disk(), path, b"new")
    assert path.read_bytes() == b"old"
    path.unlink()
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        create_key_file(Disk(), path, b"new")
    assert not (tmp_path / "nowhere").exists()


def test_a_replacement_cut_short_anywhere_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "owner.secret"
    seen = set()
    for at in range(10):
        path.write_bytes(b"old")
        try:
            replace_key_file(DyingDisk(at), path, b"new")
        except Killed:
            seen.add(path.read_bytes())
        else:
            assert path.read_bytes() == b"new"
            break
    else:
        pytest.fail("it never ends")
    assert seen == {b"old", b"new"}
    replace_key_file(Disk(), path, b"newest")
    assert path.read_bytes() == b"newest"
    assert [file.name for file in tmp_path.iterdir()] == ["owner.secret"]


def test_a_key_is_durable_before_its_name_is_and_before_the_old_one_is_gone(tmp_path: Path) -> None:
    disk = DyingDisk()
    create_key_file(disk, tmp_path / "owner.secret", b"old")
    assert disk.calls == ["write_new", "sync_file", "rename_new"]
    disk.calls.clear()
    replace_key_file(disk, tmp_path / "owner.secret", b"new")
    assert disk.calls == ["write_new", "sync_file", "rename_over", "sync_folder"]


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_a_private_file_is_not_exposed(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "owner.secret"
    path.write_bytes(b"x")
    path.chmod(mode)
    assert exposure(path) is None


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o666, 0o620, 0o601])
def test_wider_permissions_are_told_with_the_way_out(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "owner.secret"
    path.write_bytes(b"x")
    path.chmod(mode)
    told = exposure(path)
    assert told is not None
    assert f"(mode {mode:04o})" in told
    assert f"chmod 600 {path}" in told
