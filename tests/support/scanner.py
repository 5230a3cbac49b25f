"""A scanner that costs nothing: it takes one made-up word for a secret. One test beside uses the real one."""

from __future__ import annotations

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.message.draft import Draft

MARKER = "hush-" + "hush"


class MarkerScanner:
    """Finds the marker in body, header and file name."""

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        """As the real one: kind, line and place, never the value."""
        text = (draft.head or "") + (draft.body or "")
        if draft.head is None and draft.body is None and draft.raw is not None:
            text = draft.raw.decode("utf-8", "replace")
        head_lines = (draft.head or "").count("\n")
        found = [
            Finding("marker", number, "body" if number > head_lines else "header")
            for number, line in enumerate(text.split("\n"), 1)
            if MARKER in line
        ]
        if MARKER in draft.file:
            found.append(Finding("marker", None, "file name"))
        return tuple(found)
