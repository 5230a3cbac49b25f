"""The bundled fonts load, speak Cyrillic and carry their licences; the icon is there in every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontDatabase, QImage, QRawFont
from pytestqt.qtbot import QtBot

from mailbox_gui.core.resources import resource_path

FONTS = {
    "Inter-Regular.otf": "Inter",
    "Inter-Medium.otf": "Inter",
    "Inter-SemiBold.otf": "Inter",
    "JetBrainsMono-Regular.ttf": "JetBrains Mono",
    "JetBrainsMono-Medium.ttf": "JetBrains Mono",
    "JetBrainsMono-SemiBold.ttf": "JetBrains Mono",
}


def test_every_font_of_the_folder_is_in_the_table() -> None:
    files = {path.name for path in resource_path("fonts").iterdir() if path.suffix in {".otf", ".ttf"}}
    assert files == FONTS.keys()


@pytest.mark.parametrize(("name", "family"), FONTS.items())
def test_the_font_loads_under_its_family_and_knows_the_letters(name: str, family: str, qtbot: QtBot) -> None:
    path = resource_path(f"fonts/{name}")
    number = QFontDatabase.addApplicationFont(str(path))
    families = QFontDatabase.applicationFontFamilies(number)
    QFontDatabase.removeApplicationFont(number)
    assert family in families
    face = QRawFont(str(path), 13, QFont.HintingPreference.PreferNoHinting)
    assert [letter for letter in "Aaё Жя→…" if not face.supportsCharacter(ord(letter))] == []


@pytest.mark.parametrize("family", ["Inter", "JetBrainsMono"])
def test_the_licence_lies_beside_the_font(family: str) -> None:
    text = resource_path(f"fonts/{family}-OFL.txt").read_text(encoding="utf-8")
    assert text.startswith("Copyright")
    assert "SIL OPEN FONT LICENSE" in text
    assert "DISCLAIMER" in text


@pytest.mark.parametrize("path", sorted(resource_path("icons").glob("agent-mailbox-*.png")), ids=lambda path: path.name)
def test_the_icon_has_the_size_in_its_name(path: Path) -> None:
    side = int(path.stem.rpartition("-")[2])
    assert QImage(str(path)).size() == QSize(side, side)
