"""Colour on a terminal only, and never against NO_COLOR: what each verdict looks like."""

from __future__ import annotations

import os

import click

_VERDICTS = {
    "accepted": "green",
    "approved": "green",
    "done": "green",
    "pass": "green",
    "held": "yellow",
    "note": "yellow",
    "decision": "cyan",
    "decided": "cyan",
    "rejected": "red",
    "declined": "red",
    "refused": "red",
    "fail": "red",
}


def wanted() -> bool | None:
    """False where the user or the terminal wants none; None leaves it to whether the output is a terminal."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return None


def style_of(verdict: str) -> str:
    """The colour's name for a verdict, or an empty text."""
    return _VERDICTS.get(verdict, "")


def painted(verdict: str, text: str | None = None) -> str:
    """`text` (the verdict itself by default) in the colour of the verdict; click strips it off a terminal."""
    return click.style(text if text is not None else verdict, fg=style_of(verdict) or None)


def faint(text: str) -> str:
    """Text of second rank."""
    return click.style(text, dim=True)


def strong(text: str) -> str:
    """Text that is looked for."""
    return click.style(text, bold=True)
