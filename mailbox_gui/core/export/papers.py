"""The small members: public keys, rules in force, delegations and revocations, by the owner's word in the journal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from mailbox_gui.core.export.members import (
    OWNER_KEY,
    RELAY_KEY,
    RULES,
    RULES_SIGNATURE,
    delegation_member,
    revocation_member,
)
from mailbox_gui.core.journal.records import Delegated, Revoked
from mailbox_gui.core.journal.records import Rules as RulesRecord
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly
from mailbox_gui.core.proof.authority import Authority

_TO_THE_BYTE = frozenset({OWNER_KEY, RELAY_KEY, RULES})


def papers_of(authority: Authority, owner_key: str, relay_key: str) -> dict[str, bytes]:
    """What an archive holds beside the journal, by name, in order; `authority` has taken every line up to its end."""
    papers = {OWNER_KEY: _key(owner_key), RELAY_KEY: _key(relay_key)}
    papers |= dict(sorted(_sessions(authority)))
    rules = authority.rules
    if rules is not None and rules.text is not None:
        papers |= {RULES: rules.text.encode(), RULES_SIGNATURE: _json(_envelope(rules))}
    return papers


def same_paper(name: str, content: bytes, expected: bytes) -> bool:
    """Whether a member says what the journal says. Signed documents are compared as JSON: their layout is free."""
    if name in _TO_THE_BYTE:
        return content == expected
    try:
        value, repeated = load_strictly(content)
    except NotJsonError:
        return False
    return not repeated and value == json.loads(expected)


def _sessions(authority: Authority) -> Iterator[tuple[str, bytes]]:
    for record in authority.session_papers:
        # The owner's signature over them was proved, and with it their form.
        arguments = record.document["args"]
        assert isinstance(arguments, Mapping)
        if isinstance(record, Delegated):
            yield delegation_member(str(arguments["document"]["session"])), _json(arguments)
        else:
            yield revocation_member(str(arguments["session"])), _json(_envelope(record))


def _envelope(record: RulesRecord | Revoked) -> dict[str, object]:
    return {"document": dict(record.document), "key": record.key, "signature": record.signature}


def _json(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n"


def _key(key: str) -> bytes:
    return key.encode("ascii") + b"\n"
