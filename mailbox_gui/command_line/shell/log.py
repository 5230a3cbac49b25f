"""The log of the command line, for developers: stacks of bugs and what the relay notes, never a message's text."""

from __future__ import annotations

import logging
import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

from mailbox_gui import __version__
from mailbox_gui.core.folders.user_folders import log_folder

_LARGEST = 1 << 20
_FORMAT = "%(asctime)s %(name)s %(levelname)s %(message)s"


def log_file() -> Path:
    """Where the log lies."""
    return log_folder() / "mailbox.log"


def quiet_library_logs() -> None:
    """Keep records that nobody asked for off the terminal, where an error is one line."""
    logging.getLogger().addHandler(logging.NullHandler())


def log_to_file() -> None:
    """Write the records of a long run into the log; a log that cannot be written is done without."""
    from logging.handlers import RotatingFileHandler

    path = log_file()
    try:
        _prepare(path)
        handler = RotatingFileHandler(path, maxBytes=_LARGEST, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        return
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)


def note_bug(error: BaseException) -> str:
    """Append the stack of `error` to the log; a clause that says where it is, or why it is nowhere.

    The error's own text is left out: it may quote a message.
    """
    frames = traceback.format_list(traceback.extract_tb(error.__traceback__))
    head = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} mailbox {__version__}: {type(error).__name__}\n"
    path = log_file()
    try:
        _prepare(path)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as stream:  # noqa: PTH123 - a descriptor
            stream.write(head + "".join(frames))
    except OSError as cause:
        return f"it could not be written to {path}: {cause.strerror}"
    return f"please report it with what stands at the end of {path}"


def _prepare(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
