"""Fills the one QSS template (`resources/style/window.qss`) with the colours of a scheme."""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from mailbox_gui.window.theme.tokens import Tokens


def style_sheet(template: str, tokens: Tokens) -> str:
    """The finished style sheet. Raises KeyError for a `$name` that is no token."""
    values = {name: value for name, value in asdict(tokens).items() if isinstance(value, str)}
    return Template(template).substitute(values)
