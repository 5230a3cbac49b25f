"""Every call of the disk does what its name says, on systems that lack the modern call too."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mailbox_gui.core import disk as disk_module
from mailbox_gui.core.disk import Disk


class OldLibrary:
    """A C library on a file system that answers renameat2 with `error`."""

    def __init__(self, error: int) -> None:
        self.error = error

    def renameat2(self, *_arguments: object) -> int:
        ctypes.set_errno(self.error)
        return -1

    def syncfs(self, _descriptor: int) -> int:
        ctypes.set_errno(self.error)
        return -1


def _modern() -> Disk:
    return Disk()


def _without_library() -> Disk:
    disk = Disk()
    disk._libc = None
    return disk


def _old(error: int) -> Callable[[], Disk]:
    def make() -> Disk:
        disk = Disk()
        disk._libc = OldLibrary(error)  # type: ignore[assignment]
        return disk

    return make


@pytest.fixture(
    params=[_modern, _without_library, _old(errno.EINVAL), _old(errno.ENOSYS), _old(errno.EOPNOTSUPP)],
    ids=["renameat2", "no library", "EINVAL", "ENOSYS", "EOPNOTSUPP"],
)
def disk(request: pytest.FixtureRequest) -> Disk:
    made = request.param()
    assert isinstance(made, Disk)
    return made


@pytest.fixture
def other_file_system(tmp_path: Path) -> Iterator[Path]:
    shared = Path("/dev/shm")
    if not shared.is_dir() or shared.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second file system to rename to")
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        yield Path(folder)


def test_a_file_is_moved_when_the_target_is_free(disk: Disk, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    inode = (tmp_path / "a").stat().st_ino
    disk.rename_new(tmp_path / "a", str(tmp_path / "b"))
    assert [(path.name, path.stat().st_ino, path.stat().st_nlink) for path in tmp_path.iterdir()] == [("b", inode, 1)]


@pytest.mark.parametrize("there", ["file", "folder", "link", "broken link", "fifo"])
def test_nothing_is_replaced(disk: Disk, tmp_path: Path, there: str) -> None:
    (tmp_path / "a").write_bytes(b"x")
    target = tmp_path / "b"
    match there:
        case "file":
            target.write_bytes(b"y")
        case "folder":
            target.mkdir()
        case "link":
            target.symlink_to("a")
        case "broken link":
            target.symlink_to("nowhere")
        case _:
            os.mkfifo(target)
    before = target.lstat()
    with pytest.raises(FileExistsError):
        disk.rename_new(tmp_path / "a", target)
    assert (tmp_path / "a").read_bytes() == b"x"
    assert target.lstat() == before


@pytest.mark.parametrize("there", ["file", "empty folder", "full folder"])
def test_a_folder_moves_and_replaces_nothing_either(disk: Disk, tmp_path: Path, there: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "inside").touch()
    target = tmp_path / "b"
    if there == "file":
        target.touch()
    else:
        target.mkdir()
        if there == "full folder":
            (target / "other").touch()
    with pytest.raises(FileExistsError):
        disk.rename_new(tmp_path / "a", target)
    disk.rename_new(tmp_path / "a", tmp_path / "c")
    assert (tmp_path / "c" / "inside").exists()
    assert not (tmp_path / "a").exists()


def test_a_symbolic_link_is_moved_itself(disk: Disk, tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "a").symlink_to("target")
    disk.rename_new(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").readlink() == Path("target")
    assert not (tmp_path / "a").is_symlink()


def test_a_missing_source_is_told(disk: Disk, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        disk.rename_new(tmp_path / "a", tmp_path / "b")
    with pytest.raises(FileNotFoundError):
        disk.rename_over(tmp_path / "a", tmp_path / "b")


def test_another_file_system_is_told_and_nothing_is_moved(disk: Disk, tmp_path: Path, other_file_system: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(OSError, match=r"(?i)cross-device") as caught:
        disk.rename_new(tmp_path / "a", other_file_system / "b")
    assert caught.value.errno == errno.EXDEV
    with pytest.raises(OSError, match=r"(?i)cross-device"):
        disk.rename_over(tmp_path / "a", other_file_system / "b")
    assert (tmp_path / "a").read_bytes() == b"x"
    assert list(other_file_system.iterdir()) == []


def test_a_name_with_a_zero_byte_never_reaches_the_system(disk: Disk, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(ValueError, match="null"):
        disk.rename_new(f"{tmp_path}/a\0b", tmp_path / "c")
    with pytest.raises(ValueError, match="null"):
        disk.rename_new(tmp_path / "a", f"{tmp_path}/c\0d")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_name_that_is_not_utf8_moves_like_any_other(disk: Disk, tmp_path: Path) -> None:
    name = "caf\udce9.md"
    (tmp_path / name).write_bytes(b"x")
    disk.rename_new(tmp_path / name, tmp_path / f"new-{name}")
    assert os.listdir(os.fsencode(tmp_path)) == [b"new-caf\xe9.md"]  # noqa: PTH208 - as bytes


def test_a_rename_by_link_that_was_cut_short_is_finished(tmp_path: Path) -> None:
    disk = _without_library()
    (tmp_path / "a").write_bytes(b"x")
    os.link(tmp_path / "a", tmp_path / "b")
    disk.rename_new(tmp_path / "a", tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
    with pytest.raises(FileExistsError):
        disk.rename_new(tmp_path / "b", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == b"x"


@pytest.mark.parametrize("error", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_where_there_are_no_hard_links_a_look_must_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "link", refuse)
    disk = _without_library()
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "b").write_bytes(b"y")
    with pytest.raises(FileExistsError):
        disk.rename_new(tmp_path / "a", tmp_path / "b")
    disk.rename_new(tmp_path / "a", tmp_path / "c")
    assert (tmp_path / "c").read_bytes() == b"x"


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_rename_that_failed_is_not_tried_another_way(tmp_path: Path, error: int) -> None:
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(OSError, match=os.strerror(error)) as caught:
        _old(error)().rename_new(tmp_path / "a", tmp_path / "b")
    assert (caught.value.errno, caught.value.filename, caught.value.filename2) == (
        error,
        str(tmp_path / "a"),
        str(tmp_path / "b"),
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_new_file_is_private_and_never_replaces(tmp_path: Path) -> None:
    disk = Disk()
    disk.write_new(tmp_path / "a", b"x" * 100_000)
    assert (tmp_path / "a").read_bytes() == b"x" * 100_000
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("a", "link"):
        with pytest.raises(FileExistsError):
            disk.write_new(tmp_path / name, b"y")
    assert not (tmp_path / "nowhere").exists()


def test_a_new_folder_is_private(tmp_path: Path) -> None:
    Disk().make_folder(tmp_path / "a")
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700
    with pytest.raises(FileExistsError):
        Disk().make_folder(tmp_path / "a")


def test_an_append_goes_to_the_end_and_a_short_write_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real_write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, content: real_write(descriptor, content[:3]))
    (tmp_path / "a").write_bytes(b"old ")
    descriptor = os.open(tmp_path / "a", os.O_WRONLY | os.O_APPEND)
    Disk().append(descriptor, b"new content")
    os.close(descriptor)
    assert (tmp_path / "a").read_bytes() == b"old new content"


def test_an_overwrite_begins_at_the_start_or_at_its_offset(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    descriptor = os.open(tmp_path / "a", os.O_WRONLY)
    Disk().overwrite(descriptor, b"ab")
    Disk().overwrite(descriptor, b"c", 3)
    os.close(descriptor)
    assert (tmp_path / "a").read_bytes() == b"ab3c5"


def test_writing_again_and_cutting_touch_only_their_part(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"0123456789")
    Disk().write_again(tmp_path / "a", 3, b"345")
    assert (tmp_path / "a").read_bytes() == b"0123456789"
    Disk().truncate(tmp_path / "a", 4)
    assert (tmp_path / "a").read_bytes() == b"0123"
    with pytest.raises(FileNotFoundError):
        Disk().write_again(tmp_path / "b", 0, b"x")
    Disk().unlink(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_everything_can_be_made_durable(disk: Disk, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    disk.sync_file(tmp_path / "a")
    disk.sync_folder(tmp_path)
    if not isinstance(disk._libc, OldLibrary):
        disk.sync_filesystem(tmp_path)
    descriptor = os.open(tmp_path / "a", os.O_WRONLY)
    disk.sync_data(descriptor)
    os.close(descriptor)
    with pytest.raises(FileNotFoundError):
        disk.sync_file(tmp_path / "b")
    (tmp_path / "link").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        disk.sync_file(tmp_path / "link")
    with pytest.raises(NotADirectoryError):
        disk.sync_folder(tmp_path / "a")


def test_a_file_system_that_fails_to_sync_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Input/output") as caught:
        _old(errno.EIO)().sync_filesystem(tmp_path)
    assert caught.value.filename == str(tmp_path)


@pytest.mark.parametrize(("error", "told"), [(errno.EINVAL, False), (errno.EIO, True), (errno.ENOSPC, True)])
def test_a_folder_that_cannot_be_synced_at_all_is_let_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, told: bool
) -> None:
    """Some FUSE and SMB mounts cannot; one that can and fails is another matter, and so is a file."""

    def refuse(_descriptor: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "fsync", refuse)
    (tmp_path / "a").touch()
    with pytest.raises(OSError, match=os.strerror(error)):
        Disk().sync_file(tmp_path / "a")
    if told:
        with pytest.raises(OSError, match=os.strerror(error)):
            Disk().sync_folder(tmp_path)
    else:
        Disk().sync_folder(tmp_path)


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.is_dir():
        pytest.skip("the system does not list open files")
    disk = Disk()

    def everything(folder: Path) -> None:
        folder.mkdir()
        disk.write_new(folder / "a", b"x")
        disk.write_again(folder / "a", 0, b"x")
        disk.sync_file(folder / "a")
        disk.sync_folder(folder)
        disk.sync_filesystem(folder)
        disk.rename_new(folder / "a", folder / "b")
        with pytest.raises(FileExistsError):
            disk.write_new(folder / "b", b"x")

    everything(tmp_path / "once")
    before = len(list(descriptors.iterdir()))
    everything(tmp_path / "twice")
    assert len(list(descriptors.iterdir())) == before


def test_a_system_without_the_calls_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert disk_module._libc() is None
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda *_arguments, **_options: object())
    assert disk_module._libc() is None
