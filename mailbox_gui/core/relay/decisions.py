"""Whether an owner's decision can take effect: single use, bound to the held bytes, route still there. Pure."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Protocol

from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.rules import Rules

_PUT_BACK = "put the journalled bytes back: stop the relay and run mailbox reindex"


class Judged(Protocol):
    """What history knows of the message a decision names."""

    @property
    def sender(self) -> str:
        """The participant that sent it."""
        ...

    @property
    def recipient(self) -> str:
        """The participant it was sent to."""
        ...

    @property
    def topic(self) -> str:
        """Its topic, to the letter."""
        ...

    @property
    def sha256(self) -> str:
        """The hash of its bytes, hex."""
        ...

    @property
    def state(self) -> str:
        """What became of it: `held`, `approved`, …"""
        ...

    @property
    def decided_at(self) -> datetime | None:
        """When the owner decided, None while it is held."""
        ...


def decision_fault(draft: Draft, held: Judged | None, held_bytes: bytes | None, rules: Rules) -> Fault | None:
    """Why this decision cannot take effect, or None when it does. `held_bytes`: what lies in the queue now."""
    ref = draft.get("ref")
    if held is None:
        return Fault("decision", f"no message {ref} is held", "mailbox owner queue lists what waits")
    if held.decided_at is not None:
        when = format_second(held.decided_at)
        return Fault("decision", f"already {held.state} at {when} by owner", "nothing is left to decide")
    if held.state != "held":
        return Fault("decision", f"{ref} is not held: it was {held.state}", "mailbox owner queue lists what waits")
    return _binding_fault(draft, held, held_bytes, rules)


def _binding_fault(draft: Draft, held: Judged, held_bytes: bytes | None, rules: Rules) -> Fault | None:
    if draft.get("to") != held.sender:
        return Fault("decision", f"a decision goes to the sender of the held message, {held.sender}")
    if draft.get("topic") != held.topic:
        return Fault("decision", "a decision carries the topic of the held message, unchanged")
    if draft.get("sha256") != held.sha256:
        return Fault("decision", "sha256 is not that of the held message", "decide again on what is shown now")
    if held_bytes is None:
        return Fault("decision", "the held file is missing from the queue", _PUT_BACK)
    if hashlib.sha256(held_bytes).hexdigest() != held.sha256:
        return Fault("decision", "the held file was changed in the queue; nothing is delivered", _PUT_BACK)
    if draft.get("verdict") == "decline":
        return None if draft.body and draft.body.strip() else Fault("decision", "declining needs a reason in the body")
    if held.sender not in rules.participants():
        return Fault(
            "decision", f"its sender {held.sender} is not there any more; the message stays held", "decline it"
        )
    if held.recipient not in rules.participants():
        return Fault("decision", f"nobody is named {held.recipient} any more; the message stays held")
    if not rules.may_write(held.sender, held.recipient):
        return Fault(
            "decision",
            f"the route {held.sender} → {held.recipient} is no longer in the table; the message stays held",
            "allow the route again in rules.json, or decline",
        )
    return None
