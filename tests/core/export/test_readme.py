"""The page in the archive: its commands are run as they stand, with tools that are not ours."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.export.readme import README_TEXT
from mailbox_gui.core.keys.envelope import public_hex
from tests.core.export.archives import Forge
from tests.support.post_office import TestOffice

PAGE = (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8")
TOOLS = ("unzip", "sha256sum", "xxd", "openssl", "sed", "grep")

needs_tools = pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"needs {', '.join(TOOLS)}")


def script() -> str:
    """The indented lines behind the list of tools."""
    commands = README_TEXT.split("openssl 3:\n", 1)[1]
    return "set -e\n" + commands.replace("THIS-FILE.zip", "history.zip")


def run(folder: Path, content: bytes) -> subprocess.CompletedProcess[str]:
    (folder / "history.zip").write_bytes(content)
    return subprocess.run(["bash", "-c", script()], cwd=folder, capture_output=True, text=True, check=False, timeout=60)


@needs_tools
def test_its_commands_prove_an_archive(archive: bytes, lived: TestOffice, tmp_path: Path) -> None:
    done = run(tmp_path, archive)
    assert done.returncode == 0, done.stderr
    assert "Signature Verified Successfully" in done.stdout
    assert done.stdout.count(": OK\n") == len(Forge.of(archive, lived.key).members) - 1
    assert public_hex(lived.key) in done.stdout


@needs_tools
def test_its_commands_find_a_changed_file(forge: Forge, tmp_path: Path) -> None:
    forge.edit("rules.json", b'"hub"', b'"bub"')
    assert run(tmp_path, forge.zipped()).returncode != 0


@needs_tools
def test_its_commands_find_a_manifest_that_another_signed(forge: Forge, tmp_path: Path) -> None:
    forge.edit("rules.json", b'"hub"', b'"bub"')
    forge.key = SigningKey(b"\x09" * 32)
    forge.sign()
    assert run(tmp_path, forge.zipped()).returncode != 0


def test_the_documentation_has_the_same_commands() -> None:
    commands = [line.strip() for line in README_TEXT.split("openssl 3:\n", 1)[1].splitlines()]
    told = {line.strip() for line in PAGE.splitlines()}
    assert [line for line in commands if line and not line.startswith("#") and line not in told] == []


def test_it_is_plain_text_of_short_lines() -> None:
    assert README_TEXT.isascii()
    assert max(map(len, README_TEXT.splitlines())) <= 110
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", README_TEXT)
