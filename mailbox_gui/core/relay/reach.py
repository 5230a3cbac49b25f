"""Whether the folders a verdict needs can take mail now; what cannot is said, and the draft waits in its outbox."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import Staging
from mailbox_gui.core.folders.homes import Homes, make_home
from mailbox_gui.core.folders.real_folders import is_real_folder, require_real_folder
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.state import Problem

_BOXES = ("inbox", "rejected")
_OWNER_BOXES = (*_BOXES, "queue")
# A batch's largest copies, with what a file system wants beside them.
_ROOM = 1 << 20


class Reach:
    """Answers for one batch; boxes that are missing in a home that is there are made again."""

    def __init__(self, disk: Disk, homes: Homes, staging: Staging, problems: ProblemBook) -> None:
        self._staging = staging
        self._disk = disk
        self._homes = homes
        self._problems = problems
        self._known: dict[str, bool] = {}

    def can_take(self, name: str) -> bool:
        """Whether mail can be put into the folders of participant `name`."""
        if name not in self._known:
            self._known[name] = self._look(name)
        return self._known[name]

    def _look(self, name: str) -> bool:
        home = self._homes.home(name)
        boxes = _OWNER_BOXES if name == OWNER else _BOXES
        if not _all_writable(home, boxes) and not self._mended(name, home, boxes):
            return False
        if not self._can_stage(name, home):
            return False
        self._problems.clear(home, "folder-missing")
        return True

    def _mended(self, name: str, home: str, boxes: tuple[str, ...]) -> bool:
        try:
            # Of an agent that left only the owner's decisions speak: they lie where the post office keeps its agents.
            if os.path.isdir(home) or name not in self._homes.everybody():
                make_home(self._disk, Path(home), boxes)
                if _all_writable(home, boxes):
                    return True
                for box in boxes:
                    require_real_folder(f"{home}/{box}")
                text, advice = f"permission is denied in {home}", "give this user read and write access to it"
            else:
                text = f"the folder of {name} is gone: {home}"
                advice = "make it again, or correct its path in rules.json; the relay goes on by itself"
        except OSError as error:
            problem = problem_of(error, os.fspath(error.filename or home))
            text, advice = problem.text, problem.advice
        self._say(name, home, text, advice)
        return False

    def _can_stage(self, name: str, home: str) -> bool:
        """Whether a home elsewhere has room for copies: what its own file system lacks is its agent's affair alone."""
        try:
            if self._staging.folder_for(home) == self._staging.central:
                return True
            status = os.statvfs(home)
            if status.f_bavail * status.f_frsize >= _ROOM:
                return True
            text, advice = f"the disk of {home} is full", "free some space there; the relay goes on by itself"
        except OSError as error:
            problem = problem_of(error, os.fspath(error.filename or home))
            text, advice = problem.text, problem.advice
        self._say(name, home, text, advice)
        return False

    def _say(self, name: str, home: str, text: str, advice: str) -> None:
        text = f"{visible(text)}; mail for {name} waits in the outboxes"
        self._problems.raise_problem(Problem("folder-missing", home, text, advice))


def _all_writable(home: str, boxes: tuple[str, ...]) -> bool:
    return all(is_real_folder(f"{home}/{box}") and os.access(f"{home}/{box}", os.W_OK | os.X_OK) for box in boxes)
