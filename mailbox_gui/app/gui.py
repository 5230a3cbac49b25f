"""The program `mailbox-gui`: looks whether a window can open here, then opens it on a post office."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mailbox_gui.app.options import Options, parse_options
from mailbox_gui.app.system_libraries import why_no_window

DONE, UNUSABLE = 0, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the window; the exit status."""
    options = parse_options(sys.argv[1:] if arguments is None else arguments)
    # Before Qt is imported: it aborts the process where a library is missing.
    reason = why_no_window()
    if reason is not None:
        print(reason, file=sys.stderr)
        return UNUSABLE
    return _open(options)


def _open(options: Options) -> int:
    from mailbox_gui.app.start import open_window  # noqa: PLC0415 - Qt comes with it, see above

    return open_window(options)


if __name__ == "__main__":
    sys.exit(main())
