"""Makes a fresh checkout ready to run: system libraries, virtual environment, dependencies. The second time is quick.

Standard library only: it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mailbox_gui.app import system_libraries  # noqa: E402  the path above comes first

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / ".setup-done"
LOCK = ROOT / ".setup.lock"
UNFINISHED = b"unfinished"


class SetupError(Exception):
    """Setup cannot go on; its text is one line that says why and what to do."""


def main(arguments: Sequence[str]) -> int:
    """Set the checkout up for the window or for the tests; 0 when it is ready, 1 when a person must do something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--window", action="store_true", help="a window will be opened on this screen")
    parser.add_argument("--tests", action="store_true", help="tests will be run, offscreen and under Xvfb")
    wanted = parser.parse_args(arguments)
    try:
        with the_only_setup() as lock:
            prepare_system(window=wanted.window, tests=wanted.tests)
            prepare_environment(lock)
        if wanted.window:
            expect_screen()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSetup was interrupted; the next make goes on from here.", file=sys.stderr)
        return 130
    return 0


@contextmanager
def the_only_setup() -> Iterator[int]:
    """Hold the setup's lock; yields its descriptor. A second setup waits until the first is through."""
    try:
        lock = os.open(LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except PermissionError:
        if done():
            yield -1
            return
        raise SetupError(f"{ROOT} belongs to somebody else; make a clone of your own.") from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("Another setup of this checkout is at work; waiting for it…", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock
    finally:
        os.close(lock)


# --- the virtual environment ------------------------------------------------------------------------------------------


def prepare_environment(lock: int) -> None:
    """Make `.venv` hold exactly what pyproject.toml asks for; a whole one is left alone.

    The lock's file says "unfinished" from the first change to the last: an environment that was being made when the
    power went is not trusted but made anew. So is one that was moved: its programs name the old folder.
    """
    if done():
        return
    interrupted = os.pread(lock, len(UNFINISHED), 0) == UNFINISHED
    moved = stamp()[1:] not in ([], [str(ROOT)])
    if interrupted or moved or python_version() is None:
        provide_venv_module()
        os.pwrite(lock, UNFINISHED, 0)
        say(f"Making the environment {VENV.name} with Python {sys.version.split()[0]}…")
        run([sys.executable, "-m", "venv", "--clear", str(VENV)], lock, "the virtual environment could not be made")
    os.pwrite(lock, UNFINISHED, 0)
    STAMP.unlink(missing_ok=True)
    say("Installing the dependencies (about 150 MB the first time)…")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    complaint = "pip could not install the dependencies; its words stand above, often it is the network"
    run([*pip, "--editable", ".[test]"], lock, complaint)
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(f"{key(python_version())}\n{ROOT}", encoding="utf-8", errors="surrogateescape")
    fresh.replace(STAMP)
    os.ftruncate(lock, 0)


def done() -> bool:
    """Whether the environment is whole and made for this checkout as it is now."""
    written = stamp()
    return bool(written) and written[0] == key(python_version())


def stamp() -> list[str]:
    """What the last whole setup left behind: its key and the folder it was made in; empty when there was none."""
    try:
        return STAMP.read_text(encoding="utf-8", errors="surrogateescape").split("\n", 1)
    except OSError:
        return []


def key(version: str | None) -> str:
    """What the environment depends on, as one hash; the folder too, since an environment cannot be moved."""
    digest = hashlib.sha256()
    for part in ((ROOT / "pyproject.toml").read_bytes(), Path(__file__).read_bytes(), os.fsencode(ROOT)):
        digest.update(hashlib.sha256(part).digest())
    digest.update((version or "").encode())
    return digest.hexdigest()


def python_version() -> str | None:
    """The version of the environment's own Python; None when there is none, or one that is too old or broken."""
    program = "import sys, pip; sys.exit(1) if sys.version_info < (3, 11) else print(sys.prefix, sys.version)"
    # The full version, built from which compiler included, tells a replaced interpreter from the one it was made with.
    try:
        answer = subprocess.run(
            [PYTHON, "-c", program], capture_output=True, text=True, check=False, env=clean_environment()
        )
    except OSError:
        return None
    return answer.stdout if answer.returncode == 0 else None


def provide_venv_module() -> None:
    """Debian splits the making of environments off into a package: install it, or say what to install."""
    program = "import ensurepip, venv"
    if subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0:
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not install_packages([package]):
        raise SetupError(
            f"Python cannot make virtual environments here; install: {system_libraries.install_command([package])}"
        )


# --- system libraries -------------------------------------------------------------------------------------------------


def prepare_system(*, window: bool, tests: bool) -> None:
    """Install the system libraries that are missing: as root on Debian or Ubuntu apt brings them.

    Raises SetupError, whose one line names them, when Qt cannot load without.
    """
    needed = system_libraries.missing_packages(x_window=tests or None)
    screen = ["xvfb"] if tests and sys.platform.startswith("linux") and not shutil.which("Xvfb") else []
    if not needed and not screen:
        return
    if install_packages(needed + screen):
        needed = system_libraries.missing_packages(x_window=tests or None)
    essential = system_libraries.missing_packages(x_window=None if window else False)
    if essential:
        command = system_libraries.install_command(needed + screen)
        raise SetupError(f"Qt needs system libraries that are missing; install them with: {command}")


def expect_screen() -> None:
    """Raise SetupError when no window can be opened here: Qt itself would abort the process."""
    reason = system_libraries.why_no_window()
    if reason:
        raise SetupError(reason)


def install_packages(packages: Sequence[str]) -> bool:
    """Install Debian packages, quietly; False where this user or system cannot, or apt failed (and has said why)."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say(f"Installing system packages: {' '.join(packages)}…")
    install = ["install", "--yes", "--no-install-recommends", *packages]
    # The lists of a fresh machine are empty, those of an old one point to versions that are gone.
    if apt(install, quiet=True) or (apt(["update"]) and apt(install)):
        return True
    say(f"apt-get could not install {' '.join(packages)} (its words stand above).")
    return False


def apt(arguments: Sequence[str], *, quiet: bool = False) -> bool:
    """Run apt-get without questions; whether it succeeded. Its output is shown when it fails, unless `quiet`."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    command = ["apt-get", "--quiet", "--option", "DPkg::Lock::Timeout=300", *arguments]
    answer = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        check=False,
    )
    if answer.returncode != 0 and not quiet:
        sys.stderr.write(answer.stdout.decode(errors="replace"))
    return answer.returncode == 0


# --- processes --------------------------------------------------------------------------------------------------------


def run(command: Sequence[str], lock: int, complaint: str) -> None:
    """Run a step; SetupError with `complaint` when it fails. It shares the lock, so that it outlives us safely."""
    answer = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, env=clean_environment(), pass_fds=(lock,), check=False
    )
    if answer.returncode != 0:
        raise SetupError(f"Setup stopped: {complaint}.")


def clean_environment() -> dict[str, str]:
    """The caller's environment without what would send pip or Python elsewhere."""
    strangers = {"PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "__PYVENV_LAUNCHER__"}
    return {name: value for name, value in os.environ.items() if name not in strangers}


def say(line: str) -> None:
    """One line of progress."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
