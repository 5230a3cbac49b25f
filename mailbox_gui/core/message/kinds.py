"""The closed vocabularies of a message header: kinds, requirements and verdicts of a decision."""

from __future__ import annotations

from typing import Final

KINDS: Final = (
    "task",
    "request",
    "question",
    "reply",
    "report",
    "workaround",
    "escalation",
    "decision",
    "note",
)
REQUIRES: Final = ("none", "reply", "report", "owner")
NOTE_REQUIRES: Final = ("none", "owner")
DECISION_VERDICTS: Final = ("approve", "decline", "waive")

REQUIRED_FIELDS: Final = ("from", "to", "kind", "topic", "requires", "created")
OPTIONAL_FIELDS: Final = ("ref", "due")
DECISION_FIELDS: Final = ("verdict", "sha256")
SIGNATURE_FIELDS: Final = ("session", "signature")
KNOWN_FIELDS: Final = frozenset(REQUIRED_FIELDS + OPTIONAL_FIELDS + DECISION_FIELDS + SIGNATURE_FIELDS)
