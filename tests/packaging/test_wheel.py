"""The built wheel holds the program and its resources, and they are found in it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel would put into site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder / "built")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (folder / "built").glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def test_only_the_package_is_installed(unpacked: Path) -> None:
    names = {path.name for path in unpacked.iterdir()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"mailbox_gui"}


def test_every_resource_comes_with_it(unpacked: Path) -> None:
    ours = {str(path.relative_to(ROOT / "resources")) for path in (ROOT / "resources").rglob("*") if path.is_file()}
    carried = {
        str(path.relative_to(unpacked / "mailbox_gui" / "resources"))
        for path in (unpacked / "mailbox_gui" / "resources").rglob("*")
        if path.is_file()
    }
    assert ours <= carried


def test_the_installed_program_finds_its_own(unpacked: Path, tmp_path: Path) -> None:
    program = "from mailbox_gui.core.resources import resource_path; print(resource_path('fonts/Inter-Regular.otf'))"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(answer.stdout.strip()) == unpacked / "mailbox_gui" / "resources" / "fonts" / "Inter-Regular.otf"


def test_the_commands_and_the_licences_are_declared(unpacked: Path) -> None:
    (facts,) = unpacked.glob("*.dist-info")
    commands = (facts / "entry_points.txt").read_text(encoding="utf-8")
    assert "mailbox = mailbox_gui.command_line.entry:main" in commands
    assert "mailbox-gui = mailbox_gui.app.gui:main" in commands
    licences = {path.name for path in (facts / "licenses").rglob("*") if path.is_file()}
    assert licences == {"LICENSE", "Inter-OFL.txt", "JetBrainsMono-OFL.txt"}
