"""The two bundled type families at the sizes of the design, digits of one width, `->` kept as typed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

SANS = "Inter"
MONO = "JetBrains Mono"

CAPTION, SECONDARY, BASE, BODY, TITLE, TOPIC = 11, 12, 13, 14, 16, 20
NORMAL, MEDIUM, SEMIBOLD = QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold


def register(folder: Path) -> list[str]:
    """Load every font file of the folder into this process; answers the families, sorted."""
    families: set[str] = set()
    for file in _font_files(folder):
        number = QFontDatabase.addApplicationFont(str(file))
        if number >= 0:
            families.update(QFontDatabase.applicationFontFamilies(number))
    return sorted(families)


def _font_files(folder: Path) -> Iterable[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix.lower() in {".ttf", ".otf"})


@cache
def sans(pixels: int = BASE, weight: QFont.Weight = NORMAL) -> QFont:
    """Inter at a size in device-independent pixels. Treat the answer as read-only: it is shared."""
    return _font((SANS, "Noto Sans", "DejaVu Sans"), QFont.StyleHint.SansSerif, pixels, weight)


@cache
def mono(pixels: int = SECONDARY, weight: QFont.Weight = NORMAL) -> QFont:
    """JetBrains Mono at a size in device-independent pixels. Treat the answer as read-only: it is shared."""
    return _font((MONO, "DejaVu Sans Mono", "Courier New"), QFont.StyleHint.Monospace, pixels, weight)


@cache
def section() -> QFont:
    """The small spaced capitals over a group of the sidebar."""
    font = QFont(sans(CAPTION, SEMIBOLD))
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.5)
    return font


def _font(families: tuple[str, ...], hint: QFont.StyleHint, pixels: int, weight: QFont.Weight) -> QFont:
    font = QFont(list(families))
    font.setStyleHint(hint)
    font.setPixelSize(pixels)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setFeature(QFont.Tag("calt"), 0)  # else `->` in a reason turns into an arrow
    return font
