"""Asking git without letting the repository decide anything: no hooks, monitors, pagers, network, user's settings."""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from mailbox_gui.core.workspaces.limits import Limits
from mailbox_gui.core.workspaces.trouble import Interrupted

_SETTINGS: Final = {
    # Programs that a repository may name, to be run by whoever looks into it.
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.askPass": "",
    "core.sshCommand": "false",
    "credential.helper": "",
    "log.showSignature": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    # Subjects as they are: in another encoding they could not be read, and no secret be found in them.
    "i18n.logOutputEncoding": "UTF-8",
    # The user's own ignored files and attributes are not the workspace's.
    "core.excludesFile": os.devnull,
    "core.attributesFile": os.devnull,
    # An agent may run as another user; nothing of its repository is run here.
    "safe.directory": "*",
    "core.untrackedCache": "false",
    "submodule.recurse": "false",
}
_ENVIRONMENT: Final = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    # Nothing is fetched, whatever is missing: of all protocols one is allowed that does not exist. Unlike a setting
    # this cannot be undone by the repository's own, which could name any program as its transport.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_PAGER": "cat",
    "HOME": os.devnull,
    "LC_ALL": "C",
}
_POLL_SECONDS: Final = 0.1


class NoGit(Exception):
    """There is no git on this machine."""


class GitTooMuch(Exception):
    """Git took too long or said too much."""


class Git:
    """Git in one folder. Every call is a process of its own that ends with the call, whatever happens."""

    def __init__(self, folder: str, limits: Limits, stop: threading.Event) -> None:
        self.folder = folder
        self._limits = limits
        self._stop = stop

    def ask(self, *arguments: str) -> bytes | None:
        """What git says, None when it says no. Raises NoGit, GitTooMuch, Interrupted, OSError for the folder."""
        said, _ = self._run(arguments, cut=False)
        return said

    def ask_for_much(self, *arguments: str) -> tuple[bytes | None, bool]:
        """The same of a list that may be cut off, and whether it was."""
        return self._run(arguments, cut=True)

    def _run(self, arguments: tuple[str, ...], *, cut: bool) -> tuple[bytes | None, bool]:
        program = _program()
        settings = [word for key, value in _SETTINGS.items() for word in ("-c", f"{key}={value}")]
        command = [program, "--no-pager", "--no-optional-locks", "--no-replace-objects", *settings, *arguments]
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=_environment(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            said, whole = self._read(process)
            if not whole:
                if cut:
                    return said, True
                raise GitTooMuch("git says too much")
            return (said if process.wait(self._limits.git_seconds) == 0 else None), False
        except subprocess.TimeoutExpired:
            raise GitTooMuch("git takes too long") from None
        finally:
            _end(process)

    def _read(self, process: subprocess.Popen[bytes]) -> tuple[bytes, bool]:
        """Its output up to the limit, and whether that is all."""
        assert process.stdout is not None
        deadline = time.monotonic() + self._limits.git_seconds
        parts: list[bytes] = []
        left = self._limits.git_bytes
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if self._stop.is_set():
                    raise Interrupted
                if time.monotonic() > deadline:
                    raise GitTooMuch("git takes too long")
                if not selector.select(_POLL_SECONDS):
                    continue
                part = os.read(process.stdout.fileno(), 1 << 18)
                if not part:
                    return b"".join(parts), True
                parts.append(part[:left])
                left -= len(part)
                if left < 0:
                    return b"".join(parts), False


def _program() -> str:
    program = shutil.which("git")
    if program is None:
        raise NoGit
    return os.path.abspath(program)


def _environment(outer: Mapping[str, str]) -> dict[str, str]:
    """Nothing of ours but where programs and temporary files lie: GIT_DIR and its kin would lead elsewhere."""
    kept = {name: outer[name] for name in ("PATH", "TMPDIR", "DEVELOPER_DIR", "SYSTEMROOT") if name in outer}
    return kept | _ENVIRONMENT


def _end(process: subprocess.Popen[bytes]) -> None:
    """Leave no process behind, nor one that it started."""
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
