"""How far the owner drew each splitter, by its name and the width of the window; kept with the window's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class KeptSizes:
    """Sizes in pixels, in the order of a splitter's widgets."""

    def __init__(self, known: Mapping[str, Sequence[int]] | None = None) -> None:
        self._known = {name: tuple(sizes) for name, sizes in (known or {}).items()}

    def of(self, name: str) -> tuple[int, ...] | None:
        """What the owner chose, None where nothing was drawn yet."""
        return self._known.get(name)

    def keep(self, name: str, sizes: Sequence[int]) -> None:
        """The owner drew it."""
        self._known[name] = tuple(sizes)

    def every(self) -> dict[str, tuple[int, ...]]:
        """All that is known, for the next start."""
        return dict(self._known)
