"""Writing a message so that it is read back to the letter."""

from __future__ import annotations

from collections.abc import Mapping

from mailbox_gui.core.message.header_grammar import is_block_mark, is_forbidden, is_key, value_of


def compose(fields: Mapping[str, str], body: str) -> bytes:
    """The bytes of a message with `fields` in their order and `body` as it is, LF and no BOM.

    Raises ValueError for what no message can carry: a field name the protocol does not know, a value of several lines
    or with control characters, a NUL, text that is not Unicode.
    """
    if "\0" in body:
        raise ValueError("the body holds a NUL character")
    try:
        return (canonical_head(fields) + body).encode()
    except UnicodeEncodeError as error:
        raise ValueError("the text is not valid Unicode (bytes of another encoding in it)") from error


def canonical_head(header: Mapping[str, str]) -> str:
    """The header block that `compose` writes, from `---` to the line end behind the closing `---`."""
    return "".join(("---\n", *(_line(key, value) for key, value in header.items()), "---\n"))


def _line(key: str, value: str) -> str:
    if not is_key(key):
        raise ValueError("a header has no field of that name; fields of your own begin with `x-`")
    if is_forbidden(value):
        raise ValueError(f"`{key}` must be one line without control characters")
    if value == value_of(value) and not is_block_mark(value):
        return f"{key}: {value}\n"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{key}: "{escaped}"\n'
