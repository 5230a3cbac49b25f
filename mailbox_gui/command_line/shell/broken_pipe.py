"""Whoever read our output has gone (`mailbox journal | head`): that is no error, and nothing is said about it."""

import os
import sys


def forget_output() -> None:
    """Let everything that is still to be written go nowhere, so that the interpreter's last flush is silent too."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
