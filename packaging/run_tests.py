"""Runs every check of the project, one after the other, and sums them up: what `make test` and the build server run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mailbox_gui.app import system_libraries  # noqa: E402  the path above comes first

FOLDERS = [name for name in ("mailbox_gui", "tests", "benchmarks") if (ROOT / name).is_dir()]
SCRIPTS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "packaging").glob("*.py"))
PYTEST = ["pytest", "--quiet"]
# More workers than cores gain nothing, and many of the tests start processes of their own.
WORKERS = str(max(2, min(4, os.cpu_count() or 2)))


def main() -> int:
    """Run all steps, also after one has failed; 0 when each was good."""
    steps: dict[str, tuple[Sequence[str], Mapping[str, str]]] = {
        "ruff": (["ruff", "check", "--quiet", "."], {}),
        "mypy": (["mypy", *FOLDERS], {}),
        "mypy of the scripts": (["mypy", *SCRIPTS], {}),
        "tests, offscreen": ([*PYTEST, "-n", WORKERS], {}),
    }
    missing = _missing_for_x_window()
    if not missing:
        steps["tests in a real X window"] = ([*PYTEST, "-p", "xvfb", "-m", "xwindow"], {"TEST_SCREEN": "x"})
    results = {name: _passes(name, command, extra) for name, (command, extra) in steps.items()}
    print("\n" + "\n".join(f"{'ok    ' if good else 'FAILED'} {name}" for name, good in results.items()))
    if missing:
        print(f"not run: tests in a real X window; they need {system_libraries.install_command(missing)}")
    return 0 if all(results.values()) else 1


def _missing_for_x_window() -> list[str]:
    screen = [] if shutil.which("Xvfb") else ["xvfb"]
    return screen + system_libraries.missing_packages(x_window=True)


def _passes(name: str, command: Sequence[str], extra: Mapping[str, str]) -> bool:
    print(f"\n== {name}", flush=True)
    started = time.monotonic()
    answer = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env={**os.environ, **extra}, check=False)
    print(f"   {time.monotonic() - started:.1f} s", flush=True)
    return answer.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
