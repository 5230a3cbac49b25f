"""Keeps Tab inside what lies over the window: what is behind an overlay must not be reached, nor pressed, unseen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def step_inside(overlay: QWidget, *, forward: bool) -> bool:
    """Put the focus on the next or previous widget of the overlay that Tab reaches, round and round.

    For `focusNextPrevChild` of the overlay: Qt asks each parent in turn, so the window is never asked.
    """
    stops = list(_stops(overlay))
    if not stops:
        overlay.setFocus(Qt.FocusReason.TabFocusReason)
        return True
    focused = QApplication.focusWidget()
    place = stops.index(focused) if focused in stops else (-1 if forward else 0)
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    stops[(place + (1 if forward else -1)) % len(stops)].setFocus(reason)
    return True


def step_regions(regions: Sequence[QWidget], by: int) -> None:
    """Put the focus on the next or previous of the window's parts that are seen, round and round."""
    seen = [region for region in regions if region.isVisible()]
    focused = next((place for place, region in enumerate(seen) if region.hasFocus()), -1 if by > 0 else 0)
    seen[(focused + by) % len(seen)].setFocus(Qt.FocusReason.TabFocusReason)


def _stops(overlay: QWidget) -> Iterator[QWidget]:
    """In the order of Tab."""
    widget = overlay.nextInFocusChain()
    while widget is not None and widget is not overlay:
        tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if tab and overlay.isAncestorOf(widget) and widget.isVisible() and widget.isEnabled():
            yield widget
        widget = widget.nextInFocusChain()
