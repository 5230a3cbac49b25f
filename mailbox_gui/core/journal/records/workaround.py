"""What the workspace scan says of one marker of a workaround: there from the beginning, new, moved or gone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Workaround:
    """One marker in the workspace of `agent`, known by its `slug`; `workspace` is the folder as the rules name it.

    `found` is `baseline` (there when the workspace was first scanned), `new`, `moved` or `gone`. `path` is relative to
    the workspace, `line` counts from 1, `text` is what stands behind the marker; of one that is gone, the last known.
    """

    agent: str
    workspace: str
    found: str
    slug: str
    path: str
    line: int
    text: str
