"""What the window's tests share."""

from __future__ import annotations

from tests.window.opened import clock, garbage_on_main, office, open_window, theme

__all__ = ["clock", "garbage_on_main", "office", "open_window", "theme"]
