"""What the scanner says of a secret: what kind it is and where it stands, never the value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Place = Literal["header", "body", "file name"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One secret. `line` counts from 1 in the file and is None in the file's name; `last_line` ends a secret that
    runs over several lines. `key` is the header field it stands in, None where that is not one known field.

    A finding of the body without a line says that there may be more than was found, wherever it stands.
    """

    kind: str
    line: int | None
    place: Place
    key: str | None = None
    last_line: int | None = None

    @property
    def everywhere(self) -> bool:
        """Whether nothing of the draft can be taken for harmless."""
        return self.line is None and self.place == "body"

    def lines(self) -> range:
        """The lines of the file that the secret covers; empty for the file's name."""
        if self.line is None:
            return range(0)
        return range(self.line, (self.last_line or self.line) + 1)
