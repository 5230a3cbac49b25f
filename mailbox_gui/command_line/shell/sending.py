"""Sending: what `send`, `reply`, `report` and `escalate` have in common."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.signing import signer_name
from mailbox_gui.command_line.shell.completion import complete_requires
from mailbox_gui.command_line.shell.failure import DONE, NO, WrongUsageError
from mailbox_gui.command_line.shell.guard import say
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.refusal import refusal_line
from mailbox_gui.command_line.shell.signing import VARIABLE as KEY_VARIABLE
from mailbox_gui.command_line.shell.signing import signed_by_session
from mailbox_gui.command_line.shell.text import body_of
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.names import OWNER

if TYPE_CHECKING:
    from mailbox_gui.command_line.shell.session import Session
    from mailbox_gui.core.relay.desk import Outcome

WAIT_SECONDS = 10.0
_LINE = re.compile(r"\Aline \d+: ")
_EMPTY_HINT = "give the text as the last argument, or pipe it in"


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it was asked for; None is left out of the header."""

    text: str | None
    requires: str
    due: str | None
    wait: bool
    unchecked: bool
    passphrase_file: Path | None
    sign: bool
    key: Path | None
    to: str = ""
    kind: str = ""
    topic: str = ""
    ref: str | None = None

    def filled(self, *, to: str, kind: str, topic: str, ref: str | None) -> Message:
        """The same with its address on it."""
        return replace(self, to=to, kind=kind, topic=topic, ref=ref)

    def fields(self) -> dict[str, str]:
        """The header's fields in the order of the protocol, but for `from` and `created`."""
        wanted = {
            "to": self.to,
            "kind": self.kind,
            "topic": self.topic,
            "requires": self.requires,
            "ref": self.ref,
            "due": self.due,
        }
        return {name: value for name, value in wanted.items() if value is not None}


def sending_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how a message is sent; the function gets them as `message`."""

    @functools.wraps(function)
    def gathered(*args: Any, **options: Any) -> Any:
        names = ("text", "requires", "due", "wait", "unchecked", "passphrase_file", "sign", "key")
        message = Message(**{name: options.pop(name) for name in names})
        return function(*args, message=message, **options)

    made: Callable[..., Any] = gathered
    for option in (
        passphrase_file_option,
        click.option(
            "--key",
            metavar="FILE",
            type=click.Path(dir_okay=False, path_type=Path),
            help=f"Sign with the session key in FILE; else ${KEY_VARIABLE}, else session.key in the agent's folder.",
        ),
        click.option("--sign", is_flag=True, help="Sign with the agent's session key; the owner always signs."),
        click.option("--no-check", "unchecked", is_flag=True, help="Do not check before sending; the relay will."),
        click.option("--wait", is_flag=True, help="Wait for the verdict; where no relay runs, do one pass."),
        click.option("--due", metavar="MOMENT", help="When the answer is due, for example 2026-11-30T18:00:00Z."),
        click.option(
            "--requires",
            metavar="WHAT",
            default="none",
            show_default=True,
            shell_complete=complete_requires,
            help="none, reply, report, or owner: it is held until the owner decides.",
        ),
        click.argument("text", metavar="[TEXT or -]", required=False),
    ):
        made = option(made)
    return made


def send(session: Session, message: Message) -> int:
    """Send it as the acting participant; prints its id. The exit status."""
    sender = session.acting_participant()
    if message.kind == "decision" and not message.unchecked:
        meant = "mailbox owner approve, decline or ask" if sender == OWNER else "send a request or an escalation"
        raise WrongUsageError(f"only the owner decides, and not with `send`: {meant}")
    if sender == OWNER and message.key is not None:
        raise WrongUsageError("the owner signs with the owner's own key: leave out --key")
    content = draft_bytes(session, sender, message)
    if sender != OWNER and (message.sign or message.key is not None):
        content = signed_by_session(session, sender, content, message.key)
    if not message.unchecked:
        faults = session.desk.precheck(sender, content)
        if faults:
            say(f"not sent: {_plainly(faults)}")
            return NO
    if sender == OWNER:
        from mailbox_gui.core.keys.mail_signature import sign_mail

        content = sign_mail(content, unlocked(session, message.passphrase_file))
    status = report_outcome(_sent(session, sender, content, wait=message.wait))
    if not message.wait and session.desk.holder() is None:
        click.echo(
            "Nobody runs the relay: it waits in the outbox until one runs (mailbox relay, or the window).", err=True
        )
    return status


def _plainly(faults: Sequence[Fault]) -> str:
    """The refusal in one line. Whoever sends by command wrote no header, so its lines and its name are left out."""
    first, *others = (_of_no_header(fault) for fault in faults)
    return refusal_line(first.check, first.reason, first.hint, others)


def _of_no_header(fault: Fault) -> Fault:
    if fault.check != "header":
        return fault
    hint = _EMPTY_HINT if fault.reason == "the body is empty" else fault.hint
    return Fault("", _LINE.sub("", fault.reason), hint)


def _sent(session: Session, sender: str, content: bytes, *, wait: bool) -> Outcome:
    from mailbox_gui.core.message.draft_reading import read_draft
    from mailbox_gui.core.relay.desk import NoAnswer

    try:
        return session.desk.send(sender, content, wait=WAIT_SECONDS if wait else None)
    except NoAnswer:
        # It is sent all the same, and whoever asks for its fate later needs its id.
        click.echo(read_draft(sender, "draft.md", content, len(content), max(len(content), 1)).id or "")
        raise


def draft_bytes(session: Session, sender: str, message: Message) -> bytes:
    """The message's bytes, unsigned. Raises WrongUsageError for what no message can carry."""
    body = body_of(message.text)
    try:
        content, _ = session.desk.draft(sender, message.fields(), body)
    except ValueError as error:
        raise WrongUsageError(f"this cannot be sent: {error}") from None
    return content


def report_outcome(outcome: Outcome) -> int:
    """Print what became of a message that was sent; the exit status."""
    if outcome.id:
        click.echo(outcome.id)
    match outcome.verdict:
        case "rejected":
            say(f"refused: {_plainly((Fault(outcome.check, outcome.reason, outcome.hint), *outcome.also))}")
            return NO
        case "sent":
            return DONE
        case verdict:
            click.echo(f"{painted(verdict)}{_signed_words(outcome)}", err=True)
            return DONE


def _signed_words(outcome: Outcome) -> str:
    """By whom, as the relay proved it."""
    if not outcome.author:
        return ""
    return f", signed with {signer_name(outcome.session)}"
