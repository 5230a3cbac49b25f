"""Signing a message with the sender's session key: which file it is, and plain words where it is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailbox_gui.command_line.shell.failure import AnswerIsNoError
from mailbox_gui.core.message.escape import visible

if TYPE_CHECKING:
    from mailbox_gui.command_line.shell.session import Session

VARIABLE = "MAILBOX_SESSION_KEY"


def key_file(session: Session, sender: str, given: Path | None) -> tuple[Path, str]:
    """The file of the session key and who named it: the option, else the environment, else the sender's folder."""
    from mailbox_gui.core.keys.session_key import SESSION_FILE

    if given is not None:
        return given.expanduser().absolute(), "named by --key"
    named = session.environment.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute(), f"named by ${VARIABLE}"
    return session.office.home(sender, session.rules) / SESSION_FILE, f"the usual place for {sender}"


def signed_by_session(session: Session, sender: str, content: bytes, given: Path | None) -> bytes:
    """The message with the signature of the sender's session key. Raises AnswerIsNoError where there is no key."""
    from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
    from mailbox_gui.core.keys.mail_signature import sign_mail
    from mailbox_gui.core.keys.session_key import SessionKey

    path, source = key_file(session, sender, given)
    try:
        key = SessionKey.load(path)
    except KeyMissing:
        advice = f"the owner makes one with: mailbox keys delegate {sender}"
        raise AnswerIsNoError(f"not signed: there is no session key at {path} ({source}); {advice}") from None
    except KeyDamaged as error:
        raise AnswerIsNoError(f"not signed: {error}") from None
    if key.exposed:
        click.echo(f"note: {visible(key.exposed)}", err=True)
    return sign_mail(content, key.signing_key, session=True)
