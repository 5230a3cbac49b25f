"""How much a scan looks at, at most: an agent may put anything into its workspace."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers of files, markers and commits; bytes of a file and of what git says; seconds of a scan and a git call."""

    files: int = 200_000
    file_bytes: int = 1_048_576
    markers: int = 2_000
    commits: int = 10_000
    git_bytes: int = 64 * 1_048_576
    git_seconds: float = 30.0
    seconds: float = 20.0
