"""The setup does what is missing, once, and trusts nothing that was interrupted."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKE, FILL = "make the environment", "install the dependencies"


@dataclass
class Checkout:
    """A checkout in which the steps are written down instead of being run."""

    setup: ModuleType
    root: Path
    steps: list[str] = field(default_factory=list)
    pip_fails: bool = False

    def run(self, command: Sequence[str], lock: int, complaint: str) -> None:
        self.steps.append(MAKE if "venv" in command else FILL)
        if "venv" in command:
            assert "--clear" in command
            (self.root / ".venv").mkdir(exist_ok=True)
        elif self.pip_fails:
            raise self.setup.SetupError(complaint)

    def prepare(self) -> list[str]:
        """One setup; the steps it took."""
        self.steps.clear()
        with self.setup.the_only_setup() as lock:
            self.setup.prepare_environment(lock)
        return list(self.steps)


def load_setup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("setup_environment", ROOT / "packaging" / "setup_environment.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    monkeypatch.setattr(sys, "path", list(sys.path))
    setup = load_setup()
    here = Checkout(setup, tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(setup, "STAMP", tmp_path / ".venv" / ".setup-done")
    monkeypatch.setattr(setup, "LOCK", tmp_path / ".setup.lock")
    monkeypatch.setattr(setup, "run", here.run)
    monkeypatch.setattr(setup, "python_version", lambda: "3.11" if (tmp_path / ".venv").is_dir() else None)
    return here


def test_a_fresh_checkout_gets_both_and_the_second_time_nothing(checkout: Checkout) -> None:
    assert checkout.prepare() == [MAKE, FILL]
    assert checkout.prepare() == []


def test_an_environment_made_by_hand_is_taken_over(checkout: Checkout) -> None:
    (checkout.root / ".venv").mkdir()
    assert checkout.prepare() == [FILL]


def _other_dependencies(checkout: Checkout) -> None:
    (checkout.root / "pyproject.toml").write_text("[project]\nname = 'other'\n", encoding="utf-8")


def _moved(checkout: Checkout) -> None:
    stamp = checkout.root / ".venv" / ".setup-done"
    stamp.write_text("0" * 64 + "\n/somewhere/else", encoding="utf-8")


def _killed_in_the_middle(checkout: Checkout) -> None:
    (checkout.root / ".setup.lock").write_bytes(b"unfinished")
    (checkout.root / ".venv" / ".setup-done").unlink()


def _environment_deleted(checkout: Checkout) -> None:
    (checkout.root / ".venv" / ".setup-done").unlink()
    (checkout.root / ".venv").rmdir()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (_other_dependencies, [FILL]),
        (_moved, [MAKE, FILL]),
        (_killed_in_the_middle, [MAKE, FILL]),
        (_environment_deleted, [MAKE, FILL]),
    ],
)
def test_after_a_change_only_what_is_needed_is_done(
    checkout: Checkout, change: Callable[[Checkout], None], expected: list[str]
) -> None:
    checkout.prepare()
    change(checkout)
    assert checkout.prepare() == expected
    assert checkout.prepare() == []


def test_after_a_failure_of_pip_the_environment_is_made_anew(checkout: Checkout) -> None:
    checkout.pip_fails = True
    with pytest.raises(checkout.setup.SetupError, match="pip could not install"):
        checkout.prepare()
    checkout.pip_fails = False
    assert checkout.prepare() == [MAKE, FILL]


def test_a_second_setup_waits_for_the_first(checkout: Checkout) -> None:
    program = f"import fcntl; fcntl.flock(open({str(checkout.root / '.setup.lock')!r}), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    with checkout.setup.the_only_setup():
        held = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    free = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "BlockingIOError" in held.stderr
    assert free.returncode == 0, free.stderr


@pytest.mark.parametrize("python", ["/bin/false", "/nonexistent/python3"])
def test_a_python_that_does_not_fit_is_refused_in_one_line(python: str) -> None:
    answer = subprocess.run(
        ["sh", "packaging/setup.sh"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHON": python},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    assert answer.stderr == f"PYTHON={python} is not a Python of version 3.11 or newer.\n"
