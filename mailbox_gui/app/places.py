"""Where the window finds its post office and keeps its own things."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.app.options import Options
from mailbox_gui.core.folders.root import find_root
from mailbox_gui.core.folders.user_folders import default_root, demo_root, log_folder, scanner_cache

__all__ = ["demo_root", "log_file", "root_of", "scanner_cache", "short"]


def root_of(options: Options, remembered: Path | None = None) -> Path:
    """The post office to open, absolute; not looked at yet. `remembered` was made or chosen in the first run."""
    if options.demo:
        return demo_root()
    return find_root(options.root, os.environ, Path.cwd(), remembered or default_root())


def log_file() -> Path:
    """The developers' log of the window."""
    return log_folder() / "window.log"


def short(path: Path) -> str:
    """The path with the user's home as ~."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
