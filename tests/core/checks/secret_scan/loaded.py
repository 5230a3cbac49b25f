"""The real scanner for tests, its compiled rules kept between runs: the first load takes seconds, the next 0.3 s."""

from __future__ import annotations

import os
import tempfile
from functools import lru_cache
from pathlib import Path

from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner


@lru_cache(maxsize=1)
def loaded_scanner() -> SecretScanner:
    """The scanner with the rules in force. The library itself compiles again when rules or version differ."""
    return SecretScanner.load(Path(tempfile.gettempdir()) / f"agent-mailbox-tests-{os.getuid()}")
