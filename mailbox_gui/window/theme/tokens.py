"""The colours by name, for light and for dark, and the contrast formula that holds them to account.

Text on the worst background it is used on has at least 4.5, controls and graphics have 3 (WCAG 2.1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Tokens:
    """One colour scheme. Every value is `#RRGGBB`, or `#AARRGGBB` for the scrim."""

    dark: bool
    bg_window: str
    bg_surface: str
    bg_subtle: str
    bg_hover: str
    bg_selected: str
    bg_selected_idle: str
    bg_input: str
    border: str
    border_strong: str
    border_control: str
    text: str
    text_2: str
    text_3: str
    accent: str
    accent_hover: str
    accent_text: str
    accent_soft: str
    on_accent: str
    focus: str
    ok: str
    ok_soft: str
    ok_mid: str
    hold: str
    hold_soft: str
    hold_mid: str
    bad: str
    bad_soft: str
    bad_mid: str
    toast_bg: str
    toast_text: str
    toast_link: str
    scrim: str
    mark: str
    mark_text: str
    code_bg: str
    strong: bool = False
    """High contrast: what else lies on a soft fill has a line of its own."""


LIGHT = Tokens(
    dark=False,
    bg_window="#F2F4F7",
    bg_surface="#FFFFFF",
    bg_subtle="#F8F9FB",
    bg_hover="#EDF0F4",
    bg_selected="#E5ECFD",
    bg_selected_idle="#E9ECF1",
    bg_input="#FFFFFF",
    border="#DDE1E8",
    border_strong="#B9C0CC",
    border_control="#858D9C",
    text="#1A1E27",
    text_2="#4A5261",
    text_3="#5F6878",
    accent="#2F56D0",
    accent_hover="#2749B4",
    accent_text="#2A4DC0",
    accent_soft="#E5ECFD",
    on_accent="#FFFFFF",
    focus="#2F56D0",
    ok="#17693B",
    ok_soft="#E2F3E8",
    ok_mid="#2E9A5B",
    hold="#854D00",
    hold_soft="#FDF0D5",
    hold_mid="#B87408",
    bad="#B3261E",
    bad_soft="#FCE8E6",
    bad_mid="#D6473E",
    toast_bg="#232833",
    toast_text="#F3F5F8",
    toast_link="#A9BEFF",
    scrim="#611A1E27",
    mark="#FFE9A8",
    mark_text="#1A1E27",
    code_bg="#F3F5F8",
)

DARK = Tokens(
    dark=True,
    bg_window="#16181D",
    bg_surface="#1D2026",
    bg_subtle="#21252C",
    bg_hover="#282D36",
    bg_selected="#28355C",
    bg_selected_idle="#2C313B",
    bg_input="#17191F",
    border="#31363F",
    border_strong="#4A515D",
    border_control="#737C8B",
    text="#E8EAEE",
    text_2="#B5BBC6",
    text_3="#9AA2B0",
    accent="#4467E0",
    accent_hover="#3B5CD3",
    accent_text="#9DB4FF",
    accent_soft="#28355C",
    on_accent="#FFFFFF",
    focus="#9DB4FF",
    ok="#74CF97",
    ok_soft="#1D3528",
    ok_mid="#4BAF76",
    hold="#EDBD63",
    hold_soft="#3A2F18",
    hold_mid="#D2982F",
    bad="#F5958C",
    bad_soft="#41211F",
    bad_mid="#DE6B61",
    toast_bg="#E8EAEE",
    toast_text="#1A1E27",
    toast_link="#2A4DC0",
    scrim="#8F000000",
    mark="#5C4A12",
    mark_text="#FFF3CF",
    code_bg="#16181D",
)


def strengthened(tokens: Tokens) -> Tokens:
    """The scheme in high contrast: plain lines as strong as a control's, no soft fills, no third grey."""
    return replace(
        tokens,
        strong=True,
        border=tokens.border_control,
        border_strong=tokens.border_control,
        text_3=tokens.text_2,
        bg_subtle=tokens.bg_surface,
        accent_soft=tokens.bg_surface,
        ok_soft=tokens.bg_surface,
        hold_soft=tokens.bg_surface,
        bad_soft=tokens.bg_surface,
    )


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two opaque colours, 1 to 21."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
