"""`mailbox export`: the history for others, as a signed archive, or as mail for mail tools."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mailbox_gui.command_line.output.counting import counted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.progress import progress_bar
from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.archive import Exported, export_archive
from mailbox_gui.core.export.fingerprint import fingerprint
from mailbox_gui.core.export.new_file import TargetTaken, require_free
from mailbox_gui.core.export.survey import NothingToExport
from mailbox_gui.core.message.escape import visible


@mailbox_command("export", reads=True, example="mailbox export history-2026-11.zip")
@click.argument("archive", metavar="[FILE.zip]", required=False, type=click.Path(path_type=Path))
@passphrase_file_option
def command(session: Session, archive: Path | None, passphrase_file: Path | None) -> None:
    """Write the whole history to the archive FILE.zip: journal, public keys, rules in force, signed with your key.

    `mailbox verify FILE.zip` checks it on any machine. No secret key is in it, but all mail is. The relay may go on
    meanwhile. Nothing is ever written over.
    """
    if archive is None:
        raise WrongUsageError("what shall be written? Give FILE.zip")
    target = Path(os.path.abspath(archive))  # noqa: PTH100 - resolve() would follow a link in the file's place
    try:
        # Before the passphrase is asked for; it is looked at again when the file gets its name.
        require_free(target)
        key = unlocked(session, passphrase_file)
        with progress_bar("Exporting") as progress:
            done = export_archive(session.office, target, key, clock=session.clock, disk=Disk(), progress=progress)
    except (TargetTaken, NothingToExport) as error:
        raise AnswerIsNoError(str(error)) from None
    _say_archive(session, target, done)


def _say_archive(session: Session, target: Path, done: Exported) -> None:
    mark = fingerprint(done.owner_key)
    if session.as_json:
        print_object(
            {
                "file": str(target),
                "height": done.manifest.height,
                "hash": done.manifest.hash,
                "size": done.size,
                "key": done.owner_key,
                "fingerprint": mark,
            }
        )
        return
    click.echo(visible(f"{target}: {counted(done.manifest.height, 'line')}, {counted(done.size, 'byte')}"))
    click.echo(f"signed by the owner's key {done.owner_key}")
    click.echo(f"fingerprint {mark}")
