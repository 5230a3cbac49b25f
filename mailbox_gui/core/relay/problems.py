"""The relay's open problems: said once, kept while the cause lasts, gone with it."""

from __future__ import annotations

import errno

from mailbox_gui.core.relay.state import Problem

_SAID = {
    errno.ENOSPC: ("disk-full", "the disk is full", "free some space; nothing is lost, the relay goes on by itself"),
    errno.EDQUOT: ("disk-full", "the disk quota is used up", "free some space; the relay goes on by itself"),
    errno.EROFS: ("read-only", "the file system is read-only", "mount it writable; the relay goes on by itself"),
    errno.EACCES: ("permission", "permission is denied", "give this user read and write access to it"),
    errno.EPERM: ("permission", "permission is denied", "give this user read and write access to it"),
    errno.EIO: ("disk-error", "the disk reports an error", "check the disk; the relay tries again by itself"),
    errno.ENOENT: ("missing", "it is missing", "make it again, or correct its path in rules.json"),
    errno.ENOTDIR: ("not-a-folder", "it is not a folder", "move the file in its place away"),
    errno.EMFILE: ("too-many-files", "too many files are open", "raise the limit of open files (ulimit -n)"),
    errno.ENFILE: ("too-many-files", "too many files are open on this machine", "close some programs"),
}


def problem_of(error: OSError, where: str) -> Problem:
    """The problem that an operating-system error stands for, in plain words."""
    kind, text, advice = _SAID.get(
        error.errno or 0, ("system", error.strerror or str(error), "see the program's log for details")
    )
    return Problem(kind, where, f"{where}: {text}", advice)


class ProblemBook:
    """Open problems by (kind, where). `changed` is set when one came or went since it was last asked."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], Problem] = {}
        self._changed = False

    def raise_problem(self, problem: Problem) -> None:
        """Note a problem; the same one again changes nothing."""
        key = (problem.kind, problem.where)
        if self._open.get(key) != problem:
            self._open[key] = problem
            self._changed = True

    def clear(self, where: str, *kinds: str) -> None:
        """The cause at `where` is gone: forget its problems, or only those of the named kinds."""
        if not self._open:
            return
        for key in [key for key in self._open if key[1] == where and (not kinds or key[0] in kinds)]:
            del self._open[key]
            self._changed = True

    def clear_kind(self, kind: str, keep: frozenset[str] = frozenset()) -> None:
        """Forget the problems of one kind, but those whose `where` is to be kept."""
        for key in [key for key in self._open if key[0] == kind and key[1] not in keep]:
            del self._open[key]
            self._changed = True

    def take_changed(self) -> bool:
        """Whether anything changed since the last call."""
        changed, self._changed = self._changed, False
        return changed

    def all(self) -> tuple[Problem, ...]:
        """The open problems in the order in which they came."""
        return tuple(self._open.values())
