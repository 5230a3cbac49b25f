"""Reduced motion: what Qt itself animates stands still, and the text cursor does not blink."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_USUAL_FLASH_MS = 1000
_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo, Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip, Qt.UIEffect.UI_AnimateToolBox,
)  # fmt: skip


def set_motion(*, reduced: bool) -> None:
    """Let Qt animate or not. The window draws no animation of its own but the seconds of an undo."""
    for effect in _EFFECTS:
        QApplication.setEffectEnabled(effect, not reduced)
    if reduced:
        QApplication.setCursorFlashTime(0)
    elif QApplication.cursorFlashTime() == 0:
        QApplication.setCursorFlashTime(_USUAL_FLASH_MS)
