"""The owner's passphrase: from a file for scripts, from the terminal for a person, and only when the key has one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError

if TYPE_CHECKING:
    from nacl.signing import SigningKey

    from mailbox_gui.command_line.shell.session import Session
    from mailbox_gui.core.keys.owner_key import OwnerKey

VARIABLE = "MAILBOX_PASSPHRASE_FILE"
_ATTEMPTS = 3
_LARGEST = 65_536

passphrase_file_option = click.option(
    "--passphrase-file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=f"Read the owner's passphrase from this file; else ${VARIABLE}, else it is asked for.",
)


def unlocked(session: Session, given: Path | None) -> SigningKey:
    """The owner's secret key. Asks on the terminal only when the key is protected and no file is named."""
    return _opened(session, session.desk.owner_key(), given)[0]


def known_passphrase(session: Session, key: OwnerKey, given: Path | None) -> str | None:
    """The passphrase that opens `key`, proved; None when it has none."""
    return _opened(session, key, given)[1]


def _opened(session: Session, key: OwnerKey, given: Path | None) -> tuple[SigningKey, str | None]:
    from mailbox_gui.core.keys.protection import WrongPassphrase

    if not key.protected:
        return key.unlock(None), None
    file = chosen_file(session, given)
    if file is not None:
        passphrase = read_passphrase(file)
        try:
            return key.unlock(passphrase), passphrase
        except WrongPassphrase:
            raise AnswerIsNoError(f"the passphrase in {file} does not open the owner's key") from None
    remembered = _remembered(key)
    if remembered is not None:
        return remembered
    require_terminal("the owner's key is protected", "--passphrase-file FILE")
    for attempt in range(1, _ATTEMPTS + 1):
        passphrase = ask("Passphrase of the owner's key")
        try:
            return key.unlock(passphrase), passphrase
        except WrongPassphrase:
            if attempt < _ATTEMPTS:
                click.echo("That is not it; once more.", err=True)
    raise AnswerIsNoError("the passphrase does not open the owner's key")


def _remembered(key: OwnerKey) -> tuple[SigningKey, str] | None:
    """What the desktop's keyring remembers, when it remembers it and it still opens the key."""
    from mailbox_gui.core.keys.passphrase_memory import NoPassphraseMemory, PassphraseMemory
    from mailbox_gui.core.keys.protection import WrongPassphrase

    try:
        passphrase = PassphraseMemory().recall(key.public)
        return None if passphrase is None else (key.unlock(passphrase), passphrase)
    except (NoPassphraseMemory, WrongPassphrase):
        return None


def chosen_file(session: Session, given: Path | None) -> Path | None:
    """The file named by the option or else by the environment."""
    if given is not None:
        return given
    named = session.environment.get(VARIABLE)
    return Path(named) if named else None


def read_passphrase(file: Path) -> str:
    """The passphrase in a file: its content without the line end."""
    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST)
        text = content.decode("utf-8").removeprefix("\ufeff").rstrip("\r\n")
    except UnicodeDecodeError:
        raise WrongUsageError(f"{file}: the passphrase is not UTF-8 text") from None
    except OSError as error:
        raise WrongUsageError(f"{file}: the passphrase cannot be read ({error.strerror})") from None
    if not text:
        raise WrongUsageError(f"{file} is empty; it should hold the passphrase")
    return text


def ask(question: str) -> str:
    """Ask once, without showing what is typed; empty when nothing is."""
    # Click asks again without a word where nothing was typed and there is no default.
    answer: str = click.prompt(question, default="", show_default=False, hide_input=True, err=True)
    return answer


def ask_new() -> str:
    """Ask for a new passphrase, twice, until there is one."""
    while True:
        chosen = ask("New passphrase")
        if not chosen:
            click.echo(
                "An empty passphrase protects nothing: type one, or stop (Ctrl-C) and give --no-passphrase.", err=True
            )
        elif ask("The same again") == chosen:
            return chosen
        else:
            click.echo("These were two different ones; once more.", err=True)


def require_terminal(why: str, instead: str) -> None:
    """Raise WrongUsageError unless somebody can be asked."""
    # The text of a message may be piped in while the person sits at the terminal: then stderr still is one.
    if not (sys.stdin.isatty() or sys.stderr.isatty()):
        raise WrongUsageError(f"{why}, and there is no terminal to ask on: give {instead}")
