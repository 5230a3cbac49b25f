"""What the window's tests share."""

from __future__ import annotations

from tests.window.opened import clock, compiled_rules, garbage_on_main, office, open_window, theme

__all__ = ["clock", "compiled_rules", "garbage_on_main", "office", "open_window", "theme"]
