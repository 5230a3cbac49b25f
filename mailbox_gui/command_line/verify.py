"""`mailbox verify`: proves the history whole, and the folders in step with it."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.counting import counted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.proof.finding import Wrong
from mailbox_gui.command_line.proof.folders import folder_faults
from mailbox_gui.command_line.proof.signatures import SignatureProof
from mailbox_gui.command_line.shell.failure import DONE, NO
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.journal.chain import ChainReport, verify_chain
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.escape import visible


@mailbox_command("verify", reads=True, example="mailbox verify")
def command(session: Session) -> int:
    """Follow the whole chain, its checkpoints and every signature; compare inboxes, queue and rejected folders with it.

    Names the first broken height and everything else that is not as the journal says. Changes nothing.
    """
    office = session.office
    chain = verify_chain(office.journal, relay_public(office.keys))
    if chain.broken_at is not None:
        _say_break(session, chain)
        return NO
    proof = SignatureProof(owner_public(office.keys))
    entries = (entry for entry in JournalReader(office.journal).entries() if entry.height <= chain.height)
    wrong = 0
    for finding in proof.prove(entries):
        wrong += 1
        _say_wrong(session, finding)
    with History.of(session) as history:
        for finding in folder_faults(history, session.rules):
            wrong += 1
            _say_wrong(session, finding)
    _say_sum(session, chain, proof.verified, wrong)
    return NO if wrong else DONE


def _say_break(session: Session, chain: ChainReport) -> None:
    if session.as_json:
        print_object({"broken_at": chain.broken_at, "height": chain.height, "reason": chain.reason})
        return
    click.echo(f"{painted('fail', 'wrong')}  height {chain.broken_at}: the chain breaks here: {chain.reason}")
    click.echo(f"The history is to be trusted up to height {chain.height}; restore the journal from a backup.")


def _say_wrong(session: Session, finding: Wrong) -> None:
    if session.as_json:
        members = {"height": finding.height, "file": finding.file, "reason": finding.text}
        print_object({key: value for key, value in members.items() if value not in (None, "")})
        return
    where = [f"height {finding.height}"] if finding.height is not None else []
    where += [finding.file] if finding.file else []
    click.echo(f"{painted('fail', 'wrong')}  {visible(': '.join([*where, finding.text]))}")


def _say_sum(session: Session, chain: ChainReport, signatures: int, wrong: int) -> None:
    if session.as_json:
        sums = {"height": chain.height, "checkpoints": chain.checkpoints, "signatures": signatures, "wrong": wrong}
        print_object(sums | ({"torn_bytes": chain.torn_bytes} if chain.torn_bytes else {}))
        return
    if chain.torn_bytes:
        click.echo(f"an append was cut short at the end ({chain.torn_bytes} bytes); the relay's next start cuts it off")
    state = painted("fail", f"{wrong} wrong") if wrong else painted("pass", "all is as the journal says")
    said = (counted(chain.height, "line"), counted(chain.checkpoints, "checkpoint"), counted(signatures, "signature"))
    click.echo(f"{', '.join(said)}: {state}")
