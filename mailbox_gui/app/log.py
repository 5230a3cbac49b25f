"""The developers' log: what the program did and where it failed. Never a message's text, a token or a key."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

_LARGEST, _KEPT = 1_000_000, 3


def begin_log(file: Path) -> None:
    """Log warnings of everybody and the course of this program into `file`; without it (full disk) to stderr."""
    handler: logging.Handler
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(file, maxBytes=_LARGEST, backupCount=_KEPT, encoding="utf-8", delay=True)
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.WARNING)
    logging.getLogger("mailbox_gui").setLevel(logging.INFO)
