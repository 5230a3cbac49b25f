"""How far a long piece of work is: a bar on the terminal, and nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """A function to be told how much is done and how much there is; the bar is on stderr."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr, show_pos=False, width=0) as bar:

        def tell(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield tell
