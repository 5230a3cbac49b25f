"""The half of `mailbox verify` that proves an archive: it needs no post office."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.counting import counted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.progress import progress_bar
from mailbox_gui.command_line.shell.failure import DONE, NO, WrongUsageError
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.export.fingerprint import fingerprint
from mailbox_gui.core.export.proving import ArchiveProof, prove_archive
from mailbox_gui.core.export.refused import ArchiveRefused
from mailbox_gui.core.keys.envelope import is_public_hex
from mailbox_gui.core.keys.key_file import KeyProblem, read_plain_key
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.proof.finding import Wrong

_SHOWN = 100


def verify_archive(session: Session, archive: Path, owner: str | None, say_wrong: Callable[[Wrong], None]) -> int:
    """Prove the archive and say what it is worth; `owner` is the key it must be signed with. The exit status."""
    known_owner = _known_owner(owner)
    findings: list[Wrong] = []

    def keep(finding: Wrong) -> None:
        # The bar is on the terminal meanwhile; a forged journal may be wrong at every line.
        if len(findings) < _SHOWN:
            findings.append(finding)

    try:
        with progress_bar("Verifying") as progress:
            proof = prove_archive(archive, keep, known_owner=known_owner, progress=progress)
    except ArchiveRefused as refused:
        return _say_refused(session, archive, refused)
    except OSError as error:
        raise WrongUsageError(f"{archive}: {error.strerror or error}; name an archive that can be read") from None
    for finding in findings:
        say_wrong(finding)
    _say_proof(session, archive, proof, known_owner is not None)
    return NO if proof.wrong else DONE


def _known_owner(owner: str | None) -> str | None:
    """The key that was given: as hex digits, or as the file that holds them."""
    if owner is None or is_public_hex(owner):
        return owner
    try:
        return read_plain_key(Path(owner)).hex()
    except (KeyProblem, OSError):
        raise WrongUsageError(f"--owner-key: {owner!r} is neither 64 hex digits nor a file that holds them") from None


def _say_refused(session: Session, archive: Path, refused: ArchiveRefused) -> int:
    if session.as_json:
        members = {"file": str(archive), "member": refused.member, "refused": refused.reason}
        print_object({key: value for key, value in members.items() if value})
    else:
        click.echo(f"{painted('fail', 'refused')}  {visible(f'{archive}: {refused}')}")
    return NO


def _say_proof(session: Session, archive: Path, proof: ArchiveProof, known: bool) -> None:
    manifest, chain, mark = proof.manifest, proof.chain, fingerprint(proof.owner_key)
    if session.as_json:
        members = {"file": str(archive), "root": manifest.root, "created": format_second(manifest.created)}
        members |= {"key": proof.owner_key, "fingerprint": mark}
        sums = {"height": chain.height, "checkpoints": chain.checkpoints, "signatures": proof.signatures}
        print_object(members | sums | {"wrong": proof.wrong})
        return
    if proof.wrong > _SHOWN:
        click.echo(f"… and {proof.wrong - _SHOWN:,} more")
    made = format_second(manifest.created)
    click.echo(visible(f"{archive}: the history of {manifest.root} up to height {manifest.height:,}, made {made}"))
    click.echo(f"signed with the owner's key {proof.owner_key}")
    click.echo(f"its fingerprint: {mark}")
    if not known:
        click.echo("Anybody can sign with a key of their own: ask the owner, by another way, whether this is theirs.")
    state = painted("fail", f"{proof.wrong:,} wrong") if proof.wrong else painted("pass", "all is as it was signed")
    said = [counted(chain.height, "line"), counted(chain.checkpoints, "checkpoint")]
    click.echo(f"{', '.join([*said, counted(proof.signatures, 'signature')])}: {state}")
