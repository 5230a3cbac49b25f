"""Avatar, chip, pill, badge, key cap, verdict and the pair `who → whom`, each with its width."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from mailbox_gui.window.draw.canvas import CENTRE, Canvas, text_width
from mailbox_gui.window.draw.verdicts import Mark, Tone, tone_ink, tone_soft
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.hues import HUB_HUE, OWNER
from mailbox_gui.window.theme.icons import CHIP_SIZE

CHIP_HEIGHT = 20
KEY_CAP_HEIGHT = 18
BADGE_HEIGHT = 18
OWNER_MARK = CHIP_SIZE + 2
ARROW = "\N{RIGHTWARDS ARROW}"


def avatar(canvas: Canvas, rect: QRectF, name: str, *, by_owner: bool = False) -> None:
    """The square with the first letter of a name. The owner's colours are drawn for a proved signature only."""
    hue = HUB_HUE if name == OWNER and not by_owner else canvas.theme.hues.of(name)
    dark = canvas.tokens.dark
    side = rect.width()
    canvas.box(rect, 8 if side >= 40 else 5, fill=hue.fill(dark))
    pixels = 20 if side >= 40 else 12 if side >= 24 else 11
    canvas.text(rect, name[:1].upper(), fonts.sans(pixels, fonts.SEMIBOLD), hue.letter(dark), CENTRE)


def pair_width(sender: str, recipient: str, *, by_owner: bool = False) -> float:
    """The width of `sender → recipient`."""
    bold = fonts.sans(fonts.BASE, fonts.SEMIBOLD)
    words = text_width(sender, bold) + text_width(recipient, bold) + text_width(f" {ARROW} ", fonts.sans())
    return words + (OWNER_MARK if by_owner else 0)


def pair(
    canvas: Canvas, rect: QRectF, sender: str, recipient: str, *, medium: bool = False, by_owner: bool = False
) -> float:
    """`sender → recipient` on one line; the recipient is elided first. Answers the width used."""
    bold = fonts.sans(fonts.BASE, fonts.MEDIUM if medium else fonts.SEMIBOLD)
    tokens = canvas.tokens
    x, y, height = rect.x(), rect.y(), rect.height()
    x += canvas.text(QRectF(x, y, rect.right() - x, height), sender, bold, tokens.text)
    if by_owner:
        canvas.icon(QRectF(x + 2, y, CHIP_SIZE, height), "circle-wavy-check-fill", tokens.accent_text, CHIP_SIZE)
        x += OWNER_MARK
    x += canvas.text(QRectF(x, y, rect.right() - x, height), f" {ARROW} ", fonts.sans(), tokens.text_3)
    x += canvas.text(QRectF(x, y, rect.right() - x, height), recipient, bold, tokens.text)
    return x - rect.x()


def chip_width(text: str, icon: str | None = None) -> float:
    """The width of a chip, padding included."""
    return 12 + text_width(text, fonts.sans(fonts.SECONDARY)) + (CHIP_SIZE + 4 if icon else 0)


def chip(canvas: Canvas, left: float, middle: float, text: str, icon: str | None = None, *, room: float = 1e6) -> float:
    """A grey chip whose vertical middle is given; answers its width. Too little room elides the text."""
    width = min(chip_width(text, icon), room)
    rect = QRectF(left, middle - CHIP_HEIGHT / 2, width, CHIP_HEIGHT)
    canvas.box(rect, 4, fill=canvas.tokens.bg_hover, line=canvas.tokens.border if canvas.tokens.strong else None)
    x = rect.x() + 6
    if icon:
        canvas.icon(QRectF(x, rect.y(), CHIP_SIZE, rect.height()), icon, canvas.tokens.text_2, CHIP_SIZE)
        x += CHIP_SIZE + 4
    words = QRectF(x, rect.y(), rect.right() - 6 - x, rect.height())
    canvas.text(words, text, fonts.sans(fonts.SECONDARY), canvas.tokens.text_2)
    return width


def pill_width(text: str, icon: str | None) -> float:
    """The width of a pill, padding included."""
    return 14 + text_width(text, fonts.sans(fonts.SECONDARY, fonts.MEDIUM)) + (CHIP_SIZE + 4 if icon else 2)


def pill(canvas: Canvas, rect: QRectF, text: str, icon: str | None, tone: Tone) -> None:
    """A rounded label on the soft ground of its tone."""
    ink = tone_ink(tone, canvas.tokens)
    # Without a soft fill to stand on it is held together by a line.
    canvas.box(rect, rect.height() / 2, fill=tone_soft(tone, canvas.tokens), line=ink if canvas.tokens.strong else None)
    x = rect.x() + (8 if rect.height() > CHIP_HEIGHT else 6)
    if icon:
        canvas.icon(QRectF(x, rect.y(), CHIP_SIZE, rect.height()), icon, ink, CHIP_SIZE)
        x += CHIP_SIZE + 4
    else:
        x += 2
    canvas.text(
        QRectF(x, rect.y(), rect.right() - 6 - x, rect.height()), text, fonts.sans(fonts.SECONDARY, fonts.MEDIUM), ink
    )


def verdict_width(text: str, pixels: int = fonts.SECONDARY) -> float:
    """The width of icon and word."""
    return CHIP_SIZE + 6 + text_width(text, fonts.sans(pixels, fonts.MEDIUM))


def verdict(canvas: Canvas, rect: QRectF, mark: Mark, text: str | None = None, pixels: int = fonts.SECONDARY) -> float:
    """Icon and word of a verdict, from the left edge; answers the width used."""
    ink = mark.ink(canvas.tokens)
    word = mark.word if text is None else text
    canvas.icon(QRectF(rect.x(), rect.y(), CHIP_SIZE, rect.height()), mark.icon, ink, CHIP_SIZE)
    used = CHIP_SIZE + 6
    room = QRectF(rect.x() + used, rect.y(), rect.width() - used, rect.height())
    return used + canvas.text(room, word, fonts.sans(pixels, fonts.MEDIUM), ink)


def key_cap_width(key: str) -> float:
    """The width of a key cap."""
    return max(KEY_CAP_HEIGHT, 12 + text_width(key, fonts.sans(fonts.CAPTION, fonts.MEDIUM)))


def key_cap(
    canvas: Canvas, left: float, middle: float, key: str, *, on_accent: bool = False, ink: str | None = None
) -> float:
    """A key as it is drawn on buttons and in hints; answers its width."""
    width = key_cap_width(key)
    rect = QRectF(left, middle - KEY_CAP_HEIGHT / 2, width, KEY_CAP_HEIGHT)
    line, text = canvas.tokens.border_strong, canvas.tokens.text_2
    if on_accent:
        line, text = "#80FFFFFF", canvas.tokens.on_accent
    if ink:
        line, text = f"#70{ink[1:]}", ink
    canvas.box(rect, 4, line=line)
    canvas.text(rect, key, fonts.sans(fonts.CAPTION, fonts.MEDIUM), text, CENTRE)
    return width


def badge_width(text: str) -> float:
    """The width of a count."""
    return max(20, 12 + text_width(text, fonts.sans(fonts.CAPTION, fonts.SEMIBOLD)))


def badge(canvas: Canvas, right: float, middle: float, text: str, *, accent: bool = False) -> float:
    """A count in a rounded box that ends at the right edge given; answers its width."""
    width = badge_width(text)
    rect = QRectF(right - width, middle - BADGE_HEIGHT / 2, width, BADGE_HEIGHT)
    tokens = canvas.tokens
    canvas.box(rect, BADGE_HEIGHT / 2, fill=tokens.accent if accent else tokens.bg_selected_idle)
    ink = tokens.on_accent if accent else tokens.text_2
    canvas.text(rect, text, fonts.sans(fonts.CAPTION, fonts.SEMIBOLD), ink, CENTRE)
    return width


def status_dot(canvas: Canvas, centre: QPointF, status: str) -> None:
    """An agent's state by shape as well as colour: active is filled, quiet a ring, paused a bar."""
    tokens = canvas.tokens
    match status:
        case "active":
            canvas.dot(centre, 4, tokens.ok_mid)
        case "paused" | "missing":
            canvas.box(QRectF(centre.x() - 5, centre.y() - 2, 10, 4), 2, fill=tokens.bad_mid)
        case _:
            canvas.dot(centre, 3.5, None, tokens.border_control)
