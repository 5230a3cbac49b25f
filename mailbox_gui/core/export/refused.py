"""Why an archive is not even looked into further."""

from __future__ import annotations


class ArchiveRefused(Exception):
    """An archive that no program of ours wrote so; `reason` is plain, a `member` is named as it stands there."""

    def __init__(self, reason: str, member: str = "") -> None:
        super().__init__(f"{member}: {reason}" if member else reason)
        self.reason = reason
        self.member = member
