"""Standard streams that are closed, full or broken: nothing else may take their place, and the end is quiet."""

import os
import sys


def open_closed_streams() -> None:
    """Give each closed standard stream nothing to read and nowhere to write: else the journal could get its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        nowhere = os.open(os.devnull, os.O_RDWR)
        if nowhere != number:
            os.dup2(nowhere, number)
            os.close(nowhere)
        setattr(sys, name, open(number, mode, encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115


def settle_output() -> None:
    """Write what is still to be written; what cannot be is let go, so that the interpreter's own last try is silent."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _forget(stream)


def forget_output() -> None:
    """Let everything that is still to be written to stdout go nowhere: whoever read it has gone."""
    _forget(sys.stdout)


def _forget(stream: object) -> None:
    try:
        descriptor = stream.fileno()  # type: ignore[attr-defined]  # a stream, or what a test put in its place
    except (OSError, ValueError, AttributeError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
