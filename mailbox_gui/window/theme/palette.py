"""Tokens as a QPalette, so that whatever Qt draws by itself has our colours too."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from mailbox_gui.window.theme.tokens import Tokens


def palette(tokens: Tokens) -> QPalette:
    """The palette of a colour scheme."""
    made = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, tokens.bg_surface),
        (role.WindowText, tokens.text),
        (role.Base, tokens.bg_surface),
        (role.AlternateBase, tokens.bg_subtle),
        (role.Text, tokens.text),
        (role.Button, tokens.bg_surface),
        (role.ButtonText, tokens.text),
        (role.BrightText, tokens.bad),
        (role.ToolTipBase, tokens.toast_bg),
        (role.ToolTipText, tokens.toast_text),
        (role.PlaceholderText, tokens.text_3),
        (role.Highlight, tokens.accent),
        (role.HighlightedText, tokens.on_accent),
        (role.Link, tokens.accent_text),
        (role.LinkVisited, tokens.accent_text),
        (role.Light, tokens.bg_surface),
        (role.Midlight, tokens.bg_subtle),
        (role.Mid, tokens.border),
        (role.Dark, tokens.border_strong),
        (role.Shadow, tokens.border_strong),
        (role.Accent, tokens.accent),
    ):
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(tokens.text_3))
    return made
