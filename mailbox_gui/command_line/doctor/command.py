"""`mailbox doctor`: examines the post office and says what to do."""

from __future__ import annotations

import os

import click

from mailbox_gui.command_line.doctor import CHECKS
from mailbox_gui.command_line.doctor.patient import Patient, Result
from mailbox_gui.command_line.doctor.repair import make_missing_folders
from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.shell.failure import DONE, NO
from mailbox_gui.command_line.shell.guard import words_for
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible


@mailbox_command("doctor", reads=True, example="mailbox doctor")
@click.option("--repair", is_flag=True, help="First make missing folders of participants again.")
def command(session: Session, repair: bool) -> int:
    """Examine the post office, each part by a check of its own, and say what to do where one fails.

    Nothing is changed without --repair. Exit status 1 when a check fails.
    """
    patient = Patient(session)
    if repair:
        for folder in make_missing_folders(session.office, session.rules):
            click.echo(visible(f"made {folder}"), err=True)
    width = max(len(name) for name, _ in CHECKS)
    if not session.as_json:
        click.echo(visible(os.fspath(session.office.root)))
    failed = 0
    for name, _ in CHECKS:
        result = examined(patient, name)
        failed += result.state == "fail"
        _say(name, result, width, as_json=session.as_json)
    if not session.as_json:
        said = painted("fail", f"{failed} failed") if failed else painted("pass", "none failed")
        click.echo(f"{len(CHECKS)} checks, {said}")
    return NO if failed else DONE


def examined(patient: Patient, name: str) -> Result:
    """The result of one check; one that could not be made has failed, and says why."""
    examine = dict(CHECKS)[name]
    try:
        return examine(patient)
    except Exception as error:  # noqa: BLE001 - the others are still to be made
        return Result("fail", *_cut(words_for(error)))


def _cut(words: str) -> tuple[str, str]:
    text, _, advice = words.partition("; ")
    return text, advice


def _say(name: str, result: Result, width: int, *, as_json: bool) -> None:
    if as_json:
        members = {"check": name, "state": result.state, "text": result.text, "advice": result.advice}
        print_object({key: value for key, value in members.items() if value})
        return
    click.echo(f"{painted(result.state, f'{result.state:<4}')}  {name:<{width}}  {visible(result.text)}")
    if result.advice and result.state != "pass":
        click.echo(f"{'':4}  {'':<{width}}  → {visible(result.advice)}")
