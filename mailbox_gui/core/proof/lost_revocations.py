"""Revocations that the owner signed and the journal has lost: an older journal was put back, and they still hold."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from mailbox_gui.core.acts.session_files import revocation_file
from mailbox_gui.core.keys.envelope import ACT, BadSignature, verify_document
from mailbox_gui.core.keys.key_file import KeyProblem, read_key_file
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly
from mailbox_gui.core.proof.authority import Authority


def lost_revocations(keys_folder: Path, authority: Authority) -> Iterator[str]:
    """The session keys (hex) that are valid by the journal, and whose revocation lies in keys/sessions.

    The relay leaves a revocation there only after it is history, and nobody but the owner can sign one. Whoever removes
    both is not found out: that is an older post office put back whole.
    """
    for session in authority.sessions():
        standing = authority.journalled_standing(session)
        if standing is None or standing.revoked_height is not None:
            continue
        path = revocation_file(keys_folder, session)
        if os.path.lexists(path) and _revokes(path, session, authority.owner_key):
            yield session


def _revokes(path: Path, session: str, owner_key: str) -> bool:
    try:
        envelope, repeated = load_strictly(read_key_file(path))
        document, key = verify_document(ACT, envelope)
    except (OSError, KeyProblem, NotJsonError, BadSignature):
        return False
    arguments = document.get("args")
    named = arguments.get("session") if isinstance(arguments, Mapping) else None
    return not repeated and key == owner_key and document.get("act") == "revoke" and named == session
