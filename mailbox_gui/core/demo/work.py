"""What the demo's agents do in their workspaces: files, and commits in a real repository where git is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Final

from mailbox_gui.core.demo.happenings import WorkDone
from mailbox_gui.core.resources import resource_path

_SETTINGS: Final = (
    "core.hooksPath=/dev/null",
    "commit.gpgSign=false",
    "init.defaultBranch=main",
    "gc.auto=0",
    "maintenance.auto=false",
)


def do_work(work: WorkDone, workspace: Path, now: datetime) -> None:
    """Put the files there, and commit them. Raises OSError, CalledProcessError."""
    workspace.mkdir(parents=True, exist_ok=True)
    for name in work.take:
        shutil.copyfile(resource_path(f"demo/workspaces/{work.agent}/{name}"), workspace / name)
    for name, text in work.write.items():
        (workspace / name).write_text(text, encoding="utf-8")
    if work.commit and shutil.which("git") is not None:
        if not (workspace / ".git").exists():
            _git(workspace, now, work.agent, "init", "--quiet", "--template=")
        _git(workspace, now, work.agent, "add", "--all")
        _git(workspace, now, work.agent, "commit", "--quiet", "--allow-empty", "--message", work.commit)


def _git(folder: Path, now: datetime, agent: str, *arguments: str) -> None:
    outer = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    moment = now.isoformat(timespec="seconds")
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", agent), ("EMAIL", f"{agent}@demo.invalid"), ("DATE", moment))
    }
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(
        ["git", *settings, *arguments], cwd=folder, env={**outer, **own, **who}, check=True, capture_output=True
    )
