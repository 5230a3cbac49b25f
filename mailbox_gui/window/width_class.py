"""How much room the window has: three classes, each with its form of every pane."""

from __future__ import annotations

from enum import IntEnum


class WidthClass(IntEnum):
    """How much room the window has: 1200 and more, 1000 to 1199, less."""

    NARROW = 0
    MIDDLE = 1
    WIDE = 2


def width_class(pixels: int) -> WidthClass:
    """The class of a window's width."""
    return WidthClass.WIDE if pixels >= 1200 else WidthClass.MIDDLE if pixels >= 1000 else WidthClass.NARROW
