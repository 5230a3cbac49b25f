"""The small members: public keys, rules in force, delegations and revocations, all of them out of the journal."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mailbox_gui.core.export.members import (
    OWNER_KEY,
    RELAY_KEY,
    RULES,
    RULES_SIGNATURE,
    delegation_member,
    revocation_member,
)
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Delegated, Revoked
from mailbox_gui.core.journal.records import Rules as RulesRecord
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly

_Signed = RulesRecord | Delegated | Revoked
_AS_IT_IS = frozenset({OWNER_KEY, RELAY_KEY, RULES})


class Papers:
    """Takes the owner's signed lines in the journal's order, each proved before; `members` are by name in order."""

    def __init__(self, owner_key: str, relay_key: str) -> None:
        self._keys = {OWNER_KEY: _key(owner_key), RELAY_KEY: _key(relay_key)}
        self._sessions: dict[str, bytes] = {}
        self._rules: dict[str, bytes] = {}

    @property
    def members(self) -> dict[str, bytes]:
        """What the archive holds of them, as this program writes it."""
        return self._keys | dict(sorted(self._sessions.items())) | self._rules

    def take(self, entry: Entry) -> None:
        """Take up one line; most change nothing."""
        match entry.record:
            case RulesRecord(text=str(text)) as record:
                self._rules = {RULES: text.encode(), RULES_SIGNATURE: _json(_envelope(record))}
            case Delegated() as record:
                delegation = _arguments(record)
                self._sessions[delegation_member(_session(delegation.get("document")))] = _json(delegation)
            case Revoked() as record:
                # The first revocation is the one that counts.
                name = revocation_member(_session(_arguments(record)))
                self._sessions.setdefault(name, _json(_envelope(record)))
            case _:
                pass


def same_paper(name: str, content: bytes, expected: bytes) -> bool:
    """Whether a member says what the journal says. Signed documents are compared as JSON: their layout is free."""
    if name in _AS_IT_IS:
        return content == expected
    try:
        value, repeated = load_strictly(content)
        return not repeated and value == json.loads(expected)
    except NotJsonError:
        return False


def _envelope(record: _Signed) -> dict[str, object]:
    return {"document": dict(record.document), "key": record.key, "signature": record.signature}


def _arguments(record: Delegated | Revoked) -> Mapping[str, object]:
    arguments = record.document.get("args")
    return arguments if isinstance(arguments, Mapping) else {}


def _session(document: object) -> str:
    session = document.get("session") if isinstance(document, Mapping) else None
    return str(session)


def _json(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n"


def _key(key: str) -> bytes:
    return key.encode("ascii") + b"\n"
