"""The program `mailbox-gui`: looks whether a window can open here, then opens it on a post office."""

from __future__ import annotations

import sys
from collections.abc import Sequence

DONE, UNUSABLE, INTERRUPTED = 0, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the window; the exit status."""
    try:
        return _start(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        # Before there is a window that could be closed: most of the start are imports.
        return INTERRUPTED


# Imported late: a Ctrl-C that meets an import at the head of this module would leave a stack.
def _start(arguments: Sequence[str]) -> int:
    from mailbox_gui.app.options import parse_options  # noqa: PLC0415 - see above
    from mailbox_gui.app.system_libraries import why_no_window  # noqa: PLC0415 - see above

    options = parse_options(arguments)
    # Before Qt is imported: it aborts the process where a library is missing.
    reason = why_no_window()
    if reason is not None:
        print(reason, file=sys.stderr)
        return UNUSABLE

    from mailbox_gui.app.start import open_window  # noqa: PLC0415 - Qt comes with it

    return open_window(options)


if __name__ == "__main__":
    sys.exit(main())
