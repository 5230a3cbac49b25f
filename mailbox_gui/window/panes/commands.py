"""What a pane can do, and the keys that do it, on Latin and Russian layouts alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

# The Cyrillic letter on the same physical key: on a Russian layout Qt reports that one.
CYRILLIC = {
    **dict(zip("QWERTYUIOPASDFGHJKLZXCVBNM", "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ", strict=True)),
    "/": ".",
}


@dataclass(frozen=True, slots=True)
class Command:
    """One action. `keys` are Latin, a sequence separated by a comma and blank: `G, Q`; empty: by the palette alone.

    `also` is a key that the focused list itself understands in this sense: it is shown with the other, not bound.
    """

    name: str
    keys: str
    run: Callable[[], None]
    also: str = ""


def key_forms(keys: str) -> tuple[str, ...]:
    """The key as written, and as a Russian layout reports it."""
    if not keys:
        return ()
    strokes = keys.split(", ")
    other = [CYRILLIC.get(stroke, stroke) if len(stroke) == 1 else stroke for stroke in strokes]
    return (keys,) if other == strokes else (keys, ", ".join(other))
