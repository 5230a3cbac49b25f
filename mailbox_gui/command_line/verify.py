"""`mailbox verify`: proves the history whole, and the folders in step with it."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.counting import counted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.shell.failure import DONE, NO, WrongUsageError
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.journal.chain import ChainReport
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.whole import prove_post_office


@mailbox_command("verify", reads=True, example="mailbox verify history-2026-11.zip")
@click.argument("archive", metavar="[ARCHIVE.zip]", required=False, type=click.Path(path_type=Path))
@click.option("--owner-key", metavar="KEY", help="Whose signature an archive must carry: 64 hex digits, or their file.")
def command(session: Session, archive: Path | None, owner_key: str | None) -> int:
    """Follow the whole chain, its checkpoints and every signature; compare index, inboxes, queue and rejected folders.

    Names the first broken height and everything else that is not as the journal says. Changes nothing. With an archive
    that `mailbox export` made, proves that instead, on any machine, and says whose key signed it.
    """
    if archive is not None:
        from mailbox_gui.command_line.verify_archive import verify_archive

        return verify_archive(session, archive, owner_key, lambda finding: _say_wrong(session, finding))
    if owner_key is not None:
        raise WrongUsageError("--owner-key goes with an archive: give its file too")
    proof = prove_post_office(session.office, session.rules, lambda finding: _say_wrong(session, finding))
    if proof.chain.broken_at is not None:
        _say_break(session, proof.chain)
        return NO
    _say_sum(session, proof.chain, proof.signatures, proof.wrong)
    return NO if proof.wrong else DONE


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
