"""`mailbox export`: the history for others, as a signed archive, or as mail for mail tools."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

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
from mailbox_gui.core.export.mail_files import export_eml, export_mbox
from mailbox_gui.core.export.new_file import TargetTaken, require_free
from mailbox_gui.core.export.survey import NothingToExport
from mailbox_gui.core.message.escape import visible

_Form = Literal["archive", "mbox", "eml"]


@mailbox_command("export", reads=True, example="mailbox export history-2026-11.zip")
@click.argument("archive", metavar="[FILE.zip]", required=False, type=click.Path(path_type=Path))
@click.option("--mbox", metavar="FILE", type=click.Path(path_type=Path), help="All delivered mail in one mbox file.")
@click.option("--eml", metavar="DIR", type=click.Path(path_type=Path), help="The same as a new folder of .eml files.")
@passphrase_file_option
def command(
    session: Session, archive: Path | None, mbox: Path | None, eml: Path | None, passphrase_file: Path | None
) -> None:
    """Write the whole history to the archive FILE.zip: journal, public keys, rules in force, signed with your key.

    `mailbox verify FILE.zip` checks it on any machine. No secret key is in it, but all mail is. Mail files are for
    reading: they prove nothing. The relay may go on meanwhile. Nothing is ever written over.
    """
    form, target = _wanted(archive, mbox, eml)
    try:
        # Before the passphrase is asked for; it is looked at again when the file gets its name.
        require_free(target)
        if form == "archive":
            _export_archive(session, target, passphrase_file)
        else:
            _export_mail(session, form, target)
    except (TargetTaken, NothingToExport) as error:
        raise AnswerIsNoError(str(error)) from None


def _wanted(archive: Path | None, mbox: Path | None, eml: Path | None) -> tuple[_Form, Path]:
    given: list[tuple[_Form, Path | None]] = [("archive", archive), ("mbox", mbox), ("eml", eml)]
    wanted = [(form, path) for form, path in given if path is not None]
    if len(wanted) != 1:
        raise WrongUsageError("what shall be written? Give one of FILE.zip, --mbox FILE, --eml DIR")
    form, path = wanted[0]
    return form, Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow a link that lies in its place


def _export_archive(session: Session, target: Path, passphrase_file: Path | None) -> None:
    office = session.office
    key = unlocked(session, passphrase_file)
    with progress_bar("Exporting") as progress:
        done = export_archive(office, target, key, clock=session.clock, disk=Disk(), progress=progress)
    _say_archive(session, target, done)


def _export_mail(session: Session, form: Literal["mbox", "eml"], target: Path) -> None:
    export = export_mbox if form == "mbox" else export_eml
    with progress_bar("Exporting") as progress:
        count = export(session.office, target, disk=Disk(), progress=progress)
    if session.as_json:
        print_object({"file": str(target), "messages": count})
    else:
        click.echo(visible(f"{target}: {counted(count, 'message')}"))


def _say_archive(session: Session, target: Path, done: Exported) -> None:
    manifest, mark = done.manifest, fingerprint(done.owner_key)
    if session.as_json:
        about = {"file": str(target), "height": manifest.height, "hash": manifest.hash, "size": done.size}
        print_object(about | {"key": done.owner_key, "fingerprint": mark})
        return
    click.echo(visible(f"{target}: {counted(manifest.height, 'line')} of history, {counted(done.size, 'byte')}"))
    click.echo(f"signed with the owner's key {done.owner_key}")
    click.echo(f"its fingerprint: {mark}")
