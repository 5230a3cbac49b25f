"""A refusal in one line: every fault that was named, the first with its hint."""

from __future__ import annotations

from collections.abc import Iterable

from mailbox_gui.core.message.faults import Fault


def refusal_line(check: str, reason: str, hint: str = "", also: Iterable[Fault] = ()) -> str:
    """`check: reason (hint); also check: reason`."""
    words = f"{check}: {reason}" if check else reason
    if hint:
        words += f" ({hint})"
    return "; also ".join([words, *(refusal_line(fault.check, fault.reason) for fault in also)])
