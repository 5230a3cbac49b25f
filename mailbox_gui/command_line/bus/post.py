"""`mailbox bus post`: signs a text and posts it."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.shell.failure import DONE, AnswerIsNoError
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.refusal import refusal_line
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.command_line.shell.text import body_of


@mailbox_command("post", example="mailbox bus post --from builder --topic build.status 'All is green.'")
@click.argument("text", required=False)
@click.option("--from", "label", metavar="LABEL", required=True, help="How you call yourself; readers see the key too.")
@click.option("--topic", metavar="TOPIC", required=True, help="Lowercase a-z, 0-9, dash, dot.")
@click.option("--kind", default="", help="Anything; for readers.")
@click.option("--ref", default="", help="What it refers to; for readers.")
@click.option(
    "--key",
    "key_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Sign with the key in this file (64 hex digits); else with the owner's.",
)
@passphrase_file_option
def command(
    session: Session,
    text: str | None,
    label: str,
    topic: str,
    kind: str,
    ref: str,
    key_file: Path | None,
    passphrase_file: Path | None,
) -> int:
    """Post TEXT, or what is piped in, and print its sequence number."""
    from mailbox_gui.core.bus.post import form_faults, make_post
    from mailbox_gui.core.keys.key_file import KeyProblem
    from mailbox_gui.core.keys.session_key import SessionKey
    from mailbox_gui.core.relay.posting import post_and_wait

    body = body_of(text)
    if text is not None and text != "-":
        # What is typed is posted to the letter, without the line end that files have.
        body = body.removesuffix("\n") if not text.endswith("\n") else body
    try:
        key = SessionKey.load(key_file).signing_key if key_file is not None else unlocked(session, passphrase_file)
    except KeyProblem as problem:
        raise AnswerIsNoError(f"not posted: {problem}") from None
    now = session.clock()
    post = make_post(key, now, label=label, topic=topic, body=body, kind=kind, ref=ref)
    for fault in form_faults(post, now):
        raise AnswerIsNoError(refusal_line("not posted", fault.reason, fault.hint))
    outcome = post_and_wait(session.desk, post)
    if outcome.verdict == "rejected":
        raise AnswerIsNoError(refusal_line("not posted", outcome.reason, outcome.hint))
    click.echo(outcome.id)
    return DONE
