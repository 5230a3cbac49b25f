"""The answers that are not "done": which text goes to stderr, with which exit status."""

from __future__ import annotations

DONE = 0
NO = 1
USAGE = 2
UNUSABLE = 3
INTERRUPTED = 130


class CommandFailure(Exception):
    """A command ends here: `text` is one line (what is wrong, where, what to do), `status` the exit status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


class AnswerIsNoError(CommandFailure):
    """Refused, not found, verification failed: exit status 1."""

    def __init__(self, text: str) -> None:
        super().__init__(text, NO)


class WrongUsageError(CommandFailure):
    """The command was not called as it can be: exit status 2."""

    def __init__(self, text: str) -> None:
        super().__init__(text, USAGE)


class UnusableError(CommandFailure):
    """The post office is missing, damaged, or locked by another: exit status 3."""

    def __init__(self, text: str) -> None:
        super().__init__(text, UNUSABLE)
