"""`mailbox keys delegate`: a session key for an agent, with which it signs its mail."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import click

from mailbox_gui.command_line.output.moments import full
from mailbox_gui.command_line.output.pairs import draw_pairs
from mailbox_gui.command_line.owner.deciding import report_act
from mailbox_gui.command_line.shell.completion import complete_agents, complete_kinds
from mailbox_gui.command_line.shell.failure import DONE, AnswerIsNoError, WrongUsageError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.delegation import DELEGABLE_KINDS, MOST_DAYS, BadDelegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import KeyProblem
from mailbox_gui.core.keys.session_key import SESSION_FILE, SessionKey, create_session_key
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.nearest import nearest
from mailbox_gui.core.read_models.delegations import DelegationRow, delegation_of

_DAYS = 30


@mailbox_command("delegate", example="mailbox keys delegate builder --days 14 --kind report --topic 'nightly*'")
@click.argument("agent", shell_complete=complete_agents)
@click.option(
    "--days", type=click.IntRange(1, MOST_DAYS), default=_DAYS, show_default=True, metavar="N", help="So long it signs."
)
@click.option(
    "--kind", "kinds", metavar="K", multiple=True, shell_complete=complete_kinds, help="Only such messages; else all."
)
@click.option("--topic", "topics", metavar="T", multiple=True, help="Only of this topic, or `T*`: that begins so.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=f"Where the key is written; else {SESSION_FILE} in the agent's folder.",
)
@passphrase_file_option
def command(
    session: Session,
    agent: str,
    days: int,
    kinds: tuple[str, ...],
    topics: tuple[str, ...],
    out: Path | None,
    passphrase_file: Path | None,
) -> int:
    """Make a session key for AGENT and let it sign the agent's mail in your name until the days are over.

    The file is the secret: whoever has it can sign as that agent. It is never written over. --kind and --topic may be
    given several times.
    """
    name = session.participant(agent)
    if name == OWNER:
        raise WrongUsageError("the owner signs with the owner's own key and needs no session key")
    _require_possible(session.clock(), name, days, kinds, topics)
    file = _free_place(session, name, out)
    from mailbox_gui.core.relay.desk import NoAnswer

    owner_key = unlocked(session, passphrase_file)
    public = public_hex(create_session_key(Disk(), file))
    try:
        outcome = session.desk.delegate(owner_key, name, public, days=days, kinds=kinds, topics=topics)
    except NoAnswer:
        # The request still lies in the outbox: what is delegated later must have its key.
        click.echo(visible(f"The key lies at {file}; it signs from when the relay answers."), err=True)
        raise
    if outcome.verdict == "rejected":
        # Nobody ever delegated to it.
        Disk().unlink(file)
        return report_act(outcome, "")
    with History.of(session) as history:
        row = delegation_of(history.connection, public)
    report_act(outcome, f"delegated to {name}")
    draw_pairs(
        [
            ("session", public),
            ("until", full(row.expires) if row is not None else ""),
            ("scope", scope_words(row) if row is not None else ""),
            ("file", os.fspath(file)),
        ]
    )
    return DONE


def scope_words(row: DelegationRow) -> str:
    """What a session key may sign: kinds and topics; foreign text is not escaped yet."""
    parts = [f"kind {', '.join(row.kinds)}"] if row.kinds else []
    parts += [f"topic {', '.join(row.topics)}"] if row.topics else []
    return "; ".join(parts) or "all mail"


def _require_possible(now: datetime, name: str, days: int, kinds: tuple[str, ...], topics: tuple[str, ...]) -> None:
    """Raise WrongUsageError for a delegation that nobody would accept, before a key is made for it."""
    from nacl.signing import SigningKey

    from mailbox_gui.core.acts.delegating import make_delegation

    for kind in kinds:
        if kind not in DELEGABLE_KINDS:
            close = nearest(kind, DELEGABLE_KINDS)
            meant = f"did you mean {' or '.join(close)}?" if close else f"there are: {', '.join(DELEGABLE_KINDS)}"
            raise WrongUsageError(f"--kind: {kind!r} cannot be delegated; {meant}")
    try:
        # With keys of the moment: everything but them is judged.
        make_delegation(SigningKey.generate(), name, public_hex(SigningKey.generate()), 1, now, days, kinds, topics)
    except BadDelegation as error:
        raise WrongUsageError(f"this cannot be delegated: {error.reason}") from None


def _free_place(session: Session, name: str, out: Path | None) -> Path:
    """Where the key is written. Raises AnswerIsNoError when something lies there, or there is no such folder."""
    home = session.office.home(name, session.rules)
    file = home / SESSION_FILE if out is None else Path(os.path.abspath(out.expanduser()))  # noqa: PTH100 - no links
    if os.path.lexists(file):
        raise AnswerIsNoError(
            f"{file} is there already{_whose(session, file)}, and no key is written over: move it away, or give --out"
        )
    if not file.parent.is_dir():
        raise AnswerIsNoError(f"{file.parent}: there is no such folder; make it, or give another --out")
    return file


def _whose(session: Session, file: Path) -> str:
    """What becomes of the key that lies there, so that nobody moves away one that is in use without knowing."""
    try:
        public = SessionKey.load(file).public
    except (KeyProblem, OSError):
        return ""
    with History.of(session) as history:
        row = delegation_of(history.connection, public)
    if row is None:
        return " (a key that was never delegated)"
    return f" (a session key of {row.agent}, {row.state(session.clock())}, until {full(row.expires)})"
