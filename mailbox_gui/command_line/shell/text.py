"""The text of a message: from the command line, or from what is piped in."""

from __future__ import annotations

import sys

from mailbox_gui.command_line.shell.failure import WrongUsageError

# Far above every limit that rules.json can set: reading on would only fill the memory.
_LARGEST = 8 * 1024 * 1024


def body_of(text: str | None) -> str:
    """`text`, or the standard input for `-` or nothing; a text from the command line gets its line end."""
    if text is not None and text != "-":
        return text if text.endswith("\n") else f"{text}\n"
    if text is None and sys.stdin.isatty():
        raise WrongUsageError("there is no text: give it as the last argument, or - to type it (end with Ctrl-D)")
    content = sys.stdin.buffer.read(_LARGEST)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUsageError(
            f"the text piped in is not UTF-8 (byte {error.start + 1}); convert it, for example with: iconv -t UTF-8"
        ) from None
