"""Tests of the composition work the real window too."""

from __future__ import annotations

from tests.window.opened import clock, garbage_on_main, office, open_window, theme

__all__ = ["clock", "garbage_on_main", "office", "open_window", "theme"]
