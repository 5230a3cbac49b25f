"""A real git repository for a test, on its own settings and clock."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_SETTINGS = (
    "user.name=Builder", "user.email=builder@example.org", "commit.gpgsign=false", "init.defaultBranch=main",
    "protocol.file.allow=always", "advice.detachedHead=false",
)  # fmt: skip


class RealRepository:
    """`folder` with a repository in it; each commit is an hour younger than the one before."""

    def __init__(self, folder: Path, *, init: bool = True) -> None:
        self.folder = folder
        self._hour = 8
        folder.mkdir(parents=True, exist_ok=True)
        if init:
            self.git("init", "--quiet")

    def git(self, *arguments: str, at: str = "2026-11-30T08:00:00Z") -> str:
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        done = subprocess.run(
            ["git", *settings, *arguments], cwd=self.folder, env=self._environment(at), check=True, capture_output=True
        )
        return done.stdout.decode().strip()

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def commit(self, subject: str = "", **files: str) -> str:
        """A commit of everything that lies there; its name."""
        self.write({name.replace("__", "."): text for name, text in files.items()})
        self.git("add", "--all")
        at = f"2026-11-30T{self._hour:02d}:00:00Z"
        self.git("commit", "--quiet", "--allow-empty", "--message", subject or f"At {self._hour}", at=at)
        self._hour = (self._hour + 1) % 24
        return self.head()

    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def _environment(self, at: str) -> dict[str, str]:
        outer = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return outer | {
            "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }  # fmt: skip
