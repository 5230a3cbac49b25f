"""Where the window finds its post office and keeps its own things."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path, user_log_path

from mailbox_gui.app.options import Options
from mailbox_gui.core.folders.root import find_root

_NAME = "agent-mailbox"


def demo_root() -> Path:
    """The folder of the demo post office."""
    return user_data_path(f"{_NAME}-demo", appauthor=False)


def root_of(options: Options) -> Path:
    """The post office to open, absolute; not looked at yet."""
    if options.demo:
        return demo_root()
    return find_root(options.root, os.environ, Path.cwd(), user_data_path(_NAME, appauthor=False))


def log_file() -> Path:
    """The developers' log of the window."""
    return user_log_path(_NAME, appauthor=False) / "window.log"


def scanner_cache() -> Path:
    """Where the compiled rules of the secret scanner are kept."""
    return user_cache_path(_NAME, appauthor=False) / "scanner"


def short(path: Path) -> str:
    """The path with the user's home as ~."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
