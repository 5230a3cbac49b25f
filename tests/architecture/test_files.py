"""The size and the first line of every file: rooms stay small and say what they are for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(
    path
    for top in ("mailbox_gui", "tests", "benchmarks", "packaging")
    for path in (ROOT / top).rglob("*.py")
    if path.read_bytes().strip()
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_is_short_and_says_why_it_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") < 400, "more than 400 lines: what are its two rooms?"
    opening = ast.get_docstring(ast.parse(text))
    assert opening is not None, "it does not open with a line that says why it exists"


def test_every_package_has_an_init_that_says_what_it_is() -> None:
    folders = {path.parent for path in (ROOT / "mailbox_gui").rglob("*.py")}
    assert sorted(str(folder) for folder in folders if not (folder / "__init__.py").is_file()) == []
