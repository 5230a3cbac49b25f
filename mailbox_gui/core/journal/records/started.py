"""A relay took the post office."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Started:
    """`program` with process id `pid` runs the post office at `root` (an absolute path) from here on."""

    root: str | None
    program: str
    pid: int
