"""The command line of the window: which post office, and little else."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from mailbox_gui import __version__


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line."""

    root: str | None = None
    demo: bool = False
    relay: bool = True


def parse_options(arguments: Sequence[str]) -> Options:
    """The options in `arguments` (without the program's name). Exits with status 2 for wrong usage."""
    parser = argparse.ArgumentParser(
        prog="mailbox-gui",
        description="The owner's window of Agent Mailbox.",
        epilog="Example: mailbox-gui --root ~/post-office",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--root", metavar="DIR", help="the post office to open (else as the mailbox command finds it)")
    which.add_argument("--demo", action="store_true", help="open the demo post office, which is made at the first time")
    parser.add_argument("--no-relay", action="store_true", help="do not start the relay when the window opens")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    found = parser.parse_args(arguments)
    return Options(found.root, found.demo, not found.no_relay)
