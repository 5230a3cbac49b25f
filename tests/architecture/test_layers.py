"""The layers of the house: imports go one way, Qt stays in its rooms, and no file needs itself through another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.import_graph import circles, imports_of, modules

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "mailbox_gui"


def test_the_contracts_of_import_linter_hold() -> None:
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_import_circle_with_imports_in_functions_counted() -> None:
    assert circles(modules(PACKAGE)) == []


@pytest.mark.parametrize(
    ("libraries", "rooms"),
    [
        ({"PySide6", "shiboken6", "qtawesome"}, ("window", "app")),
        ({"click", "rich"}, ("command_line",)),
        ({"starlette", "uvicorn", "h11"}, ("broker",)),
        ({"coincurve"}, ("core.keys",)),
        ({"watchdog"}, ("core.folders",)),
        ({"kingfisher_sdk"}, ("core.checks",)),
    ],
)
def test_a_library_is_imported_in_its_rooms_alone(libraries: set[str], rooms: tuple[str, ...]) -> None:
    homes = tuple(f"mailbox_gui.{room}" for room in rooms)
    strangers = [
        name
        for name, path in modules(PACKAGE).items()
        if not name.startswith(homes) and any(wanted.split(".")[0] in libraries for wanted in imports_of(name, path))
    ]
    assert strangers == []


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a": "import pkg.b", "b": "import pkg.c", "c": ""}, []),
        ({"a": "import pkg.b", "b": "def f():\n    from pkg import a"}, [["pkg.a", "pkg.b"]]),
        ({"a": "from . import b", "b": "from .c import x", "c": "from pkg.a import y"}, [["pkg.a", "pkg.b", "pkg.c"]]),
        (
            {"a": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pkg.b", "b": "import pkg.a"},
            [["pkg.a", "pkg.b"]],
        ),
    ],
)
def test_the_search_for_circles_finds_them(tmp_path: Path, files: dict[str, str], expected: list[list[str]]) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    for name, text in files.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    assert circles(modules(package)) == expected
