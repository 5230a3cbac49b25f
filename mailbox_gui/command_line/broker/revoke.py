"""`mailbox broker revoke`: a credential opens nothing from here on."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.acting import act
from mailbox_gui.command_line.shell.failure import AnswerIsNoError
from mailbox_gui.command_line.shell.history import History, require_enough
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.channels.documents import CREDENTIAL_REVOKE
from mailbox_gui.core.channels.values import Credential
from mailbox_gui.core.read_models.facts import channel_book


@mailbox_command("revoke", example="mailbox broker revoke 5f0c1a77d2e94b10")
@click.argument("fingerprint", metavar="FINGERPRINT")
@passphrase_file_option
def command(session: Session, fingerprint: str, passphrase_file: Path | None) -> int:
    """Take back the credential FINGERPRINT, or the one that begins with at least 8 of its digits."""
    credential = _meant(session, fingerprint.lower())
    what = f"revoked the credential {credential.fingerprint} of {credential.agent}"
    return act(session, passphrase_file, CREDENTIAL_REVOKE, {"fingerprint": credential.fingerprint}, what)


def _meant(session: Session, text: str) -> Credential:
    require_enough(text)
    with History.of(session) as history:
        book = channel_book(history.connection)
    found = [credential for credential in book.credentials() if credential.fingerprint.startswith(text)]
    if not found:
        raise AnswerIsNoError(f"no credential's fingerprint begins with {text!r}; mailbox broker tokens lists them")
    if len(found) > 1:
        raise AnswerIsNoError(f"{text!r} could be any of several fingerprints: give more of it")
    return found[0]
